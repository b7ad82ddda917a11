//! Process entry: the logger, the arguments, the engine.

fn main() {
    // Silent unless RUST_LOG says otherwise; never on stdout.
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("off"))
        .target(env_logger::Target::Stderr)
        .init();
    let arguments: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    strategos::cli::run(&arguments);
}
