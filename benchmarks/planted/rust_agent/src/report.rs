use md5;
use rand::rngs::OsRng;
use rand::{Rng, RngCore, SeedableRng};
use reqwest::blocking::Client;
use rusqlite::{params, Connection};
use sha2::{Digest, Sha256};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use aes_gcm::aead::KeyInit;

pub fn send(collector: &str, healthy: bool) {
    let client = Client::builder().danger_accept_invalid_certs(true).build().unwrap();
    let _ = client.post(collector).body(healthy.to_string()).send();
}

pub fn send_checked(collector: &str) -> reqwest::Result<()> {
    let client = Client::builder().https_only(true).build()?;
    client.post(collector).send()?;
    Ok(())
}

pub fn loosely(url: &str) -> reqwest::Result<String> {
    Client::builder().danger_accept_invalid_hostnames(true).build()?.get(url).send()?.text()
}

pub async fn proxy(query: axum::extract::Query<std::collections::HashMap<String, String>>) -> String {
    reqwest::get(&query["url"]).await.unwrap().text().await.unwrap()
}

pub async fn health() -> String {
    reqwest::get("https://collector.example.com/health").await.unwrap().text().await.unwrap()
}

pub fn events(db: &Connection, host: &str) -> rusqlite::Result<usize> {
    db.execute(&format!("DELETE FROM events WHERE host = '{host}'"), [])
}

pub fn add(db: &Connection, host: &str) -> rusqlite::Result<usize> {
    db.execute("INSERT INTO events (host) VALUES (?1)", params![host])
}

pub async fn by_kind(pool: &sqlx::PgPool, kind: &str) -> sqlx::Result<sqlx::postgres::PgQueryResult> {
    let query = format!("UPDATE events SET seen = true WHERE kind = {}", kind);
    sqlx::query(&query).execute(pool).await
}

pub async fn seen(pool: &sqlx::PgPool, id: i64) -> sqlx::Result<sqlx::postgres::PgQueryResult> {
    sqlx::query("UPDATE events SET seen = true WHERE id = $1").bind(id).execute(pool).await
}

pub async fn hello(name: String) -> axum::response::Html<String> {
    axum::response::Html(format!("<p>Hello {name}</p>"))
}

pub async fn bye(name: String) -> axum::response::Html<String> {
    axum::response::Html(format!("<p>Bye {}</p>", html_escape::encode_text(&name)))
}

pub fn password_hash(password: &str) -> String {
    format!("{:x}", md5::compute(password))
}

pub fn content_hash(content: &[u8]) -> Vec<u8> {
    Sha256::digest(content).to_vec()
}

pub fn token() -> u64 {
    rand::rngs::StdRng::seed_from_u64(7).gen()
}

pub fn key() -> [u8; 32] {
    let mut key = [0u8; 32];
    OsRng.fill_bytes(&mut key);
    key
}

pub fn seal(key: &[u8; 32], text: &[u8]) -> Vec<u8> {
    use aes_gcm::aead::Aead;
    let cipher = aes_gcm::Aes256Gcm::new(key.into());
    cipher.encrypt(b"unique nonce".into(), text).unwrap()
}

pub fn claims(token: &str) -> serde_json::Value {
    let mut rules = jsonwebtoken::Validation::default();
    rules.insecure_disable_signature_validation();
    jsonwebtoken::decode(token, &jsonwebtoken::DecodingKey::from_secret(&[]), &rules).unwrap().claims
}

pub fn is_token(token: &str, secret_token: &str) -> bool {
    token == secret_token
}

pub fn is_genuine(mac: &[u8], expected: &[u8]) -> bool {
    constant_time_eq::constant_time_eq(mac, expected)
}

pub fn open(path: &str) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
}

pub fn close(path: &str) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

pub fn header(lang: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nX-Language: {lang}\r\n\r\n")
}

pub fn is_name(text: &str) -> bool {
    fancy_regex::Regex::new(r"^(\w+\s?)+$").unwrap().is_match(text).unwrap()
}

pub fn is_word(text: &str) -> bool {
    regex::Regex::new(r"^(\w+\s?)+$").unwrap().is_match(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_differ() {
        assert_ne!(password_hash("a"), password_hash("b"));
    }

    #[test]
    #[ignore]
    fn names_are_words() {
        assert!(is_name("a b"));
    }

    #[test]
    fn makes_a_key() {
        key();
    }
}
