use actix_web::{cookie::Cookie, get, http::header, post, web, HttpRequest, HttpResponse};
use actix_cors::Cors;
use std::collections::HashMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tokio_postgres::Client;

const TOOL: &str = "report";
const TABLE: &str = "items";

#[get("/items")]
async fn items(client: web::Data<Client>, query: web::Query<HashMap<String, String>>) -> HttpResponse {
    let mut statement = String::from("SELECT * FROM items WHERE owner = '");
    statement.push_str(&query["owner"]);
    statement.push('\'');
    client.query(statement.as_str(), &[]).await.unwrap();
    HttpResponse::Ok().finish()
}

#[get("/items/{id}")]
async fn item(client: web::Data<Client>, id: web::Path<i32>) -> HttpResponse {
    client.query("SELECT * FROM items WHERE id = $1", &[&id.into_inner()]).await.unwrap();
    client.query(&format!("SELECT count(*) FROM {TABLE}"), &[]).await.unwrap();
    HttpResponse::Ok().finish()
}

#[post("/run")]
async fn run(query: web::Query<HashMap<String, String>>) -> HttpResponse {
    let name = &query["name"];
    let line = [TOOL, name].join(" ");
    Command::new("/bin/sh").arg("-c").arg(&line).stdout(Stdio::null()).status().unwrap();
    Command::new(TOOL).arg(name).status().unwrap();
    HttpResponse::Ok().finish()
}

#[get("/file/{name:.*}")]
async fn file(name: web::Path<String>) -> HttpResponse {
    let path = PathBuf::from("/srv/files").join(name.as_str());
    HttpResponse::Ok().body(std::fs::read(path).unwrap())
}

#[get("/hello")]
async fn hello(query: web::Query<HashMap<String, String>>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/html").body(format!("<h1>{}</h1>", query["name"]))
}

#[get("/plain")]
async fn plain(query: web::Query<HashMap<String, String>>) -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain").body(query["name"].clone())
}

#[get("/next")]
async fn next(request: HttpRequest) -> HttpResponse {
    let target = request.query_string().trim_start_matches("to=").to_owned();
    HttpResponse::Found().insert_header((header::LOCATION, target)).finish()
}

#[get("/home")]
async fn home() -> HttpResponse {
    HttpResponse::Found().insert_header((header::LOCATION, "/items")).finish()
}

fn session(token: &str) -> Cookie<'_> {
    Cookie::build("session", token).secure(false).http_only(false).finish()
}

fn language(code: &str) -> Cookie<'_> {
    Cookie::build("language", code).secure(true).http_only(true).finish()
}

fn cors() -> Cors {
    Cors::permissive()
}

fn own_cors() -> Cors {
    Cors::default().allowed_origin("https://items.example.com")
}

fn person(name: &str) -> String {
    format!("(&(objectClass=person)(uid={name}))")
}

fn everyone() -> String {
    String::from("(objectClass=person)")
}

fn state(bytes: &[u8]) -> serde_yaml::Value {
    serde_yaml::from_slice(bytes).unwrap()
}

fn first(values: &[u8]) -> u8 {
    unsafe { *values.get_unchecked(3) }
}

fn first_checked(values: &[u8]) -> Option<u8> {
    values.get(3).copied()
}
