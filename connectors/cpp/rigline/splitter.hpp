#pragma once

#include "problem.hpp"

namespace rigline {

/** The message with its length before it, as streams carry it. */
inline void appendPrefixed(Bytes& out, const Bytes& message) {
  for (int i = 0; i < 4; i++) out.push_back(static_cast<uint8_t>((message.size() >> (8 * i)) & 255));
  out.insert(out.end(), message.begin(), message.end());
}

/**
 * Cuts a stream of bytes into messages. Holds no more than one message that is not whole yet, and takes memory for it
 * only as its bytes come in: a large length alone costs nothing.
 */
class MessageSplitter {
 public:
  explicit MessageSplitter(size_t limit = Limits().messageBytes) : limit_(limit) {}

  /** Bytes that wait for the rest of their message. */
  size_t heldBytes() const { return held_.size(); }

  void reset() {
    held_ = Bytes();
    wanted_ = kUnknown;
  }

  /**
   * Calls `deliver(data, size)` for every message that is whole; it is to be used or copied at once. `deliver` returns
   * whether to go on. Returns false when it did not, or when a length is out of bounds (then `problem` is set): the
   * stream cannot be read on.
   */
  template <typename Deliver>
  bool push(const uint8_t* data, size_t size, Problem& problem, Deliver&& deliver) {
    while (size > 0) {
      const size_t need = (wanted_ == kUnknown ? kLengthBytes : wanted_) - held_.size();
      const size_t count = need < size ? need : size;
      const uint8_t* whole = data;
      if (!held_.empty() || count < need) {
        held_.insert(held_.end(), data, data + count);
        whole = held_.data();
      }
      data += count;
      size -= count;
      if (count < need) return true;
      if (wanted_ == kUnknown) {
        wanted_ = static_cast<size_t>(whole[0]) | static_cast<size_t>(whole[1]) << 8 | static_cast<size_t>(whole[2]) << 16 |
                  static_cast<size_t>(whole[3]) << 24;
        held_.clear();
        if (wanted_ == 0 || wanted_ > limit_) return problem.set("PROTOCOL_BAD_LENGTH", badLength());
        continue;
      }
      const bool goesOn = deliver(whole, wanted_);
      // The memory of a very large message is not kept.
      if (held_.capacity() > kKeptBytes) held_ = Bytes();
      held_.clear();
      wanted_ = kUnknown;
      if (!goesOn) return false;
    }
    return true;
  }

 private:
  static constexpr size_t kUnknown = static_cast<size_t>(-1);
  static constexpr size_t kLengthBytes = 4;
  static constexpr size_t kKeptBytes = size_t{1} << 20;

  std::string badLength() const {
    return "A message of " + std::to_string(wanted_) + " bytes is announced; 1 to " + std::to_string(limit_) + " are allowed";
  }

  size_t limit_;
  size_t wanted_ = kUnknown;
  Bytes held_;
};

}  // namespace rigline
