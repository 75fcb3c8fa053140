export { HUB_DEFAULTS, Hub, type HubEvent, type HubOptions } from './hub.ts';
export type { Link } from './link.ts';
export type { Peer, PeerCounts } from './peer.ts';
export { HUB_PROBLEMS } from './problems.ts';
export { type RunningHub, START_DEFAULTS, type StartOptions, startHub } from './start-hub.ts';
export type { HubStatistics, LatencySummary, PeerStatistics } from './statistics.ts';
export { createTcpServer } from './tcp-server.ts';
export { attachWebSocket, LIVE_PATH, type WebSocketOptions } from './websocket-server.ts';
