/** The binary body of a frame: states of many subjects at one tick. The layout is in docs/protocol.md. */
#pragma once

#include <cmath>
#include <vector>

#include "bytes.hpp"
#include "subject.hpp"

namespace rigline {

/** Where in the scene's own time a frame stands. */
struct SceneTime {
  double seconds = 0;
  double frame = 0;
  FrameRate rate;
};

/** What a frame says besides the states. */
struct FrameHeader {
  /** Peer that sends it; 0 from the sender itself. */
  uint16_t source = 0;
  /** Tick of the sender. */
  uint32_t sequence = 0;
  /** Seconds since 1970 when the values were taken. */
  double wallClock = 0;
  bool hasTime = false;
  SceneTime time;
};

/** One subject of a frame to be written. */
struct FrameSubject {
  uint32_t subject = 0;
  uint32_t revision = 0;
  const SubjectState* state = nullptr;
  /** All that differs from the defaults, instead of what is marked as changed. */
  bool isFull = false;
};

/** Takes the states of a frame while it is read. */
class FrameTarget {
 public:
  FrameTarget() = default;
  FrameTarget(const FrameTarget&) = delete;
  FrameTarget& operator=(const FrameTarget&) = delete;
  virtual ~FrameTarget() = default;
  /** The state to write to, or nullptr to skip the subject: it is not known, or of another revision. */
  virtual SubjectState* open(uint32_t subject, uint8_t revision, uint16_t source) = 0;
};

namespace detail {

constexpr uint8_t kHasTime = 1;
constexpr uint8_t kFull = 1;
constexpr uint8_t kUniformScale = 8;
constexpr int kLargestShift = 4;

inline bool isFiniteFloat(double value) { return std::isfinite(static_cast<float>(value)); }

inline double quatLength(const double* q) { return std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3])); }

/** Parts of a node that are written. Numbers that are not finite are left out. */
inline uint8_t partsOf(const SubjectState& state, size_t node, bool isFull) {
  const double* p = state.translations.data() + node * 3;
  const double* q = state.rotations.data() + node * 4;
  const double* s = state.scales.data() + node * 3;
  unsigned parts = isFull ? 0u : state.changedNodes[node];
  if (isFull) {
    if (p[0] != 0 || p[1] != 0 || p[2] != 0) parts |= kTranslation;
    if (q[0] != 0 || q[1] != 0 || q[2] != 0) parts |= kRotation;
    if (s[0] != 1 || s[1] != 1 || s[2] != 1) parts |= kScale;
  }
  if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) parts &= ~unsigned{kTranslation};
  const double length = quatLength(q);
  if (!(std::isfinite(length) && length > 0)) parts &= ~unsigned{kRotation};
  if (!isFiniteFloat(s[0]) || !isFiniteFloat(s[1]) || !isFiniteFloat(s[2])) parts &= ~unsigned{kScale};
  return static_cast<uint8_t>(parts & kWholeNode);
}

inline void writeNode(ByteWriter& out, const SubjectState& state, size_t node, uint8_t parts) {
  const double* p = state.translations.data() + node * 3;
  const double* q = state.rotations.data() + node * 4;
  const double* s = state.scales.data() + node * 3;
  const bool isUniform = (parts & kScale) != 0 && s[0] == s[1] && s[0] == s[2];
  // Which component is the largest in size; the last of equal ones.
  unsigned largest = (parts & kRotation) != 0 ? 3 : 0;
  if ((parts & kRotation) != 0) {
    for (unsigned i = 3; i-- > 0;) {
      if (std::fabs(q[i]) > std::fabs(q[largest])) largest = i;
    }
  }
  const unsigned scaleFlags = isUniform ? kUniformScale : unsigned{parts} & kScale;
  out.u8(static_cast<uint8_t>((parts & (kTranslation | kRotation)) | scaleFlags | (largest << kLargestShift)));
  if ((parts & kTranslation) != 0) {
    for (int i = 0; i < 3; i++) out.f64(p[i]);
  }
  if ((parts & kRotation) != 0) {
    const double factor = (q[largest] < 0 ? -1.0 : 1.0) / quatLength(q);
    for (unsigned i = 0; i < 4; i++) {
      if (i != largest) out.f32(static_cast<float>(q[i] * factor));
    }
  }
  if ((parts & kScale) != 0) {
    for (int i = 0; i < (isUniform ? 1 : 3); i++) out.f32(static_cast<float>(s[i]));
  }
}

inline void writeNodes(ByteWriter& out, const SubjectState& state, bool isFull) {
  uint32_t count = 0;
  for (size_t i = 0; i < state.nodeCount(); i++) count += partsOf(state, i, isFull) != 0 ? 1u : 0u;
  out.varint(count);
  size_t next = 0;
  for (size_t i = 0; i < state.nodeCount() && count > 0; i++) {
    const uint8_t parts = partsOf(state, i, isFull);
    if (parts == 0) continue;
    out.varint(static_cast<uint32_t>(i - next));
    writeNode(out, state, i, parts);
    next = i + 1;
    count--;
  }
}

inline void writeCurves(ByteWriter& out, const SubjectState& state, bool isFull) {
  const auto isWritten = [&state, isFull](size_t i) {
    return (isFull ? state.curves[i] != 0 : state.changedCurves[i] != 0) && isFiniteFloat(state.curves[i]);
  };
  uint32_t count = 0;
  for (size_t i = 0; i < state.curveCount(); i++) count += isWritten(i) ? 1u : 0u;
  out.varint(count);
  size_t next = 0;
  for (size_t i = 0; i < state.curveCount() && count > 0; i++) {
    if (!isWritten(i)) continue;
    out.varint(static_cast<uint32_t>(i - next));
    out.f32(static_cast<float>(state.curves[i]));
    next = i + 1;
    count--;
  }
}

/** Position of the next entry of a sparse list; false when it is not in the state. */
inline bool readIndex(ByteReader& in, uint64_t& next, size_t count, bool isKnown, size_t& index) {
  const uint64_t found = next + in.varint();
  next = found + 1;
  index = static_cast<size_t>(found);
  return in.isWhole() && (!isKnown || found < count);
}

inline void readTransform(ByteReader& in, SubjectState* state, size_t node) {
  const uint8_t flags = in.u8();
  if ((flags & kTranslation) != 0) {
    const double x = in.f64(), y = in.f64(), z = in.f64();
    const bool isFinite = std::isfinite(x) && std::isfinite(y) && std::isfinite(z);
    if (isFinite && in.isWhole() && state != nullptr) state->setTranslation(node, x, y, z);
  }
  if ((flags & kRotation) != 0) {
    const unsigned largest = (flags >> kLargestShift) & 3u;
    double q[4] = {0, 0, 0, 0};
    double rest = 1;
    for (unsigned i = 0; i < 4; i++) {
      if (i == largest) continue;
      q[i] = static_cast<double>(in.f32());
      rest -= q[i] * q[i];
    }
    q[largest] = std::sqrt(rest > 0 ? rest : 0.0);
    const double length = quatLength(q);
    if (std::isfinite(rest) && length > 0 && in.isWhole() && state != nullptr) {
      state->setRotation(node, q[0] / length, q[1] / length, q[2] / length, q[3] / length);
    }
  }
  if ((flags & (kUniformScale | kScale)) != 0) {
    const bool isUniform = (flags & kUniformScale) != 0;
    const float x = in.f32(), y = isUniform ? x : in.f32(), z = isUniform ? x : in.f32();
    const bool isFinite = std::isfinite(x) && std::isfinite(y) && std::isfinite(z);
    if (isFinite && in.isWhole() && state != nullptr) {
      state->setScale(node, static_cast<double>(x), static_cast<double>(y), static_cast<double>(z));
    }
  }
}

inline bool readSubject(ByteReader& in, uint16_t source, FrameTarget& target) {
  const uint32_t subject = in.varint();
  const uint8_t revision = in.u8();
  const bool isFull = (in.u8() & kFull) != 0;
  if (!in.isWhole()) return false;
  SubjectState* state = target.open(subject, revision, source);
  if (isFull && state != nullptr) state->reset();
  size_t index = 0;
  uint64_t next = 0;
  for (uint32_t count = in.varint(); count > 0 && in.isWhole(); count--) {
    if (!readIndex(in, next, state != nullptr ? state->nodeCount() : 0, state != nullptr, index)) return false;
    readTransform(in, state, index);
  }
  next = 0;
  for (uint32_t count = in.varint(); count > 0 && in.isWhole(); count--) {
    if (!readIndex(in, next, state != nullptr ? state->curveCount() : 0, state != nullptr, index)) return false;
    const float value = in.f32();
    if (std::isfinite(value) && in.isWhole() && state != nullptr) state->setCurve(index, static_cast<double>(value));
  }
  return in.isWhole();
}

}  // namespace detail

/** Appends the body of a frame. */
inline void encodeFrameBody(Bytes& bytes, const FrameHeader& header, const std::vector<FrameSubject>& subjects) {
  ByteWriter out(bytes);
  out.u16(header.source);
  out.u8(header.hasTime ? detail::kHasTime : uint8_t{0});
  out.u8(0);
  out.u32(header.sequence);
  out.f64(header.wallClock);
  if (header.hasTime) {
    out.f64(header.time.seconds);
    out.f64(header.time.frame);
    out.u32(header.time.rate.numerator);
    out.u32(header.time.rate.denominator);
  }
  out.varint(static_cast<uint32_t>(subjects.size()));
  for (const FrameSubject& one : subjects) {
    out.varint(one.subject);
    out.u8(static_cast<uint8_t>(one.revision & 255));
    out.u8(one.isFull ? detail::kFull : uint8_t{0});
    detail::writeNodes(out, *one.state, one.isFull);
    detail::writeCurves(out, *one.state, one.isFull);
  }
}

/**
 * Reads the body of a frame into states; what is set is marked as changed, numbers that are not finite are passed over.
 * On failure some states may have been written to.
 */
inline bool decodeFrameBody(const uint8_t* data, size_t size, FrameTarget& target, FrameHeader& header, Problem& problem) {
  ByteReader in(data, size);
  header = FrameHeader();
  header.source = in.u16();
  header.hasTime = (in.u8() & detail::kHasTime) != 0;
  in.u8();
  header.sequence = in.u32();
  header.wallClock = in.f64();
  if (header.hasTime) {
    header.time.seconds = in.f64();
    header.time.frame = in.f64();
    header.time.rate.numerator = in.u32();
    header.time.rate.denominator = in.u32();
  }
  for (uint32_t count = in.varint(); count > 0 && in.isWhole(); count--) {
    if (detail::readSubject(in, header.source, target) || !in.isWhole()) continue;
    return problem.set("PROTOCOL_BAD_BODY", "A frame sets a node or curve that its subject does not have");
  }
  if (!in.isWhole()) return problem.set("PROTOCOL_TRUNCATED", "A frame of " + std::to_string(size) + " bytes ends within a value");
  if (in.left() > 0) {
    return problem.set("PROTOCOL_BAD_BODY", std::to_string(in.left()) + " bytes follow the last subject of a frame");
  }
  return true;
}

}  // namespace rigline
