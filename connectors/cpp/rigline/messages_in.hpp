/** JSON bodies as they come in. What must be there is checked; sizes are checked before anything is allocated. */
#pragma once

#include "messages.hpp"

namespace rigline {

namespace detail {

inline const JsonValue* findText(const JsonValue& body, const char* key) {
  const JsonValue* found = body.find(key);
  return found != nullptr && found->kind == JsonValue::Kind::Text ? found : nullptr;
}

inline std::string textOr(const JsonValue& body, const char* key) {
  const JsonValue* found = findText(body, key);
  return found != nullptr ? found->text : std::string();
}

inline bool readNumber(const JsonValue* value, double& out) {
  if (value == nullptr || value->kind != JsonValue::Kind::Number || !std::isfinite(value->number)) return false;
  out = value->number;
  return true;
}

/** A whole number from `low` to `high`. */
inline bool readWhole(const JsonValue* value, double low, double high, double& out) {
  return readNumber(value, out) && out == std::floor(out) && out >= low && out <= high;
}

inline bool readCount(const JsonValue& body, const char* key, double high, uint32_t& out) {
  double value = 0;
  if (!readWhole(body.find(key), 0, high, value)) return false;
  out = static_cast<uint32_t>(value);
  return true;
}

inline bool readRate(const JsonValue* value, FrameRate& out) {
  if (value == nullptr || value->kind != JsonValue::Kind::List || value->items.size() != 2) return false;
  double numerator = 0, denominator = 0;
  if (!readWhole(&value->items[0], 1, 4294967295.0, numerator)) return false;
  if (!readWhole(&value->items[1], 1, 4294967295.0, denominator)) return false;
  out.numerator = static_cast<uint32_t>(numerator);
  out.denominator = static_cast<uint32_t>(denominator);
  return true;
}

inline bool isOneOf(const std::string& text, std::initializer_list<const char*> known) {
  for (const char* one : known) {
    if (text == one) return true;
  }
  return false;
}

inline bool badBody(Problem& problem, const char* kind, const char* member) {
  return problem.set("PROTOCOL_BAD_BODY", std::string("\"") + kind + "\": " + member + " is not as it must be");
}

inline bool readNodeList(const JsonValue& body, std::vector<NodeDescription>& out) {
  const JsonValue* nodes = body.find("nodes");
  if (nodes == nullptr || nodes->kind != JsonValue::Kind::List) return false;
  out.reserve(nodes->items.size());
  for (size_t i = 0; i < nodes->items.size(); i++) {
    const JsonValue* name = findText(nodes->items[i], "name");
    double parent = 0;
    if (name == nullptr || !readWhole(nodes->items[i].find("parent"), -1, static_cast<double>(i) - 1, parent)) return false;
    out.push_back({name->text, static_cast<int>(parent)});
  }
  return true;
}

inline bool readCurveList(const JsonValue& body, std::vector<std::string>& out) {
  const JsonValue* curves = body.find("curves");
  if (curves == nullptr || curves->kind != JsonValue::Kind::List) return false;
  std::set<std::string> seen;
  out.reserve(curves->items.size());
  for (const JsonValue& curve : curves->items) {
    if (curve.kind != JsonValue::Kind::Text || !seen.insert(curve.text).second) return false;
    out.push_back(curve.text);
  }
  return true;
}

}  // namespace detail

/** Reads the JSON of a body. `kind` is for the problem. */
inline bool parseBody(const RawMessage& message, const char* kind, JsonValue& out, Problem& problem) {
  std::string error;
  if (!parseJson(message.body, message.size, out, error)) {
    return problem.set("PROTOCOL_BAD_BODY", std::string("The body of \"") + kind + "\" is no JSON in UTF-8: " + error);
  }
  return out.kind == JsonValue::Kind::Object || detail::badBody(problem, kind, "body");
}

inline bool fromJson(const JsonValue& body, Welcome& out, Problem& problem) {
  if (!detail::readCount(body, "peer", 65535, out.peer)) return detail::badBody(problem, "welcome", "peer");
  if (detail::findText(body, "session") == nullptr) return detail::badBody(problem, "welcome", "session");
  out.session = detail::textOr(body, "session");
  out.name = detail::textOr(body, "name");
  out.hub = detail::textOr(body, "hub");
  detail::readNumber(body.find("clock"), out.clock);
  return true;
}

inline bool fromJson(const JsonValue& body, Description& out, Problem& problem) {
  const char* const kind = "describe";
  if (!detail::readCount(body, "source", 65535, out.source)) return detail::badBody(problem, kind, "source");
  if (!detail::readCount(body, "subject", 65535, out.subject)) return detail::badBody(problem, kind, "subject");
  if (!detail::readCount(body, "revision", 4294967295.0, out.revision)) return detail::badBody(problem, kind, "revision");
  out.name = detail::textOr(body, "name");
  if (out.name.empty()) return detail::badBody(problem, kind, "name");
  out.role = detail::textOr(body, "role");
  if (!detail::isOneOf(out.role, {"transform", "camera", "light", "skeleton", "face"})) return detail::badBody(problem, kind, "role");
  out.space = detail::textOr(body, "space");
  if (out.space.empty()) return detail::badBody(problem, kind, "space");
  if (body.find("metresPerUnit") != nullptr && !(detail::readNumber(body.find("metresPerUnit"), out.metresPerUnit) && out.metresPerUnit > 0)) {
    return detail::badBody(problem, kind, "metresPerUnit");
  }
  if (!detail::readNodeList(body, out.nodes)) return detail::badBody(problem, kind, "nodes");
  if (!detail::readCurveList(body, out.curves)) return detail::badBody(problem, kind, "curves");
  if (body.find("frameRate") != nullptr && !detail::readRate(body.find("frameRate"), out.frameRate)) {
    return detail::badBody(problem, kind, "frameRate");
  }
  out.filmFit = detail::textOr(body, "filmFit");
  const JsonValue* data = body.find("data");
  if (data != nullptr && data->kind == JsonValue::Kind::Object) {
    for (size_t i = 0; i < data->keys.size(); i++) {
      if (data->items[i].kind == JsonValue::Kind::Text) out.data.emplace_back(data->keys[i], data->items[i].text);
    }
  }
  return true;
}

inline bool dropFromJson(const JsonValue& body, uint32_t& source, uint32_t& subject, Problem& problem) {
  if (!detail::readCount(body, "source", 65535, source)) return detail::badBody(problem, "drop", "source");
  return detail::readCount(body, "subject", 65535, subject) || detail::badBody(problem, "drop", "subject");
}

inline bool fromJson(const JsonValue& body, Transport& out, Problem& problem) {
  const char* const kind = "transport";
  if (!detail::readCount(body, "origin", 65535, out.origin)) return detail::badBody(problem, kind, "origin");
  if (!detail::readCount(body, "sequence", 4294967295.0, out.sequence)) return detail::badBody(problem, kind, "sequence");
  out.action = detail::textOr(body, "action");
  if (!detail::isOneOf(out.action, {"play", "pause", "scrub", "state"})) return detail::badBody(problem, kind, "action");
  if (!detail::readNumber(body.find("seconds"), out.seconds)) return detail::badBody(problem, kind, "seconds");
  if (!detail::readNumber(body.find("frame"), out.frame)) return detail::badBody(problem, kind, "frame");
  if (!detail::readRate(body.find("frameRate"), out.rate)) return detail::badBody(problem, kind, "frameRate");
  const JsonValue* range = body.find("range");
  out.hasRange = range != nullptr && range->kind == JsonValue::Kind::List && range->items.size() == 2 &&
                 detail::readNumber(&range->items[0], out.firstFrame) && detail::readNumber(&range->items[1], out.lastFrame);
  return true;
}

inline bool fromJson(const JsonValue& body, ErrorBody& out, Problem&) {
  out.code = detail::textOr(body, "code");
  out.message = detail::textOr(body, "message");
  out.hint = detail::textOr(body, "hint");
  const JsonValue* fatal = body.find("fatal");
  out.isFatal = fatal != nullptr && fatal->kind == JsonValue::Kind::Boolean && fatal->boolean;
  return true;
}

}  // namespace rigline
