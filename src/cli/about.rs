//! The text of `--version`: version, commit, and processor features.

use std::fmt::Write;
use std::sync::LazyLock;

/// Processor features that speed up search and rules: the name, whether the program is built with it, and whether the
/// processor at hand has it.
macro_rules! features {
    ($($arch:literal: [$($name:tt)*] by $detect:ident;)*) => {
        fn features() -> Vec<(&'static str, bool, bool)> {
            $(#[cfg(target_arch = $arch)]
            return vec![$((
                $name,
                cfg!(target_feature = $name),
                std::arch::$detect!($name),
            )),*];)*
            #[allow(unreachable_code)]
            Vec::new()
        }
    };
}

features! {
    "x86_64": ["popcnt" "bmi1" "bmi2" "avx2" "avx512bw" "avx512vl" "avx512vnni"] by is_x86_feature_detected;
    "aarch64": ["neon" "dotprod" "sve"] by is_aarch64_feature_detected;
}

/// Version and commit in one line.
pub const SHORT: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("STRATEGOS_COMMIT"), ")");

/// Version, commit, and the processor features that the program uses and that the processor has.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let version = env!("CARGO_PKG_VERSION");
        let commit = env!("STRATEGOS_COMMIT");
        format!("{version}\ncommit {commit}\n{}", processor())
    });
    &TEXT
}

fn processor() -> String {
    let mut text = format!("built for {}", std::env::consts::ARCH);
    let features = features();
    let names = |has: fn(&(&'static str, bool, bool)) -> bool| {
        let there = features.iter().filter(|feature| has(feature)).map(|(name, ..)| *name);
        let names: Vec<&str> = there.collect();
        if names.is_empty() { "no extension".to_string() } else { names.join(" ") }
    };
    if !features.is_empty() {
        let _ = write!(text, " with {}", names(|(_, is_built_in, _)| *is_built_in));
        let _ = write!(text, "\nthis processor has {}", names(|(_, _, is_there)| *is_there));
    }
    text
}
