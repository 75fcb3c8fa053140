#pragma once

#include <string>
#include <utility>
#include <vector>

#include "problem.hpp"

namespace rigline {

/** Parts of a node that a frame may have. */
enum NodePart : uint8_t { kTranslation = 1, kRotation = 2, kScale = 4, kWholeNode = 7 };

struct NodeDescription {
  std::string name;
  /** Position of the parent in the list, before this one; -1 for a root, which is given in the world. */
  int parent = -1;
};

/** Frames per second as a fraction; none while the denominator is 0. */
struct FrameRate {
  uint32_t numerator = 0;
  uint32_t denominator = 0;
};

/** A live thing, as its sender describes it. */
struct Description {
  /** Peer that sends it; 0 from the sender itself. */
  uint32_t source = 0;
  uint32_t subject = 0;
  uint32_t revision = 1;
  std::string name;
  /** `transform`, `camera`, `light`, `skeleton` or `face`. */
  std::string role;
  /** Space of all values, as `rigline rot` names them. */
  std::string space;
  /** 0: the unit of the space. */
  double metresPerUnit = 0;
  std::vector<NodeDescription> nodes;
  std::vector<std::string> curves;
  FrameRate frameRate;
  /** Of cameras; empty otherwise. */
  std::string filmFit;
  /** Texts of the sender, handed on as they are. */
  std::vector<std::pair<std::string, std::string>> data;

  /** Position of a curve, or -1. */
  int curveIndex(const std::string& wanted) const {
    for (size_t i = 0; i < curves.size(); i++) {
      if (curves[i] == wanted) return static_cast<int>(i);
    }
    return -1;
  }
};

/**
 * Numbers of a subject at one time, and what of them has changed. Rotations are unit quaternions x, y, z, w.
 * Plain memory: set what has changed, or write to it and mark what was written.
 */
class SubjectState {
 public:
  SubjectState() = default;
  SubjectState(size_t nodeCount, size_t curveCount)
      : translations(nodeCount * 3, 0.0),
        rotations(nodeCount * 4, 0.0),
        scales(nodeCount * 3, 1.0),
        curves(curveCount, 0.0),
        changedNodes(nodeCount, 0),
        changedCurves(curveCount, 0) {
    for (size_t i = 3; i < rotations.size(); i += 4) rotations[i] = 1;
  }

  std::vector<double> translations;
  std::vector<double> rotations;
  std::vector<double> scales;
  std::vector<double> curves;
  /** `NodePart`s of each node that have changed. */
  std::vector<uint8_t> changedNodes;
  std::vector<uint8_t> changedCurves;

  size_t nodeCount() const { return changedNodes.size(); }
  size_t curveCount() const { return changedCurves.size(); }

  /** Back to the values of a full frame that says nothing. Everything counts as changed. */
  void reset() {
    for (double& value : translations) value = 0;
    for (double& value : scales) value = 1;
    for (double& value : curves) value = 0;
    for (size_t i = 0; i < rotations.size(); i++) rotations[i] = i % 4 == 3 ? 1 : 0;
    for (uint8_t& flags : changedNodes) flags = kWholeNode;
    for (uint8_t& flag : changedCurves) flag = 1;
  }

  void clearChanges() {
    for (uint8_t& flags : changedNodes) flags = 0;
    for (uint8_t& flag : changedCurves) flag = 0;
  }

  bool hasChanges() const {
    for (const uint8_t flags : changedNodes) {
      if (flags != 0) return true;
    }
    for (const uint8_t flag : changedCurves) {
      if (flag != 0) return true;
    }
    return false;
  }

  /** Sets a translation; marks it when a number differs. */
  void setTranslation(size_t node, double x, double y, double z) { set3(translations, node, x, y, z, kTranslation); }
  void setScale(size_t node, double x, double y, double z) { set3(scales, node, x, y, z, kScale); }

  void setRotation(size_t node, double x, double y, double z, double w) {
    double* q = rotations.data() + node * 4;
    if (q[0] == x && q[1] == y && q[2] == z && q[3] == w) return;
    q[0] = x;
    q[1] = y;
    q[2] = z;
    q[3] = w;
    changedNodes[node] = static_cast<uint8_t>(changedNodes[node] | kRotation);
  }

  void setCurve(size_t curve, double value) {
    if (curves[curve] == value) return;
    curves[curve] = value;
    changedCurves[curve] = 1;
  }

  /** Takes what is marked in a state of the same size, with its marks. */
  void takeChanges(const SubjectState& other) {
    for (size_t i = 0; i < changedNodes.size(); i++) {
      const uint8_t flags = other.changedNodes[i];
      if (flags == 0) continue;
      for (size_t k = 0; k < 3; k++) {
        translations[i * 3 + k] = other.translations[i * 3 + k];
        scales[i * 3 + k] = other.scales[i * 3 + k];
      }
      for (size_t k = 0; k < 4; k++) rotations[i * 4 + k] = other.rotations[i * 4 + k];
      changedNodes[i] = static_cast<uint8_t>(changedNodes[i] | flags);
    }
    for (size_t i = 0; i < changedCurves.size(); i++) {
      if (other.changedCurves[i] == 0) continue;
      curves[i] = other.curves[i];
      changedCurves[i] = 1;
    }
  }

 private:
  void set3(std::vector<double>& values, size_t node, double x, double y, double z, NodePart part) {
    double* v = values.data() + node * 3;
    if (v[0] == x && v[1] == y && v[2] == z) return;
    v[0] = x;
    v[1] = y;
    v[2] = z;
    changedNodes[node] = static_cast<uint8_t>(changedNodes[node] | part);
  }
};

}  // namespace rigline
