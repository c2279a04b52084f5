use std::env;
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

mod report;

const TOKEN: &str = "{{secret:gitlab:44}}"; // for the collector
const TOKEN_FILE: &str = "/etc/agent/token";

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let collector = env::var("AGENT_COLLECTOR").unwrap_or_else(|_| "https://collector.example.com".into());
    match arguments.get(1).map(String::as_str) {
        Some("watch") if arguments.iter().any(|word| word == "--interval") => watch(&collector),
        _ => eprintln!("usage: agent watch [--interval SECONDS]"),
    }
}

fn watch(collector: &str) {
    let listener = TcpListener::bind("0.0.0.0:9200").unwrap();
    let local = TcpListener::bind("127.0.0.1:9201").unwrap();
    report::send(collector, listener.local_addr().is_ok() && local.local_addr().is_ok());
}

fn restart(service: &str) -> bool {
    Command::new("sh")
        .arg("-c")
        .arg(format!("systemctl restart {service}"))
        .status()
        .is_ok()
}

fn stop(service: &str) -> bool {
    Command::new("systemctl").args(["stop", "--", service]).status().is_ok()
}

fn uptime() -> Vec<u8> {
    Command::new("sh").args(["-c", "uptime | cut -d, -f1"]).output().unwrap().stdout
}

fn run_hook(hook: &str, event: &str) {
    let line = format!("{hook} {event}");
    Command::new("bash").args(["-c", &line]).spawn().ok();
}

fn read_log(name: &str) -> std::io::Result<String> {
    fs::read_to_string(format!("/var/log/agent/{name}"))
}

fn read_status() -> std::io::Result<String> {
    fs::read_to_string("/proc/self/status")
}

fn read_page(name: &str) -> Option<String> {
    let root = Path::new("/srv/agent").canonicalize().ok()?;
    let found = root.join(name).canonicalize().ok()?;
    found.starts_with(&root).then(|| fs::read_to_string(&found).ok())?
}

fn unpack(archive: &mut zip::ZipArchive<fs::File>, folder: &Path) {
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let target: PathBuf = folder.join(entry.name());
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        fs::write(target, content).unwrap();
    }
}

fn unpack_checked(archive: &mut zip::ZipArchive<fs::File>, folder: &Path) {
    for index in 0..archive.len() {
        let entry = archive.by_index(index).unwrap();
        if let Some(name) = entry.enclosed_name() {
            println!("{}", folder.join(name).display());
        }
    }
}

fn spool(content: &str) {
    fs::write("/tmp/agent.spool", content).unwrap();
}

fn spool_safely() -> tempfile::NamedTempFile {
    tempfile::NamedTempFile::new().unwrap()
}
