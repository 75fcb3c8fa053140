// Feeds a client bytes that a hub would never send. Arguments: folder of the vectors, how often. Built with sanitizers.
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

#define RIGLINE_NO_SOCKETS
#include "../rigline_live.hpp"

using namespace rigline;

static std::vector<Bytes> messagesOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  JsonValue json;
  std::string error;
  parseJson(reinterpret_cast<const uint8_t*>(text.data()), text.size(), json, error);
  std::vector<Bytes> out;
  for (const JsonValue& one : json.find("cases")->items) {
    const std::string& hex = one.find("hex")->text;
    Bytes bytes;
    for (size_t i = 0; i + 1 < hex.size(); i += 2) bytes.push_back(static_cast<uint8_t>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    out.push_back(bytes);
  }
  return out;
}

int main(int, char** arguments) {
  std::vector<Bytes> seeds = messagesOf(std::string(arguments[1]) + "/messages.golden.json");
  for (const Bytes& one : messagesOf(std::string(arguments[1]) + "/frames.golden.json")) seeds.push_back(one);
  std::mt19937 random(20261201);
  const auto pick = [&random](size_t below) { return static_cast<size_t>(random() % below); };
  size_t refused = 0, survived = 0;
  for (int turn = std::stoi(arguments[2]); turn > 0; turn--) {
    ClientOptions options;
    options.limits.values = 4096;
    Client client(options);
    client.opened();
    bool goesOn = true;
    for (int count = 0; goesOn && count < 6; count++) {
      Bytes stream;
      Bytes message = seeds[pick(seeds.size())];
      for (size_t edits = pick(3) == 0 ? pick(6) : 0; edits > 0 && !message.empty(); edits--) {
        const size_t at = pick(message.size());
        switch (pick(4)) {
          case 0: message[at] = static_cast<uint8_t>(random()); break;
          case 1: message.erase(message.begin() + static_cast<std::ptrdiff_t>(at)); break;
          case 2: message.insert(message.begin() + static_cast<std::ptrdiff_t>(at), static_cast<uint8_t>(random())); break;
          default: message.resize(at); break;
        }
      }
      appendPrefixed(stream, message);
      if (pick(20) == 0) stream[pick(stream.size())] = static_cast<uint8_t>(random());
      Problem problem;
      // In pieces of any size, as networks have them.
      for (size_t at = 0; goesOn && at < stream.size();) {
        const size_t size = 1 + pick(stream.size() - at);
        goesOn = client.receive(stream.data() + at, size, problem);
        at += size;
      }
      if (!goesOn && problem.code.empty()) return 2;
    }
    Bytes out;
    client.takeOutput(out);
    client.closed();
    if (goesOn) survived++;
    else refused++;
  }
  std::cout << survived << " survived, " << refused << " refused\n";
  return 0;
}
