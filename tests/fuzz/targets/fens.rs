#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| strategos_fuzz::fens::run(data));
