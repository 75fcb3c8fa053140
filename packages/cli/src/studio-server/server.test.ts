import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildStudioServer, listenLocally } from './server.ts';

const outside = mkdtempSync(join(tmpdir(), 'rigline-server-'));
const folder = join(outside, 'in');
const scene = join(folder, 'scene.ma');
beforeAll(() => {
  mkdirSync(folder);
  writeFileSync(join(outside, 'outside.ma'), '//Maya ASCII 2024 scene\n');
  writeFileSync(scene, '//Maya ASCII 2024 scene\nfile -r -ns "o" -rfn "oRN" "../outside.ma";\ncreateNode transform;\n');
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
});
afterAll(() => rmSync(outside, { recursive: true }));

describe('buildStudioServer', () => {
  test.each([
    ['evil.example', 403],
    ['localhost.evil.example', 403],
    ['127.0.0.1:80@evil.example', 403],
    ['LOCALHOST:4470', 200],
    ['127.0.0.1', 200],
  ])('answers to the host name %s with %i', async (host, status) => {
    const server = await buildStudioServer({ root: folder, scene });
    expect((await server.inject({ url: '/api/scene', headers: { host } })).statusCode).toBe(status);
    await server.close();
  });

  test.each([
    '/../outside.ma',
    '/..%2foutside.ma',
    '/%2e%2e/outside.ma',
    '/api/scene/references/0',
    '/api/scene/references/__proto__',
  ])('gives nothing outside the folder for %s', async (url) => {
    const server = await buildStudioServer({ root: folder, scene });
    const { statusCode } = await server.inject({ url, headers: { host: 'localhost' } });
    expect([403, 404]).toContain(statusCode);
    await server.close();
  });

  test('ends while a request is half sent', async () => {
    const server = await buildStudioServer({ root: folder, scene });
    const { port } = new URL(await listenLocally(server, 0));
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => {}); // It is the server that ends the connection.
    socket.write('GET /api/scene HTTP/1.1\r\nHost: localhost\r\n');
    const closed = new Promise((done) => socket.once('close', done));
    await server.close();
    await closed;
  });
});
