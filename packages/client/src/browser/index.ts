export { connectWebSocket } from './connect-websocket.ts';
