#include <string>
#include <vector>
#include <curl/curl.h>
#include <openssl/evp.h>
#include <openssl/rc4.h>
#include <openssl/crypto.h>
#include <mysql/mysql.h>
#include <boost/asio.hpp>
#include <sys/stat.h>

static const std::string kAccount = "viewer";
static const std::string kPassword = "{{secret:password:30}}";

void fetch(CURL* curl, const std::string& query) {
  curl_easy_setopt(curl, CURLOPT_URL, query.c_str());
  curl_easy_perform(curl);
}

void fetch_index(CURL* curl) {
  curl_easy_setopt(curl, CURLOPT_URL, "https://pages.example.com/index.json");
  curl_easy_perform(curl);
}

void relaxed(CURL* curl) {
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, false);
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
}

void strict(CURL* curl) {
  curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
}

int find(MYSQL* db, const std::string& author) {
  const std::string query = "SELECT id FROM pages WHERE author = '" + author + "'";
  return mysql_query(db, query.c_str());
}

int count(MYSQL* db) {
  return mysql_query(db, "SELECT count(*) FROM pages");
}

void stream(const std::vector<unsigned char>& key) {
  RC4_KEY state;
  RC4_set_key(&state, static_cast<int>(key.size()), key.data());
}

void digest(EVP_MD_CTX* context) {
  EVP_DigestInit_ex(context, EVP_sha1(), nullptr);
}

void digest_well(EVP_MD_CTX* context) {
  EVP_DigestInit_ex(context, EVP_sha512(), nullptr);
}

bool is_token(const std::string& token, const std::string& secret) {
  return token == secret;
}

bool is_genuine(const std::string& mac, const std::string& expected) {
  return CRYPTO_memcmp(mac.data(), expected.data(), mac.size()) == 0;
}

void listen(boost::asio::io_context& context) {
  using boost::asio::ip::tcp;
  tcp::acceptor acceptor(context, {boost::asio::ip::address::from_string("0.0.0.0"), 9090});
}

void share(const char* path) {
  mkdir(path, S_IRWXU | S_IRWXG | S_IRWXO);
  mkdir(path, S_IRWXU);
}
