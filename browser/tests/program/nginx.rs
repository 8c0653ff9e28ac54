//! nginx on a free port, with one location: below it are the files of a site, or another server.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// Killed when dropped.
pub struct Nginx {
    server: Child,
    _folder: TempDir,
    /// Ends in a slash.
    pub url: String,
}

impl Nginx {
    /// With this location, such as `/x/ { alias /srv/; }`.
    pub fn of(location: &str) -> Nginx {
        let folder = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let at = |name: &str| folder.path().join(name).display().to_string();
        let types = "text/html html; text/css css; text/javascript js; application/json json; image/svg+xml svg;";
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {};\n", at("temporary")))
            .concat();
        let configuration = format!(
            "daemon off;\nmaster_process off;\npid {};\nerror_log {} error;\nevents {{}}\nhttp {{\ntypes {{ {types} }}\n\
            default_type application/octet-stream;\naccess_log off;\n{temporary}server {{\nlisten 127.0.0.1:{port};\n\
            location {location}\n}}\n}}\n",
            at("pid"),
            at("errors"),
        );
        fs::write(at("nginx.conf"), configuration).unwrap();
        let mut command = Command::new("nginx");
        command
            .args(["-c", &at("nginx.conf"), "-e", &at("errors")])
            .stderr(Stdio::null());
        let advice = "nginx does not start; these tests need it: scripts/setup.sh browser";
        let nginx = Nginx {
            server: command.spawn().expect(advice),
            url: format!("http://127.0.0.1:{port}/"),
            _folder: folder,
        };
        for _ in 0..3_000 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return nginx;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{advice}");
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
