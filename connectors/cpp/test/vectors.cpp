// Reads the vectors of fixtures/protocol, and says where this codec gives other bytes or values. Argument: the folder.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

#define RIGLINE_NO_SOCKETS
#include "../rigline_live.hpp"

using namespace rigline;

static int failures = 0;

static void expect(bool holds, const std::string& what) {
  if (holds) return;
  failures++;
  std::cout << "FAIL " << what << "\n";
}

static JsonValue load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  JsonValue out;
  std::string error;
  expect(parseJson(reinterpret_cast<const uint8_t*>(text.data()), text.size(), out, error), path + ": " + error);
  return out;
}

static Bytes fromHex(const std::string& hex) {
  Bytes out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) out.push_back(static_cast<uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return out;
}

static std::vector<double> numbers(const JsonValue& one, const char* key) {
  std::vector<double> out;
  for (const JsonValue& item : one.find(key)->items) out.push_back(item.number);
  return out;
}

static SubjectState stateOf(const JsonValue& one) {
  SubjectState state(one.find("translations")->items.size() / 3, one.find("curves")->items.size());
  state.translations = numbers(one, "translations");
  state.rotations = numbers(one, "rotations");
  state.scales = numbers(one, "scales");
  state.curves = numbers(one, "curves");
  for (size_t i = 0; i < state.nodeCount(); i++) state.changedNodes[i] = static_cast<uint8_t>(numbers(one, "changedNodes")[i]);
  for (size_t i = 0; i < state.curveCount(); i++) state.changedCurves[i] = static_cast<uint8_t>(numbers(one, "changedCurves")[i]);
  return state;
}

static FrameHeader headerOf(const JsonValue& body) {
  FrameHeader header;
  header.source = static_cast<uint16_t>(body.find("source")->number);
  header.sequence = static_cast<uint32_t>(body.find("sequence")->number);
  header.wallClock = body.find("wallClock")->number;
  const JsonValue* time = body.find("time");
  header.hasTime = time != nullptr;
  if (time != nullptr) {
    header.time.seconds = time->find("seconds")->number;
    header.time.frame = time->find("frame")->number;
    header.time.rate.numerator = static_cast<uint32_t>(time->find("frameRate")->items[0].number);
    header.time.rate.denominator = static_cast<uint32_t>(time->find("frameRate")->items[1].number);
  }
  return header;
}

class Target : public FrameTarget {
 public:
  std::vector<std::pair<uint32_t, SubjectState>> states;
  SubjectState* open(uint32_t subject, uint8_t, uint16_t) override {
    for (auto& [number, state] : states) {
      if (number == subject) return &state;
    }
    return nullptr;
  }
};

static bool near(double a, double b, double tolerance) { return std::fabs(a - b) <= tolerance; }

static void checkFrame(const JsonValue& one) {
  const std::string name = one.find("name")->text;
  const FrameHeader header = headerOf(*one.find("header"));
  const auto& subjects = one.find("subjects")->items;
  std::vector<SubjectState> states;
  for (const JsonValue& subject : subjects) states.push_back(stateOf(subject));
  std::vector<FrameSubject> written;
  Target target;
  for (size_t i = 0; i < subjects.size(); i++) {
    const auto number = static_cast<uint32_t>(subjects[i].find("subject")->number);
    const auto revision = static_cast<uint32_t>(subjects[i].find("revision")->number);
    written.push_back({number, revision, &states[i], subjects[i].find("isFull")->boolean});
    target.states.emplace_back(number, SubjectState(states[i].nodeCount(), states[i].curveCount()));
  }
  const Bytes bytes = fromHex(one.find("hex")->text);
  expect(encodeFrame(header, written) == bytes, name + ": the same bytes");

  RawMessage raw;
  Problem problem;
  FrameHeader got;
  expect(parseMessage(bytes.data(), bytes.size(), raw, problem), name + ": " + problem.message);
  expect(decodeFrameBody(raw.body, raw.size, target, got, problem), name + ": " + problem.message);
  expect(got.source == header.source && got.sequence == header.sequence && got.wallClock == header.wallClock, name + ": the header");
  expect(got.hasTime == header.hasTime && got.time.frame == header.time.frame, name + ": the time");
  for (size_t i = 0; i < states.size(); i++) {
    const SubjectState& read = target.states[i].second;
    expect(read.translations == states[i].translations, name + ": translations");
    for (size_t k = 0; k < read.scales.size(); k++) {
      expect(read.scales[k] == static_cast<double>(static_cast<float>(states[i].scales[k])), name + ": scales");
    }
    for (size_t k = 0; k < read.curves.size(); k++) {
      expect(read.curves[k] == static_cast<double>(static_cast<float>(states[i].curves[k])), name + ": curves");
    }
    for (size_t k = 0; k < read.rotations.size(); k += 4) {
      double dot = 0;
      for (size_t j = 0; j < 4; j++) dot += read.rotations[k + j] * states[i].rotations[k + j];
      // Three of the four are float32 in the message.
      for (size_t j = 0; j < 4; j++) expect(near(read.rotations[k + j], (dot < 0 ? -1 : 1) * states[i].rotations[k + j], 1e-6), name + ": rotations");
    }
  }
  // Cut anywhere, it is refused and read no further than its end.
  for (size_t length = 0; length < bytes.size(); length++) {
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
    FrameHeader ignored;
    if (parseMessage(cut.data(), cut.size(), raw, problem)) {
      expect(!decodeFrameBody(raw.body, raw.size, target, ignored, problem), name + ": cut at " + std::to_string(length));
    }
  }
}

/** Bodies are written as they were read, member for member. */
static void checkMessage(const JsonValue& one) {
  const std::string kind = one.find("kind")->text;
  const Bytes bytes = fromHex(one.find("hex")->text);
  RawMessage raw;
  Problem problem;
  expect(parseMessage(bytes.data(), bytes.size(), raw, problem), kind + ": " + problem.message);
  if (kind == "ping" || kind == "pong") return;
  JsonValue body;
  expect(parseBody(raw, kind.c_str(), body, problem), kind + ": " + problem.message);
  const auto same = [&](const JsonValue& made, MessageKind number) {
    expect(encodeJsonMessage(number, made) == bytes, kind + ": the same bytes");
  };
  if (kind == "describe") {
    Description description;
    expect(fromJson(body, description, problem), kind + ": " + problem.message);
    same(toJson(description), MessageKind::Describe);
  } else if (kind == "transport") {
    Transport transport;
    expect(fromJson(body, transport, problem), kind + ": " + problem.message);
    same(toJson(transport), MessageKind::Transport);
  } else if (kind == "welcome") {
    Welcome welcome;
    expect(fromJson(body, welcome, problem), kind + ": " + problem.message);
    expect(welcome.session == body.find("session")->text, "welcome: the session");
  } else if (kind == "error") {
    ErrorBody error;
    expect(fromJson(body, error, problem), kind + ": " + problem.message);
    expect(error.code == body.find("code")->text, "error: the code");
  } else {
    // The writer of JSON alone: numbers, texts and their order.
    same(body, static_cast<MessageKind>(raw.kind));
  }
}

int main(int, char** arguments) {
  const std::string folder = arguments[1];
  const JsonValue frames = load(folder + "/frames.golden.json");
  const JsonValue messages = load(folder + "/messages.golden.json");
  for (const JsonValue& one : frames.find("cases")->items) checkFrame(one);
  for (const JsonValue& one : messages.find("cases")->items) checkMessage(one);
  std::cout << frames.find("cases")->items.size() << " frames, " << messages.find("cases")->items.size() << " messages, " << failures << " failures\n";
  return failures == 0 ? 0 : 1;
}
