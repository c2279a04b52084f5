#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>
#include <random>
#include <regex>
#include <string>
#include <pugixml.hpp>
#include <boost/archive/binary_iarchive.hpp>
#include <xercesc/parsers/XercesDOMParser.hpp>

namespace viewer {

constexpr auto kPasswordField = "password";

void title(const char* name) {
  char buffer[32];
  std::strcpy(buffer, name);
  std::puts(buffer);
}

void safe_title(const char* name) {
  const std::string copy{name};
  std::puts(copy.c_str());
}

void label(const char* name, int page) {
  char buffer[48];
  std::sprintf(buffer, "%s, page %d", name, page);
  std::puts(buffer);
}

void page_number(int page) {
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "%d", page);
  std::puts(buffer);
}

void status(const std::string& text) {
  std::fprintf(stderr, text.c_str());
  std::fprintf(stderr, "%s", text.c_str());
}

void word() {
  char buffer[8];
  std::cin >> buffer;
  std::string grows;
  std::cin >> grows;
}

void print(const std::string& printer) {
  std::system(("lp -d " + printer + " page.pdf").c_str());
}

void clear_screen() {
  std::system("clear");
}

std::string thumbnail(const std::string& file) {
  const auto command = "convert " + file + " -resize 64 png:-";
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  return {};
}

std::ifstream open_page(const std::string& name) {
  return std::ifstream("/srv/pages/" + name);
}

std::ifstream open_index() {
  return std::ifstream("/srv/pages/index.html");
}

template <class Session>
Session restore(std::istream& in) {
  boost::archive::binary_iarchive archive(in);
  Session session;
  archive >> session;
  return session;
}

void load(const char* path) {
  xercesc::XercesDOMParser parser;
  parser.setCreateEntityReferenceNodes(false);
  parser.setDisableDefaultEntityResolution(false);
  parser.parse(path);
}

bool load_small(pugi::xml_document& document, const char* path) {
  return document.load_file(path, pugi::parse_default);
}

bool is_name(const std::string& text) {
  static const std::regex name("^(\\w+\\s?)+$");
  return std::regex_match(text, name);
}

bool is_page(const std::string& text) {
  static const std::regex page("^[0-9]{1,4}$");
  return std::regex_match(text, page);
}

unsigned session_token() {
  std::mt19937 generator(42);
  return generator();
}

unsigned sample() {
  return std::random_device{}();
}

void load_plugin(const std::string& name) {
  try {
    std::ifstream plugin(name);
  } catch (...) {
  }
}

int pages(const std::string& text) {
  try {
    return std::stoi(text);
  } catch (const std::invalid_argument&) {
    return 0;
  }
}

}  // namespace viewer
