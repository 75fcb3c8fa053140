/**
 * Client of Rigline's live protocol, version 1: C++17, headers only, nothing to link.
 *
 *     #include "rigline_live.hpp"
 *
 *     rigline::ClientOptions options;
 *     options.hello.name = "my scene";
 *     options.hello.application = "My tool";
 *     rigline::Client client(options);
 *     rigline::OwnSubject* cam = client.add(rigline::cameraDescription("shotcam", "maya"));
 *     rigline::TcpLink link("127.0.0.1", 7001);
 *     while (running) {
 *       cam->state.setTranslation(0, 0, 150, 300);
 *       client.send(wallClock());  // seconds since 1970
 *       link.pump(client, 0.01);  // connects, connects again, sends and receives
 *     }
 *
 * No exceptions, no RTTI, no threads: one thread uses a client at a time. Bytes from outside are never read beyond their
 * end and never make it take more memory than `Limits` allow. The protocol is described in docs/protocol.md of Rigline.
 *
 * Define RIGLINE_NO_SOCKETS before including it to leave out `TcpLink`, and with it the headers of the system.
 */
#pragma once

#include "rigline/bytes.hpp"
#include "rigline/client.hpp"
#include "rigline/describe.hpp"
#include "rigline/frame.hpp"
#include "rigline/json.hpp"
#include "rigline/messages.hpp"
#include "rigline/problem.hpp"
#include "rigline/splitter.hpp"
#include "rigline/subject.hpp"

#if !defined(RIGLINE_NO_SOCKETS)
#include "rigline/tcp.hpp"
#endif
