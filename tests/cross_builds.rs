//! The settings of `.cargo/config.toml` for builds for another machine.

use std::path::Path;
use std::process::Command;

/// The compiler's arguments when a package without dependencies is built here for a target. They do not depend on
/// whether the target is installed.
fn compiler_arguments(target: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cross-{target}"));
    std::fs::create_dir_all(folder.join("src")).unwrap();
    let manifest = "[package]\nname = \"nothing\"\nedition = \"2024\"\n[workspace]\n";
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::write(folder.join("src/lib.rs"), format!("// {:?}\n", std::time::SystemTime::now()))
        .unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["check", "--verbose", "--offline", "--target", target, "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        // Cargo reads the configuration of the folder in which it starts.
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("--target {target}")), "{said}");
    said
}

#[test]
fn only_a_machine_that_builds_for_itself_builds_for_its_processor() {
    for target in [
        "x86_64-pc-windows-gnu",
        "x86_64-pc-windows-msvc",
        "x86_64-apple-darwin",
        "x86_64-unknown-linux-musl",
        "x86_64-unknown-freebsd",
        "aarch64-unknown-linux-gnu",
    ] {
        assert!(!compiler_arguments(target).contains("target-cpu"), "{target}");
    }
    let own = compiler_arguments("x86_64-unknown-linux-gnu");
    assert!(own.contains("target-cpu=native"), "{own}");
}
