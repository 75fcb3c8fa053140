#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rigline {

using Bytes = std::vector<uint8_t>;

/** Why bytes could not be read. Codes are those of docs/problems.md. */
struct Problem {
  std::string code;
  std::string message;

  /** Always false, so that a function can fail in one line. */
  bool set(const char* newCode, std::string newMessage) {
    code = newCode;
    message = static_cast<std::string&&>(newMessage);
    return false;
  }
};

/** What one connection may ask for at most. */
struct Limits {
  size_t messageBytes = size_t{1} << 24;
  /** Subjects of others that are kept; further ones are left out. */
  size_t subjects = 4096;
  /** Nodes and curves of one subject. */
  size_t nodes = 4096;
  size_t curves = 4096;
  /** Nodes and curves of all subjects of others together: what bounds the memory of a receiver. */
  size_t values = size_t{1} << 20;
};

}  // namespace rigline
