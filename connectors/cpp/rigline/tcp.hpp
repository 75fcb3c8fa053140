/** A client on a TCP connection: connects, connects again, sends and receives, all from the thread that calls `pump`. */
#pragma once

#include <chrono>
#include <string>

#include "client.hpp"

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <winsock2.h>
#include <ws2tcpip.h>
#else
#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace rigline {

namespace detail {

#if defined(_WIN32)
using Socket = SOCKET;
constexpr Socket kNoSocket = INVALID_SOCKET;
inline void closeSocket(Socket socket) { closesocket(socket); }
inline bool wouldBlock() { return WSAGetLastError() == WSAEWOULDBLOCK; }
inline void makeNonBlocking(Socket socket) {
  u_long on = 1;
  ioctlsocket(socket, FIONBIO, &on);
}
inline int pollOne(WSAPOLLFD& entry, int milliseconds) { return WSAPoll(&entry, 1, milliseconds); }
using PollEntry = WSAPOLLFD;
constexpr int kSendFlags = 0;
inline bool startSockets() {
  WSADATA data;
  static const bool isStarted = WSAStartup(MAKEWORD(2, 2), &data) == 0;
  return isStarted;
}
#else
using Socket = int;
constexpr Socket kNoSocket = -1;
inline void closeSocket(Socket socket) { ::close(socket); }
inline bool wouldBlock() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS; }
inline void makeNonBlocking(Socket socket) { fcntl(socket, F_SETFL, fcntl(socket, F_GETFL, 0) | O_NONBLOCK); }
using PollEntry = pollfd;
inline int pollOne(PollEntry& entry, int milliseconds) { return poll(&entry, 1, milliseconds); }
#if defined(MSG_NOSIGNAL)
constexpr int kSendFlags = MSG_NOSIGNAL;
#else
constexpr int kSendFlags = 0;
#endif
inline bool startSockets() { return true; }
#endif

}  // namespace detail

/** Seconds between attempts to connect: doubled each time, from the first to the last. */
constexpr double kReconnectFirst = 0.1;
constexpr double kReconnectLast = 2.0;

class TcpLink {
 public:
  /** @param host A name or an address. Nothing is connected until `pump`. */
  TcpLink(std::string host, uint16_t port) : host_(std::move(host)), port_(port) {}
  TcpLink(const TcpLink&) = delete;
  TcpLink& operator=(const TcpLink&) = delete;
  ~TcpLink() { drop(); }

  bool isConnected() const { return state_ == State::Connected; }
  /** How often a connection was made. */
  size_t connections() const { return connections_; }
  /** Why there is no connection; empty while there is one. */
  const std::string& status() const { return status_; }

  /** Does what there is to do, and waits at most so many seconds for something to come. */
  void pump(Client& client, double seconds) {
    if (state_ == State::Closed && now() >= nextTry_) open();
    if (state_ == State::Closed) {
      rest(seconds);
      return;
    }
    exchange(client, seconds);
  }

  /** Says goodbye and ends the connection; `pump` would make another. */
  void close(Client& client, double seconds = 0.5) {
    client.sayGoodbye();
    const double end = now() + seconds;
    while (state_ == State::Connected && now() < end) {
      client.takeOutput(waiting_);
      if (sent_ >= waiting_.size()) break;
      exchange(client, 0.01);
    }
    fail(client, "closed");
    nextTry_ = 0;
  }

 private:
  enum class State { Closed, Connecting, Connected };

  static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  /** Nothing can be done before the next attempt. */
  void rest(double seconds) {
    const double left = nextTry_ - now();
    const double wait = left < seconds ? left : seconds;
    if (wait <= 0) return;
#if defined(_WIN32)
    Sleep(static_cast<DWORD>(wait * 1000));
#else
    poll(nullptr, 0, static_cast<int>(wait * 1000));
#endif
  }

  void open() {
    // A failure from here on waits for the next attempt.
    nextTry_ = now() + wait_;
    wait_ = wait_ * 2 < kReconnectLast ? wait_ * 2 : kReconnectLast;
    if (!detail::startSockets()) {
      status_ = "the system gives no sockets";
      return;
    }
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (getaddrinfo(host_.c_str(), std::to_string(port_).c_str(), &hints, &found) != 0 || found == nullptr) {
      status_ = "there is no host \"" + host_ + "\"";
      return;
    }
    socket_ = ::socket(found->ai_family, found->ai_socktype, found->ai_protocol);
    if (socket_ != detail::kNoSocket) {
      detail::makeNonBlocking(socket_);
      const int on = 1;
      setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&on), sizeof on);
#if defined(SO_NOSIGPIPE)
      setsockopt(socket_, SOL_SOCKET, SO_NOSIGPIPE, reinterpret_cast<const char*>(&on), sizeof on);
#endif
      const auto length = static_cast<socklen_t>(found->ai_addrlen);
      const bool isUnderWay = ::connect(socket_, found->ai_addr, length) == 0 || detail::wouldBlock();
      if (isUnderWay) {
        state_ = State::Connecting;
        status_ = "connecting";
      } else {
        status_ = "the hub cannot be reached";
        drop();
      }
    }
    freeaddrinfo(found);
  }

  void exchange(Client& client, double seconds) {
    if (state_ == State::Connected && sent_ >= waiting_.size()) {
      waiting_.clear();
      sent_ = 0;
      client.takeOutput(waiting_);
    }
    detail::PollEntry entry{};
    entry.fd = socket_;
    const bool hasOutput = state_ == State::Connecting || sent_ < waiting_.size();
    entry.events = static_cast<short>(POLLIN | (hasOutput ? POLLOUT : 0));
    if (detail::pollOne(entry, static_cast<int>(seconds * 1000)) <= 0) return;
    if (state_ == State::Connecting && !finishConnect(client)) return;
    if ((entry.revents & (POLLIN | POLLHUP | POLLERR)) != 0 && !read(client)) return;
    write(client);
  }

  bool finishConnect(Client& client) {
    int error = 0;
    socklen_t size = sizeof error;
    getsockopt(socket_, SOL_SOCKET, SO_ERROR, reinterpret_cast<char*>(&error), &size);
    if (error != 0) {
      fail(client, "the hub cannot be reached");
      return false;
    }
    state_ = State::Connected;
    status_.clear();
    connections_++;
    waiting_.clear();
    sent_ = 0;
    client.opened();
    client.takeOutput(waiting_);
    return true;
  }

  bool read(Client& client) {
    uint8_t buffer[1 << 16];
    for (int turn = 0; turn < kTurns; turn++) {
      const auto count = ::recv(socket_, reinterpret_cast<char*>(buffer), sizeof buffer, 0);
      if (count < 0 && detail::wouldBlock()) return true;
      if (count <= 0) {
        fail(client, "the hub has closed the connection");
        return false;
      }
      Problem problem;
      if (!client.receive(buffer, static_cast<size_t>(count), problem)) {
        fail(client, problem.message);
        return false;
      }
      // A hub that welcomes is one to come back to at once.
      if (client.isWelcome()) wait_ = kReconnectFirst;
    }
    return true;
  }

  void write(Client& client) {
    while (sent_ < waiting_.size()) {
      const size_t left = waiting_.size() - sent_;
      const size_t most = size_t{1} << 20;
      const auto count = ::send(socket_, reinterpret_cast<const char*>(waiting_.data() + sent_),
                                static_cast<int>(left < most ? left : most), detail::kSendFlags);
      if (count < 0 && detail::wouldBlock()) return;
      if (count <= 0) {
        fail(client, "the connection has broken");
        return;
      }
      sent_ += static_cast<size_t>(count);
    }
  }

  void fail(Client& client, const std::string& why) {
    if (state_ == State::Connected) client.closed();
    status_ = why;
    drop();
  }

  void drop() {
    if (socket_ != detail::kNoSocket) detail::closeSocket(socket_);
    socket_ = detail::kNoSocket;
    state_ = State::Closed;
    waiting_.clear();
    sent_ = 0;
  }

  /** Buffers that are read in one call at most, so that a flood cannot hold the caller. */
  static constexpr int kTurns = 64;

  std::string host_;
  uint16_t port_;
  detail::Socket socket_ = detail::kNoSocket;
  State state_ = State::Closed;
  std::string status_ = "not connected";
  double nextTry_ = 0;
  double wait_ = kReconnectFirst;
  size_t connections_ = 0;
  Bytes waiting_;
  size_t sent_ = 0;
};

}  // namespace rigline
