//! What is installed and packed: with the programs for browsers, which `make reader` compiles.

use std::fs;
use std::path::Path;
use std::process::Command;

use shared::process::program;

#[test]
fn make_install_puts_everything_under_a_prefix() {
    let temporary = tempfile::tempdir().unwrap();
    let prefix = temporary.path().join("usr");
    let mut make = Command::new("make");
    make.current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["-o", "build", "install"])
        .arg(format!("PREFIX={}", prefix.display()))
        .arg(format!("RETROGRAPH={}", program()));
    for _ in 0..2 {
        let output = make.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let installed = Command::new(prefix.join("bin/retrograph"))
        .arg("--version")
        .output()
        .unwrap();
    assert_eq!(
        installed.stdout,
        format!("retrograph {}\n", env!("CARGO_PKG_VERSION")).into_bytes()
    );
    for file in [
        "share/man/man1/retrograph-solve.1",
        "share/bash-completion/completions/retrograph",
        "share/zsh/site-functions/_retrograph",
        "share/fish/vendor_completions.d/retrograph.fish",
    ] {
        assert!(
            fs::metadata(prefix.join(file)).is_ok_and(|file| file.len() > 500),
            "{file}"
        );
    }
}

/// The packed program works where it is unpacked, and packing it again gives the same bytes.
#[test]
fn packages_have_the_program_and_are_the_same_bytes_again() {
    let temporary = tempfile::tempdir().unwrap();
    let pack = |name: &str| {
        let folder = temporary.path().join(name);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/dist.sh");
        let programs = Path::new(program()).parent().unwrap();
        let packed = Command::new(script)
            .arg(program())
            .arg(programs)
            .arg(&folder)
            .output()
            .unwrap();
        assert!(packed.status.success(), "{}", String::from_utf8_lossy(&packed.stderr));
        let files = String::from_utf8(packed.stdout).unwrap();
        files.lines().map(std::path::PathBuf::from).collect::<Vec<_>>()
    };
    let (first, second) = (pack("first"), pack("second"));
    assert!(!first.is_empty() && first.len() == second.len());
    for (first, second) in first.iter().zip(&second) {
        assert_eq!(first.file_name(), second.file_name());
        assert!(
            fs::read(first).unwrap() == fs::read(second).unwrap(),
            "{}",
            first.display()
        );
    }
    for (nth, file) in first.iter().enumerate() {
        let inside = temporary.path().join(format!("inside-{nth}"));
        fs::create_dir(&inside).unwrap();
        let is_tar = file.to_str().unwrap().ends_with(".tar.gz");
        let mut unpack = match is_tar {
            true => Command::new("tar"),
            false => Command::new("dpkg-deb"),
        };
        match is_tar {
            true => unpack
                .arg("-xzf")
                .arg(file)
                .args(["--strip-components=1", "-C"])
                .arg(&inside),
            false => unpack.arg("-x").arg(file).arg(&inside),
        };
        assert!(unpack.status().unwrap().success());
        let root = if is_tar { inside } else { inside.join("usr") };
        let db = root.join("db");
        let solve = Command::new(root.join("bin/retrograph"))
            .args(["solve", "triangle", "-n", "7", "--db", db.to_str().unwrap()])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&solve.stdout).into_owned();
        assert!(said.contains("econd player wins"), "{said}");
        for name in [
            "LICENSE-MIT",
            "LICENSES-BUNDLED.txt",
            "README.md",
            "theorems.md",
            "tutorial.md",
        ] {
            assert!(root.join("share/doc/retrograph").join(name).exists(), "{name}");
        }
        let proof = root.join("k3.proof");
        let site = root.join("site");
        let [proof, site] = [&proof, &site].map(|path| path.to_str().unwrap());
        for args in [
            &["prove", "ramsey-achieve:K3", "--board", "infinite", "--proof", proof][..],
            &["export", "--proof", proof, "--site", site],
        ] {
            let done = Command::new(root.join("bin/retrograph")).args(args).output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        }
    }
}
