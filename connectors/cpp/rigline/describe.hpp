#pragma once

#include "subject.hpp"

namespace rigline {

/** Curves of a camera, in this order by convention. Lengths are in units of the space; `…Mm` are millimetres. */
inline std::vector<std::string> cameraCurves() {
  return {"focalLengthMm", "horizontalApertureMm", "verticalApertureMm", "filmOffsetXMm", "filmOffsetYMm", "squeeze",
          "near", "far", "focusDistance", "fStop", "orthographic", "orthographicWidth"};
}

/** Curves of a light. Colours are linear. */
inline std::vector<std::string> lightCurves() {
  return {"intensity", "colorR", "colorG", "colorB", "coneAngleDeg", "penumbraAngleDeg"};
}

/** A subject of one node with the curves of its role and `visible`. An empty space is filled in by the client. */
inline Description describeOne(const std::string& name, const char* role, const std::string& space,
                               std::vector<std::string> curves) {
  Description out;
  out.name = name;
  out.role = role;
  out.space = space;
  out.nodes.push_back({name, -1});
  out.curves = std::move(curves);
  out.curves.emplace_back("visible");
  return out;
}

inline Description cameraDescription(const std::string& name, const std::string& space = "") {
  return describeOne(name, "camera", space, cameraCurves());
}

inline Description lightDescription(const std::string& name, const std::string& space = "") {
  return describeOne(name, "light", space, lightCurves());
}

inline Description transformDescription(const std::string& name, const std::string& space = "") {
  return describeOne(name, "transform", space, {});
}

}  // namespace rigline
