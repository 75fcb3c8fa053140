#pragma once

#include <cmath>
#include <cstring>
#include <string>

#include "problem.hpp"

namespace rigline {

/** Bytes that grow. Numbers are little endian on every machine. */
class ByteWriter {
 public:
  explicit ByteWriter(Bytes& out) : out_(out) {}

  void u8(uint8_t value) { out_.push_back(value); }
  void u16(uint16_t value) { little(value, 2); }
  void u32(uint32_t value) { little(value, 4); }
  void f32(float value) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    little(bits, 4);
  }
  void f64(double value) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    little(bits, 8);
  }
  /** 7 bits per byte, lowest first. */
  void varint(uint32_t value) {
    while (value > 127) {
      u8(static_cast<uint8_t>((value & 127) | 128));
      value >>= 7;
    }
    u8(static_cast<uint8_t>(value));
  }
  void text(const std::string& value) { out_.insert(out_.end(), value.begin(), value.end()); }

 private:
  void little(uint64_t value, int count) {
    for (int i = 0; i < count; i++) out_.push_back(static_cast<uint8_t>((value >> (8 * i)) & 255));
  }

  Bytes& out_;
};

/**
 * Reads the bytes of a message, never beyond them. After the first value that does not fit, `isWhole` is false and
 * everything reads as zero.
 */
class ByteReader {
 public:
  ByteReader(const uint8_t* data, size_t size, size_t at = 0) : data_(data), size_(size), at_(at), whole_(at <= size) {}

  bool isWhole() const { return whole_; }
  size_t at() const { return at_; }
  size_t left() const { return whole_ ? size_ - at_ : 0; }

  uint8_t u8() { return static_cast<uint8_t>(little(1)); }
  uint16_t u16() { return static_cast<uint16_t>(little(2)); }
  uint32_t u32() { return static_cast<uint32_t>(little(4)); }
  float f32() {
    const uint32_t bits = u32();
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  double f64() {
    const uint64_t bits = little(8);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  /** A number beyond 32 bits counts as one that does not fit. */
  uint32_t varint() {
    uint64_t value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const uint8_t byte = u8();
      value |= static_cast<uint64_t>(byte & 127) << shift;
      if (byte < 128) {
        if (value <= 0xffffffffu) return static_cast<uint32_t>(value);
        break;
      }
    }
    whole_ = false;
    return 0;
  }

 private:
  uint64_t little(size_t count) {
    if (!whole_ || count > size_ - at_) {
      whole_ = false;
      return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) value |= static_cast<uint64_t>(data_[at_ + i]) << (8 * i);
    at_ += count;
    return value;
  }

  const uint8_t* data_;
  size_t size_;
  size_t at_;
  bool whole_;
};

}  // namespace rigline
