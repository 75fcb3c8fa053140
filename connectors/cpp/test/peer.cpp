// A peer of the hub for tests. Arguments: port, then `send` or `receive SPACE`. Ends when its input ends.
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <poll.h>
#include <unistd.h>

#include "../rigline_live.hpp"

using namespace rigline;

static double wallClock() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/** Whether whoever started this has gone. */
static bool isOver() {
  pollfd entry{0, POLLIN, 0};
  if (poll(&entry, 1, 0) <= 0) return false;
  char byte = 0;
  return read(0, &byte, 1) <= 0;
}

static void tell(const JsonValue& values) {
  std::string line;
  writeJson(line, values);
  std::cout << line << std::endl;
}

static JsonValue listOf(const std::vector<double>& values) {
  JsonValue out = JsonValue::list();
  for (const double value : values) out.push(JsonValue::of(value));
  return out;
}

int main(int, char** arguments) {
  const auto port = static_cast<uint16_t>(std::atoi(arguments[1]));
  const bool isSender = std::string(arguments[2]) == "send";
  ClientOptions options;
  options.hello.role = isSender ? "sender" : "receiver";
  options.hello.name = "c++ é";
  options.hello.application = "test";
  options.hello.space = isSender ? "maya" : arguments[3];
  options.events.welcome = [](const Welcome& welcome) {
    JsonValue out = JsonValue::object();
    tell(out.add("kind", JsonValue::of(std::string("welcome"))).add("session", JsonValue::of(welcome.session)));
  };
  options.events.described = [](const RemoteSubject& subject) {
    JsonValue out = JsonValue::object();
    tell(out.add("kind", JsonValue::of(std::string("described"))).add("name", JsonValue::of(subject.description.name)));
  };
  options.events.dropped = [](const RemoteSubject& subject) {
    JsonValue out = JsonValue::object();
    tell(out.add("kind", JsonValue::of(std::string("dropped"))).add("name", JsonValue::of(subject.description.name)));
  };
  options.events.frame = [](const FrameHeader& header, const std::vector<RemoteSubject*>& subjects) {
    for (const RemoteSubject* subject : subjects) {
      JsonValue out = JsonValue::object();
      out.add("kind", JsonValue::of(std::string("frame"))).add("name", JsonValue::of(subject->description.name));
      out.add("frame", JsonValue::of(header.time.frame)).add("translations", listOf(subject->state.translations));
      tell(out.add("rotations", listOf(subject->state.rotations)).add("curves", listOf(subject->state.curves)));
    }
  };
  Client client(options);
  TcpLink link("127.0.0.1", port);
  OwnSubject* camera = isSender ? client.add(cameraDescription("shotcam")) : nullptr;
  for (double frame = 1; !isOver(); frame++) {
    if (camera != nullptr) {
      camera->state.setTranslation(0, frame, 200, 300);
      camera->state.setRotation(0, 0, 0.7071067811865476, 0, 0.7071067811865476);
      camera->state.setCurve(0, 35);
      SceneTime time;
      time.seconds = frame / 24;
      time.frame = frame;
      time.rate = {24, 1};
      client.send(wallClock(), &time);
    }
    link.pump(client, 0.01);
  }
  link.close(client);
  return 0;
}
