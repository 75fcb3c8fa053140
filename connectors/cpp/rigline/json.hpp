/**
 * As much JSON as the messages need. Reading is bounded: depth and number of values are limited before anything is
 * allocated for them, and text is checked to be UTF-8. Half surrogates become U+FFFD.
 */
#pragma once

#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace rigline {

/** A value of JSON. Members keep their order; of equal keys the last one counts. */
class JsonValue {
 public:
  enum class Kind { Null, Boolean, Number, Text, List, Object };

  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0;
  std::string text;
  /** Of a list, or the values of an object. */
  std::vector<JsonValue> items;
  std::vector<std::string> keys;

  static JsonValue of(double value) {
    JsonValue out;
    out.kind = Kind::Number;
    out.number = value;
    return out;
  }
  static JsonValue of(bool value) {
    JsonValue out;
    out.kind = Kind::Boolean;
    out.boolean = value;
    return out;
  }
  static JsonValue of(std::string value) {
    JsonValue out;
    out.kind = Kind::Text;
    out.text = std::move(value);
    return out;
  }
  static JsonValue list() {
    JsonValue out;
    out.kind = Kind::List;
    return out;
  }
  static JsonValue object() {
    JsonValue out;
    out.kind = Kind::Object;
    return out;
  }

  JsonValue& add(std::string key, JsonValue value) {
    keys.push_back(std::move(key));
    items.push_back(std::move(value));
    return *this;
  }
  JsonValue& add(std::string key, const char* value) { return add(std::move(key), of(std::string(value))); }
  JsonValue& push(JsonValue value) {
    items.push_back(std::move(value));
    return *this;
  }

  /** A member, or nullptr. */
  const JsonValue* find(const char* key) const {
    if (kind != Kind::Object) return nullptr;
    for (size_t i = keys.size(); i > 0; i--) {
      if (keys[i - 1] == key) return &items[i - 1];
    }
    return nullptr;
  }
};

namespace detail {

/** Length of the UTF-8 sequence at `at`, or 0 where there is none. Overlong forms and surrogates are none. */
inline size_t utf8Length(const uint8_t* data, size_t size, size_t at) {
  const uint8_t first = data[at];
  if (first < 0x80) return 1;
  const size_t length = first >= 0xc2 && first < 0xe0 ? 2u : first >= 0xe0 && first < 0xf0 ? 3u : first >= 0xf0 && first < 0xf5 ? 4u : 0u;
  if (length == 0 || length > size - at) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((data[at + i] & 0xc0) != 0x80) return 0;
  }
  const uint8_t second = data[at + 1];
  if (first == 0xe0 && second < 0xa0) return 0;
  if (first == 0xed && second > 0x9f) return 0;
  if (first == 0xf0 && second < 0x90) return 0;
  if (first == 0xf4 && second > 0x8f) return 0;
  return length;
}

inline void appendUtf8(std::string& out, uint32_t code) {
  const auto put = [&out](uint32_t byte) { out.push_back(static_cast<char>(static_cast<uint8_t>(byte))); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | (code >> 6));
    put(0x80 | (code & 63));
  } else if (code < 0x10000) {
    put(0xe0 | (code >> 12));
    put(0x80 | ((code >> 6) & 63));
    put(0x80 | (code & 63));
  } else {
    put(0xf0 | (code >> 18));
    put(0x80 | ((code >> 12) & 63));
    put(0x80 | ((code >> 6) & 63));
    put(0x80 | (code & 63));
  }
}

class JsonParser {
 public:
  JsonParser(const uint8_t* data, size_t size, size_t maxValues) : data_(data), size_(size), left_(maxValues) {}

  bool parse(JsonValue& out, std::string& error) {
    const bool isRead = space() && value(out, 0) && space() && at_ == size_;
    if (!isRead) error = error_ != nullptr ? error_ : "not as JSON has it";
    if (!isRead) error += " at byte " + std::to_string(at_);
    return isRead;
  }

 private:
  static constexpr int kMaxDepth = 32;

  bool fail(const char* error) {
    if (error_ == nullptr) error_ = error;
    return false;
  }

  bool space() {
    while (at_ < size_ && (data_[at_] == ' ' || data_[at_] == '\t' || data_[at_] == '\n' || data_[at_] == '\r')) at_++;
    return true;
  }

  bool take(char wanted) {
    if (at_ >= size_ || data_[at_] != static_cast<uint8_t>(wanted)) return false;
    at_++;
    return true;
  }

  bool word(const char* wanted) {
    for (; *wanted != '\0'; wanted++) {
      if (!take(*wanted)) return false;
    }
    return true;
  }

  bool value(JsonValue& out, int depth) {
    if (depth > kMaxDepth) return fail("too deep");
    if (left_ == 0) return fail("too many values");
    left_--;
    if (at_ >= size_) return false;
    switch (data_[at_]) {
      case '{':
        return object(out, depth);
      case '[':
        return list(out, depth);
      case '"':
        out.kind = JsonValue::Kind::Text;
        return text(out.text);
      case 't':
      case 'f':
        out.kind = JsonValue::Kind::Boolean;
        out.boolean = data_[at_] == 't';
        return word(out.boolean ? "true" : "false");
      case 'n':
        return word("null");
      default:
        out.kind = JsonValue::Kind::Number;
        return number(out.number);
    }
  }

  bool object(JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::Object;
    at_++;
    space();
    if (take('}')) return true;
    do {
      out.keys.emplace_back();
      out.items.emplace_back();
      space();
      if (!text(out.keys.back())) return false;
      space();
      if (!take(':')) return false;
      space();
      if (!value(out.items.back(), depth + 1)) return false;
      space();
    } while (take(','));
    return take('}');
  }

  bool list(JsonValue& out, int depth) {
    out.kind = JsonValue::Kind::List;
    at_++;
    space();
    if (take(']')) return true;
    do {
      out.items.emplace_back();
      space();
      if (!value(out.items.back(), depth + 1)) return false;
      space();
    } while (take(','));
    return take(']');
  }

  bool text(std::string& out) {
    if (!take('"')) return false;
    while (at_ < size_) {
      const uint8_t byte = data_[at_];
      if (byte == '"') {
        at_++;
        return true;
      }
      if (byte < 0x20) return fail("a control character in text");
      if (byte == '\\') {
        at_++;
        if (!escape(out)) return false;
        continue;
      }
      const size_t length = utf8Length(data_, size_, at_);
      if (length == 0) return fail("not UTF-8");
      for (size_t i = 0; i < length; i++) out.push_back(static_cast<char>(data_[at_ + i]));
      at_ += length;
    }
    return false;
  }

  bool escape(std::string& out) {
    if (at_ >= size_) return false;
    const char kind = static_cast<char>(data_[at_++]);
    switch (kind) {
      case '"':
      case '\\':
      case '/':
        out.push_back(kind);
        return true;
      case 'b':
        out.push_back('\b');
        return true;
      case 'f':
        out.push_back('\f');
        return true;
      case 'n':
        out.push_back('\n');
        return true;
      case 'r':
        out.push_back('\r');
        return true;
      case 't':
        out.push_back('\t');
        return true;
      case 'u':
        return unicode(out);
      default:
        return false;
    }
  }

  bool hex4(uint32_t& out) {
    if (size_ - at_ < 4) return false;
    out = 0;
    for (int i = 0; i < 4; i++) {
      const uint8_t c = data_[at_++];
      const uint32_t digit = c >= '0' && c <= '9'   ? static_cast<uint32_t>(c - '0')
                             : c >= 'a' && c <= 'f' ? static_cast<uint32_t>(c - 'a' + 10)
                             : c >= 'A' && c <= 'F' ? static_cast<uint32_t>(c - 'A' + 10)
                                                    : 16u;
      if (digit > 15) return false;
      out = (out << 4) | digit;
    }
    return true;
  }

  bool unicode(std::string& out) {
    uint32_t code = 0;
    if (!hex4(code)) return false;
    if (code >= 0xd800 && code < 0xdc00 && size_ - at_ >= 6 && data_[at_] == '\\' && data_[at_ + 1] == 'u') {
      const size_t before = at_;
      at_ += 2;
      uint32_t low = 0;
      if (!hex4(low)) return false;
      if (low >= 0xdc00 && low < 0xe000) {
        appendUtf8(out, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
        return true;
      }
      at_ = before;
    }
    appendUtf8(out, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
    return true;
  }

  bool digits(std::string& out) {
    const size_t start = at_;
    while (at_ < size_ && data_[at_] >= '0' && data_[at_] <= '9') out.push_back(static_cast<char>(data_[at_++]));
    return at_ > start;
  }

  bool number(double& out) {
    std::string shown;
    if (take('-')) shown.push_back('-');
    const size_t whole = at_;
    if (!digits(shown) || (data_[whole] == '0' && at_ - whole > 1)) return false;
    if (take('.')) {
      // The C library reads the decimal point of the locale.
      const std::lconv* locale = std::localeconv();
      shown += locale != nullptr && locale->decimal_point != nullptr ? locale->decimal_point : ".";
      if (!digits(shown)) return false;
    }
    if (take('e') || take('E')) {
      shown.push_back('e');
      if (take('-')) shown.push_back('-');
      else take('+');
      if (!digits(shown)) return false;
    }
    out = std::strtod(shown.c_str(), nullptr);
    return true;
  }

  const uint8_t* data_;
  size_t size_;
  size_t at_ = 0;
  size_t left_;
  const char* error_ = nullptr;
};

/** The shortest decimal form that reads as the same number. */
inline std::string formatNumber(double value) {
  if (!std::isfinite(value)) return "null";
  char shown[40];
  if (value == std::floor(value) && std::fabs(value) < 1e15) {
    std::snprintf(shown, sizeof shown, "%.0f", value == 0 ? 0.0 : value);
    return shown;
  }
  for (int precision = 15; precision <= 17; precision++) {
    std::snprintf(shown, sizeof shown, "%.*g", precision, value);
    if (std::strtod(shown, nullptr) == value) break;
  }
  for (char* c = shown; *c != '\0'; c++) {
    const bool isPoint = (*c < '0' || *c > '9') && *c != '-' && *c != '+' && *c != 'e';
    if (isPoint) *c = '.';
  }
  return shown;
}

inline void writeText(std::string& out, const std::string& text) {
  out.push_back('"');
  const uint8_t* data = reinterpret_cast<const uint8_t*>(text.data());
  for (size_t at = 0; at < text.size();) {
    const uint8_t byte = data[at];
    const size_t length = utf8Length(data, text.size(), at);
    if (length == 0) {
      out += "\xef\xbf\xbd";
      at++;
      continue;
    }
    static const char* const kShort = "btn\0fr";  // of the bytes 8 to 13; 11 has no short form
    if (byte == '"' || byte == '\\') {
      out.push_back('\\');
      out.push_back(static_cast<char>(byte));
    } else if (byte >= 8 && byte <= 13 && byte != 11) {
      out.push_back('\\');
      out.push_back(kShort[byte - 8]);
    } else if (byte < 0x20) {
      char shown[8];
      std::snprintf(shown, sizeof shown, "\\u%04x", static_cast<unsigned>(byte));
      out += shown;
    } else {
      out.append(text, at, length);
    }
    at += length;
  }
  out.push_back('"');
}

}  // namespace detail

/** More values than any description has that the limits allow. */
constexpr size_t kMaxJsonValues = size_t{1} << 17;

/** Reads a whole text. On failure `error` says what is wrong and where. */
inline bool parseJson(const uint8_t* data, size_t size, JsonValue& out, std::string& error, size_t maxValues = kMaxJsonValues) {
  out = JsonValue();
  return detail::JsonParser(data, size, maxValues).parse(out, error);
}

/** Writes it as compactly as it goes. What is not UTF-8 becomes U+FFFD, numbers that are not finite become null. */
inline void writeJson(std::string& out, const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::Null:
      out += "null";
      break;
    case JsonValue::Kind::Boolean:
      out += value.boolean ? "true" : "false";
      break;
    case JsonValue::Kind::Number:
      out += detail::formatNumber(value.number);
      break;
    case JsonValue::Kind::Text:
      detail::writeText(out, value.text);
      break;
    case JsonValue::Kind::List:
    case JsonValue::Kind::Object: {
      const bool isList = value.kind == JsonValue::Kind::List;
      out.push_back(isList ? '[' : '{');
      for (size_t i = 0; i < value.items.size(); i++) {
        if (i > 0) out.push_back(',');
        if (!isList) {
          detail::writeText(out, value.keys[i]);
          out.push_back(':');
        }
        writeJson(out, value.items[i]);
      }
      out.push_back(isList ? ']' : '}');
      break;
    }
  }
}

}  // namespace rigline
