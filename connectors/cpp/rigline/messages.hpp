/** Messages with their header, and what the JSON bodies hold. Members that are not known are passed over. */
#pragma once

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "frame.hpp"
#include "json.hpp"
#include "subject.hpp"

namespace rigline {

constexpr uint8_t kProtocolVersion = 1;
constexpr size_t kHeaderBytes = 4;

enum class MessageKind : uint8_t {
  Hello = 1,
  Welcome = 2,
  Describe = 3,
  Drop = 4,
  Frame = 5,
  Transport = 6,
  Ping = 7,
  Pong = 8,
  Error = 9,
  Subscribe = 10,
  Bye = 11,
};

struct Hello {
  /** `sender`, `receiver` or `both`. */
  std::string role = "sender";
  std::string name;
  std::string application;
  std::string applicationVersion;
  std::string token;
  /** Space that a receiver wants its values in, and of own subjects that do not say theirs. */
  std::string space;
};

struct Welcome {
  /** Number of this peer: `source` of its frames. */
  uint32_t peer = 0;
  /** Changes when the hub is started anew. */
  std::string session;
  std::string name;
  std::string hub;
  double clock = 0;
};

/** Time and playing state of the scene. */
struct Transport {
  uint32_t origin = 0;
  uint32_t sequence = 0;
  /** `play`, `pause`, `scrub` or `state`. */
  std::string action;
  double seconds = 0;
  double frame = 0;
  FrameRate rate;
  bool hasRange = false;
  double firstFrame = 0;
  double lastFrame = 0;
};

struct ErrorBody {
  std::string code;
  std::string message;
  std::string hint;
  bool isFatal = false;
};

/** Narrows down what a receiver gets. In names, `*` stands for any text. */
struct Subscribe {
  std::vector<std::string> names;
  std::vector<std::string> roles;
  /** Frames per second at most; 0: as they come. */
  double maxRate = 0;
  std::string space;
};

/** One message, header checked, body not read yet. */
struct RawMessage {
  uint8_t kind = 0;
  const uint8_t* body = nullptr;
  size_t size = 0;

  bool is(MessageKind wanted) const { return kind == static_cast<uint8_t>(wanted); }
};

inline Bytes beginMessage(MessageKind kind) { return {0x52, 0x4c, kProtocolVersion, static_cast<uint8_t>(kind)}; }

inline Bytes encodeJsonMessage(MessageKind kind, const JsonValue& body) {
  std::string json;
  writeJson(json, body);
  Bytes out = beginMessage(kind);
  ByteWriter(out).text(json);
  return out;
}

inline Bytes encodePong(double clock, double answered) {
  Bytes out = beginMessage(MessageKind::Pong);
  ByteWriter writer(out);
  writer.f64(clock);
  writer.f64(answered);
  return out;
}

inline Bytes encodeFrame(const FrameHeader& header, const std::vector<FrameSubject>& subjects) {
  Bytes out = beginMessage(MessageKind::Frame);
  encodeFrameBody(out, header, subjects);
  return out;
}

/** Kinds that are not known are read as well: they are to be passed over. */
inline bool parseMessage(const uint8_t* data, size_t size, RawMessage& out, Problem& problem) {
  if (size < kHeaderBytes || data[0] != 0x52 || data[1] != 0x4c) {
    return problem.set("PROTOCOL_NOT_A_MESSAGE", std::to_string(size) + " bytes do not begin as a message of the live protocol");
  }
  if (data[2] != kProtocolVersion) {
    return problem.set("PROTOCOL_VERSION", "A message is of version " + std::to_string(data[2]) + "; version 1 is known here");
  }
  out.kind = data[3];
  out.body = data + kHeaderBytes;
  out.size = size - kHeaderBytes;
  return true;
}

// ---- bodies out

namespace detail {

inline JsonValue rateOf(const FrameRate& rate) {
  return JsonValue::list().push(JsonValue::of(static_cast<double>(rate.numerator))).push(JsonValue::of(static_cast<double>(rate.denominator)));
}

inline JsonValue textsOf(const std::vector<std::string>& texts) {
  JsonValue out = JsonValue::list();
  for (const std::string& text : texts) out.push(JsonValue::of(text));
  return out;
}

inline void addText(JsonValue& out, const char* key, const std::string& text) {
  if (!text.empty()) out.add(key, JsonValue::of(text));
}

inline void addCount(JsonValue& out, const char* key, uint32_t value) { out.add(key, JsonValue::of(static_cast<double>(value))); }

}  // namespace detail

inline JsonValue toJson(const Hello& hello) {
  JsonValue out = JsonValue::object();
  detail::addCount(out, "protocol", kProtocolVersion);
  for (const auto& [key, text] : {std::pair<const char*, const std::string&>{"role", hello.role},
                                  {"name", hello.name},
                                  {"application", hello.application},
                                  {"applicationVersion", hello.applicationVersion},
                                  {"token", hello.token},
                                  {"space", hello.space}}) {
    detail::addText(out, key, text);
  }
  return out;
}

inline JsonValue toJson(const Description& subject) {
  JsonValue out = JsonValue::object();
  detail::addCount(out, "source", subject.source);
  detail::addCount(out, "subject", subject.subject);
  detail::addCount(out, "revision", subject.revision);
  out.add("name", JsonValue::of(subject.name));
  out.add("role", JsonValue::of(subject.role));
  out.add("space", JsonValue::of(subject.space));
  if (subject.metresPerUnit > 0) out.add("metresPerUnit", JsonValue::of(subject.metresPerUnit));
  JsonValue nodes = JsonValue::list();
  for (const NodeDescription& node : subject.nodes) {
    JsonValue one = JsonValue::object();
    one.add("name", JsonValue::of(node.name)).add("parent", JsonValue::of(static_cast<double>(node.parent)));
    nodes.push(std::move(one));
  }
  out.add("nodes", std::move(nodes));
  out.add("curves", detail::textsOf(subject.curves));
  if (subject.frameRate.denominator > 0) out.add("frameRate", detail::rateOf(subject.frameRate));
  detail::addText(out, "filmFit", subject.filmFit);
  if (!subject.data.empty()) {
    JsonValue data = JsonValue::object();
    for (const auto& [key, text] : subject.data) data.add(key, JsonValue::of(text));
    out.add("data", std::move(data));
  }
  return out;
}

inline JsonValue dropToJson(uint32_t source, uint32_t subject) {
  JsonValue out = JsonValue::object();
  detail::addCount(out, "source", source);
  detail::addCount(out, "subject", subject);
  return out;
}

inline JsonValue toJson(const Transport& transport) {
  JsonValue out = JsonValue::object();
  detail::addCount(out, "origin", transport.origin);
  detail::addCount(out, "sequence", transport.sequence);
  out.add("action", JsonValue::of(transport.action));
  out.add("seconds", JsonValue::of(transport.seconds));
  out.add("frame", JsonValue::of(transport.frame));
  out.add("frameRate", detail::rateOf(transport.rate));
  if (transport.hasRange) {
    out.add("range", JsonValue::list().push(JsonValue::of(transport.firstFrame)).push(JsonValue::of(transport.lastFrame)));
  }
  return out;
}

inline JsonValue toJson(const Subscribe& subscribe) {
  JsonValue out = JsonValue::object();
  if (!subscribe.names.empty()) out.add("names", detail::textsOf(subscribe.names));
  if (!subscribe.roles.empty()) out.add("roles", detail::textsOf(subscribe.roles));
  if (subscribe.maxRate > 0) out.add("maxRate", JsonValue::of(subscribe.maxRate));
  detail::addText(out, "space", subscribe.space);
  return out;
}

}  // namespace rigline

#include "messages_in.hpp"
