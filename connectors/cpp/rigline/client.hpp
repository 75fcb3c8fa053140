/** One end of the live protocol, sender and receiver, over whatever carries its messages. No sockets, no clock of its own. */
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "describe.hpp"
#include "messages.hpp"
#include "splitter.hpp"

namespace rigline {

/** A subject of this program. Write to `state`; the next `send` takes what has changed. */
struct OwnSubject {
  Description description;
  SubjectState state;

 private:
  friend class Client;
  /** The hub has to get all of it. */
  bool isFull = true;
  bool isNew = true;
};

/** A subject of somebody else, with its newest values. */
struct RemoteSubject {
  Description description;
  SubjectState state;
  /** Of the newest frame that had it. */
  FrameHeader newest;
  bool hasValues = false;
};

/** What happens; every one may be left out. Called from `receive`. */
struct ClientEvents {
  std::function<void(const Welcome&)> welcome;
  /** A subject is new or has another description. */
  std::function<void(const RemoteSubject&)> described;
  std::function<void(const RemoteSubject&)> dropped;
  /** These subjects have new values; what has changed of them is marked in their states. */
  std::function<void(const FrameHeader&, const std::vector<RemoteSubject*>&)> frame;
  std::function<void(const Transport&)> transport;
  std::function<void(const ErrorBody&)> error;
};

struct ClientOptions {
  Hello hello;
  ClientEvents events;
  /** What a receiver wants, told anew on every connection. */
  Subscribe subscribe;
  bool hasSubscribe = false;
  Limits limits;
};

/**
 * Describes own subjects, sends what has changed of them, and keeps those of others. A connection is told to it by
 * `opened`, `receive` and `closed`; `takeOutput` gives the bytes to be sent. Nothing piles up: a tick that could not be
 * sent is replaced by the next.
 */
class Client {
 public:
  explicit Client(ClientOptions options) : options_(std::move(options)), splitter_(options_.limits.messageBytes) {}
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /** What the hub said; valid while `isWelcome`. */
  const Welcome& welcome() const { return welcome_; }
  bool isWelcome() const { return isWelcome_; }
  /** Subjects of others that were left out because of the limits. */
  size_t leftOut() const { return leftOut_; }

  // ---- own subjects

  /** A new subject; it stays valid until `remove`. */
  OwnSubject* add(Description description) {
    description.source = 0;
    description.subject = nextSubject_++;
    description.revision = 1;
    if (description.space.empty()) description.space = options_.hello.space;
    own_.push_back(std::make_unique<OwnSubject>());
    OwnSubject* own = own_.back().get();
    own->state = SubjectState(description.nodes.size(), description.curves.size());
    own->description = std::move(description);
    return own;
  }

  /** Another description of a subject: it begins anew. */
  void change(OwnSubject* own, Description description) {
    description.source = 0;
    description.subject = own->description.subject;
    description.revision = own->description.revision + 1;
    if (description.space.empty()) description.space = options_.hello.space;
    own->state = SubjectState(description.nodes.size(), description.curves.size());
    own->description = std::move(description);
    own->isNew = true;
    own->isFull = true;
  }

  void remove(OwnSubject* own) {
    for (size_t i = 0; i < own_.size(); i++) {
      if (own_[i].get() != own) continue;
      if (isWelcome_ && !own->isNew) queue(MessageKind::Drop, dropToJson(0, own->description.subject));
      own_.erase(own_.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }

  /** A tick: the values of all own subjects are those of this moment. `time` may be nullptr. */
  void send(double wallClock, const SceneTime* time = nullptr) {
    tick_.wallClock = wallClock;
    tick_.hasTime = time != nullptr;
    if (time != nullptr) tick_.time = *time;
    hasTick_ = true;
  }

  /** Sets time and playing state for everybody. What came from others is not to be sent again. */
  void sendTransport(Transport transport) {
    if (!isWelcome_) return;
    transport.origin = welcome_.peer;
    transport.sequence = transportSequence_++;
    queue(MessageKind::Transport, toJson(transport));
  }

  // ---- subjects of others

  /** By source and number. */
  const std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<RemoteSubject>>& subjects() const { return remote_; }

  const RemoteSubject* find(const std::string& name) const {
    for (const auto& [key, subject] : remote_) {
      if (subject->description.name == name) return subject.get();
    }
    return nullptr;
  }

  // ---- connection

  void opened() {
    output_.clear();
    splitter_.reset();
    isWelcome_ = false;
    queue(MessageKind::Hello, toJson(options_.hello));
  }

  /** The connection has ended: what was known of others is void. */
  void closed() {
    isWelcome_ = false;
    output_.clear();
    splitter_.reset();
    forgetOthers();
  }

  /** Bytes have come. Returns false, with the problem, when the connection is of no use any more. */
  bool receive(const uint8_t* data, size_t size, Problem& problem) {
    return splitter_.push(data, size, problem, [this, &problem](const uint8_t* message, size_t length) {
      RawMessage raw;
      return parseMessage(message, length, raw, problem) && handle(raw, problem);
    });
  }

  /** Bytes to be sent now, moved to the end of `out`. The tick is taken once what was there before is out. */
  void takeOutput(Bytes& out) {
    if (isWelcome_ && hasTick_) addTick();
    out.insert(out.end(), output_.begin(), output_.end());
    output_.clear();
  }

  /** Says goodbye with the next output. */
  void sayGoodbye() {
    if (isWelcome_) queue(MessageKind::Bye, JsonValue::object());
  }

 private:
  class States : public FrameTarget {
   public:
    explicit States(Client& client) : client_(client) {}
    std::vector<RemoteSubject*> touched;

    SubjectState* open(uint32_t subject, uint8_t revision, uint16_t source) override {
      const auto found = client_.remote_.find({source, subject});
      if (found == client_.remote_.end()) return nullptr;
      RemoteSubject* one = found->second.get();
      if ((one->description.revision & 255) != revision) return nullptr;
      touched.push_back(one);
      return &one->state;
    }

   private:
    Client& client_;
  };

  void queue(MessageKind kind, const JsonValue& body) { appendPrefixed(output_, encodeJsonMessage(kind, body)); }

  void addTick() {
    hasTick_ = false;
    std::vector<FrameSubject> due;
    for (const auto& own : own_) {
      if (own->isNew) queue(MessageKind::Describe, toJson(own->description));
      own->isNew = false;
      if (!own->isFull && !own->state.hasChanges()) continue;
      due.push_back({own->description.subject, own->description.revision, &own->state, own->isFull});
    }
    tick_.sequence = sequence_++;
    appendPrefixed(output_, encodeFrame(tick_, due));
    for (const auto& own : own_) {
      own->state.clearChanges();
      own->isFull = false;
    }
  }

  bool handle(const RawMessage& message, Problem& problem) {
    switch (static_cast<MessageKind>(message.kind)) {
      case MessageKind::Welcome:
        return begin(message, problem);
      case MessageKind::Ping: {
        ByteReader in(message.body, message.size);
        const double clock = in.f64();
        // It is answered with its own clock: how far apart the two are is the hub's affair.
        if (in.isWhole()) appendPrefixed(output_, encodePong(clock, clock));
        return true;
      }
      case MessageKind::Describe:
        return describe(message, problem);
      case MessageKind::Drop:
        return drop(message, problem);
      case MessageKind::Frame:
        return frame(message, problem);
      case MessageKind::Transport: {
        JsonValue body;
        Transport transport;
        if (!parseBody(message, "transport", body, problem) || !fromJson(body, transport, problem)) return false;
        if (options_.events.transport && transport.origin != welcome_.peer) options_.events.transport(transport);
        return true;
      }
      case MessageKind::Error: {
        JsonValue body;
        ErrorBody error;
        if (!parseBody(message, "error", body, problem) || !fromJson(body, error, problem)) return false;
        if (options_.events.error) options_.events.error(error);
        return true;
      }
      case MessageKind::Bye:
        return problem.set("PROTOCOL_BYE", "The hub has said goodbye");
      default:
        return true;
    }
  }

  bool begin(const RawMessage& message, Problem& problem) {
    JsonValue body;
    if (!parseBody(message, "welcome", body, problem) || !fromJson(body, welcome_, problem)) return false;
    isWelcome_ = true;
    forgetOthers();
    for (const auto& own : own_) {
      own->isNew = true;
      own->isFull = true;
    }
    // What was set before there was a connection goes out now.
    hasTick_ = hasTick_ || !own_.empty();
    if (options_.hasSubscribe) queue(MessageKind::Subscribe, toJson(options_.subscribe));
    if (options_.events.welcome) options_.events.welcome(welcome_);
    return true;
  }

  void forgetOthers() {
    for (const auto& [key, subject] : remote_) {
      if (options_.events.dropped) options_.events.dropped(*subject);
    }
    remote_.clear();
    values_ = 0;
    leftOut_ = 0;
  }

  static size_t sizeOf(const Description& description) { return description.nodes.size() + description.curves.size(); }

  bool describe(const RawMessage& message, Problem& problem) {
    JsonValue body;
    Description description;
    if (!parseBody(message, "describe", body, problem) || !fromJson(body, description, problem)) return false;
    const std::pair<uint32_t, uint32_t> key{description.source, description.subject};
    const auto known = remote_.find(key);
    if (known != remote_.end()) {
      values_ -= sizeOf(known->second->description);
      remote_.erase(known);
    }
    const Limits& limits = options_.limits;
    const size_t size = sizeOf(description);
    if (remote_.size() >= limits.subjects || description.nodes.size() > limits.nodes ||
        description.curves.size() > limits.curves || size > limits.values - values_) {
      leftOut_++;
      return true;
    }
    values_ += size;
    auto subject = std::make_unique<RemoteSubject>();
    subject->state = SubjectState(description.nodes.size(), description.curves.size());
    subject->description = std::move(description);
    const RemoteSubject& added = *(remote_[key] = std::move(subject));
    if (options_.events.described) options_.events.described(added);
    return true;
  }

  bool drop(const RawMessage& message, Problem& problem) {
    JsonValue body;
    uint32_t source = 0, subject = 0;
    if (!parseBody(message, "drop", body, problem) || !dropFromJson(body, source, subject, problem)) return false;
    const auto found = remote_.find({source, subject});
    if (found == remote_.end()) return true;
    const std::unique_ptr<RemoteSubject> gone = std::move(found->second);
    remote_.erase(found);
    values_ -= sizeOf(gone->description);
    if (options_.events.dropped) options_.events.dropped(*gone);
    return true;
  }

  bool frame(const RawMessage& message, Problem& problem) {
    States states(*this);
    FrameHeader header;
    if (!decodeFrameBody(message.body, message.size, states, header, problem)) return false;
    for (RemoteSubject* subject : states.touched) {
      subject->newest = header;
      subject->hasValues = true;
    }
    if (options_.events.frame) options_.events.frame(header, states.touched);
    for (RemoteSubject* subject : states.touched) subject->state.clearChanges();
    return true;
  }

  ClientOptions options_;
  MessageSplitter splitter_;
  Bytes output_;
  bool isWelcome_ = false;
  Welcome welcome_;
  std::vector<std::unique_ptr<OwnSubject>> own_;
  uint32_t nextSubject_ = 0;
  uint32_t sequence_ = 0;
  uint32_t transportSequence_ = 0;
  FrameHeader tick_;
  bool hasTick_ = false;
  std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<RemoteSubject>> remote_;
  size_t values_ = 0;
  size_t leftOut_ = 0;
};

}  // namespace rigline
