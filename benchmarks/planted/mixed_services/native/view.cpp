#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <vector>
#include <sqlite3.h>

class View {
 public:
  explicit View(sqlite3* db) : db_(db) {}

  int find(const std::string& name) {
    std::string statement = "SELECT * FROM views WHERE name = '";
    statement += name;
    statement += "'";
    return sqlite3_exec(db_, statement.c_str(), nullptr, nullptr, nullptr);
  }

  int clear() {
    static const std::string statement = std::string("DELETE FROM ") + kTable;
    return sqlite3_exec(db_, statement.c_str(), nullptr, nullptr, nullptr);
  }

  void copy(const char* text) {
    std::strcat(name_.data(), text);
  }

  void copy_bounded(const std::string& text) {
    std::copy_n(text.begin(), std::min(text.size(), name_.size() - 1), name_.begin());
  }

  void format(const char* pattern) {
    char line[64];
    std::snprintf(line, sizeof line, pattern);
  }

  void fixed() {
    char line[64];
    std::snprintf(line, sizeof line, "%s", name_.data());
  }

  int* take() {
    int value = 3;
    return &value;
  }

  std::unique_ptr<int> give() {
    return std::make_unique<int>(3);
  }

 private:
  static constexpr const char* kTable = "views";
  sqlite3* db_;
  std::array<char, 32> name_{};
};
