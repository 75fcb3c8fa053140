/** Cameras and faces over real datagrams, read and written on the other side by Python from the published layouts alone. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { FACE_CURVES, FREED_SPACE, Notices, OPENTRACKIO_SPACE, parseFaceMapping } from '@rigline/bridges';
import { FaceOut, FreeDOut, listenFaces, listenFreeD, listenOpenTrackIo, OpenTrackIoOut } from '@rigline/bridges/node';
import { LiveClient, type LiveEvents, type RemoteSubject } from '@rigline/client';
import { connectTcp } from '@rigline/client/node';
import { type RunningHub, startHub } from '@rigline/hub';
import { CAMERA_CURVES } from '@rigline/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const PYTHON_HINT = 'install it with "sudo apt-get install -y python3"';

function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 7)'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const python = hasPython();

test.runIf(process.env.CI === 'true')('Python is installed where CI runs', () => {
  expect(python, `no Python 3.7 or later found: ${PYTHON_HINT}`).toBe(true);
});

let hub: RunningHub;
const open: { close(): unknown }[] = [];
beforeEach(async () => {
  hub = await startHub({ port: 0, web: 0 });
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await hub.close();
});

async function until(holds: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${what}: not within 30 seconds`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

function connect(role: 'sender' | 'receiver', space?: string, events?: LiveEvents): LiveClient {
  const hello = { role, name: role, ...(space ? { space } : {}) };
  const client = new LiveClient({ connect: connectTcp({ port: hub.port }), hello, ...(events ? { events } : {}) });
  open.push(client);
  return client;
}

/** A camera of Maya at (100, 200, 300) cm that has turned a quarter to the left, sent again and again. */
async function sendCamera(): Promise<void> {
  const sender = connect('sender');
  const nodes = [{ name: 'cam', parent: -1 }];
  const own = sender.add({ name: 'cam', role: 'camera', space: 'maya', nodes, curves: [...CAMERA_CURVES] });
  own.state.setTranslation(0, 100, 200, 300);
  own.state.setRotation(0, 0, Math.SQRT1_2, 0, Math.SQRT1_2);
  const set = (name: (typeof CAMERA_CURVES)[number], value: number): void =>
    own.state.setCurve(CAMERA_CURVES.indexOf(name), value);
  set('focalLengthMm', 50);
  set('horizontalApertureMm', 36);
  set('verticalApertureMm', 24);
  set('focusDistance', 250);
  set('fStop', 4);
  await until(() => sender.welcome !== undefined, 'the welcome');
  let frame = 0;
  const timer = setInterval(() => {
    own.state.markAll();
    sender.send({ seconds: ++frame / 24, frame, frameRate: [24, 1] });
  }, 20);
  open.push({ close: () => clearInterval(timer) });
}

/** Runs Python; what it prints is JSON, and its first line a port to send to. */
function startPython(lines: readonly string[]): { readonly child: ChildProcess; readonly told: unknown[] } {
  const child = spawn('python3', ['-u', '-c', lines.join('\n')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const told: unknown[] = [];
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      told.push(JSON.parse(text.slice(0, end)));
      text = text.slice(end + 1);
    }
  });
  open.push({
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((done) => child.once('close', done));
      child.kill('SIGKILL');
      await ended;
    },
  });
  return { child, told };
}

const LISTEN = [
  'import json, socket, struct',
  's = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("127.0.0.1", 0)); s.settimeout(30)',
  'print(json.dumps(s.getsockname()[1]))',
];

const named = (client: LiveClient, name: string): RemoteSubject | undefined =>
  [...client.subjects].find(({ description }) => description.name === name);
const curve = ({ description, state }: RemoteSubject, name: string): number =>
  state.curves[description.curves.indexOf(name)] as number;

describe.skipIf(!python)(`datagrams (needs Python: ${PYTHON_HINT})`, () => {
  test('a camera goes out as FreeD: millimetres, pan to the right positive, lens in its ranges', async () => {
    const { told } = startPython([
      ...LISTEN,
      'd = s.recv(100)',
      'i24 = lambda at: struct.unpack(">i", (b"\\xff" if d[at] > 127 else b"\\0") + d[at:at+3])[0]',
      'u24 = lambda at: int.from_bytes(d[at:at+3], "big")',
      'print(json.dumps([len(d), d[0], d[1], i24(2)/32768, i24(5)/32768, i24(8)/32768, i24(11)/64, i24(14)/64, i24(17)/64, u24(20), (0x40 - sum(d[:28])) % 256 == d[28]]))',
    ]);
    await until(() => told.length > 0, 'the port');
    const mapping = { ranges: { zoomMm: [0, 100], focusMetres: [0, 10], irisFStop: [0, 32] } } as const;
    const out = new FreeDOut({
      host: '127.0.0.1',
      port: told[0] as number,
      mapping,
      firstId: 3,
      notices: new Notices(),
    });
    open.push(out);
    connect('receiver', FREED_SPACE, {
      frame: (_, subjects) => {
        for (const subject of subjects) out.touch(subject);
      },
    });
    await sendCamera();
    await until(() => told.length > 1, 'a datagram');
    const [size, type, id, pan, tilt, roll, x, y, z, zoom, isRight] = told[1] as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      boolean,
    ];
    expect([size, type, id, isRight]).toEqual([29, 0xd1, 3, true]);
    // To the left is negative. 1e-3: float32 rotations, and steps of 1/32768 degrees.
    expect(pan).toBeCloseTo(-90, 3);
    expect(tilt).toBeCloseTo(0, 3);
    expect(roll).toBeCloseTo(0, 3);
    // Maya's Z is Blender's -Y, and its Y is up.
    expect([x, y, z]).toEqual([1000, -3000, 2000]);
    expect(zoom).toBe(Math.round(65535 / 2));
  });

  test('FreeD from outside is a camera for every receiver', async () => {
    const notices: string[] = [];
    const listener = await listenFreeD({
      host: '127.0.0.1',
      port: 0,
      mapping: { ranges: { zoomMm: [0, 100], focusMetres: [0, 10], irisFStop: [0, 32] } },
      needsChecksum: true,
      client: connect('sender'),
      notices: new Notices(({ code }) => notices.push(code)),
    });
    open.push(listener);
    startPython([
      'import socket, struct, time',
      't = lambda v: struct.pack(">i", v)[1:]',
      'b = bytes([0xd1, 9]) + t(-90*32768) + t(0) + t(0) + t(1000*64) + t(-3000*64) + t(2000*64) + t(32768) + t(0) + b"\\0\\0"',
      'b += bytes([(0x40 - sum(b)) % 256])',
      's = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)',
      'for _ in range(3000):',
      `    s.sendto(b, ("127.0.0.1", ${listener.port})); s.sendto(b"nonsense", ("127.0.0.1", ${listener.port})); time.sleep(0.01)`,
    ]);
    const receiver = connect('receiver', 'maya');
    await until(() => named(receiver, 'freed 9')?.newest !== undefined, 'the camera');
    const camera = named(receiver, 'freed 9') as RemoteSubject;
    [100, 200, 300].forEach((value, i) => {
      expect(camera.state.translations[i]).toBeCloseTo(value, 9);
    });
    [0, Math.SQRT1_2, 0, Math.SQRT1_2].forEach((value, i) => {
      expect(camera.state.rotations[i]).toBeCloseTo(value, 6);
    });
    expect(curve(camera, 'focalLengthMm')).toBeCloseTo(50, 2);
    // Nonsense is told once.
    await until(() => notices.length > 0, 'the notice');
    expect(notices).toEqual(['BRIDGE_BAD_DATAGRAM']);
  });

  test('a camera goes out as OpenTrackIO: metres, pan to the left positive, film in the static part', async () => {
    const { told } = startPython([
      ...LISTEN,
      'd = s.recv(2000)',
      'lo = hi = 0',
      'for byte in d[:14] + d[16:]: lo = (lo + byte) % 256; hi = (hi + lo) % 256',
      'print(json.dumps([d[:4].decode(), d[5], struct.unpack(">H", d[12:14])[0] & 0x7fff == len(d) - 16, d[14:16] == bytes([hi, lo]), json.loads(d[16:])]))',
    ]);
    await until(() => told.length > 0, 'the port');
    const out = new OpenTrackIoOut({
      host: '127.0.0.1',
      port: told[0] as number,
      firstSource: 7,
      notices: new Notices(),
    });
    open.push(out);
    connect('receiver', OPENTRACKIO_SPACE, {
      frame: (_, subjects) => {
        for (const subject of subjects) out.touch(subject);
      },
    });
    await sendCamera();
    await until(() => told.length > 1, 'a datagram');
    const [magic, encoding, isWhole, isRight, body] = told[1] as [
      string,
      number,
      boolean,
      boolean,
      Record<string, never>,
    ];
    expect([magic, encoding, isWhole, isRight]).toEqual(['OTrk', 1, true, true]);
    expect(body).toMatchObject({
      sourceNumber: 7,
      static: { camera: { label: 'cam', activeSensorPhysicalDimensions: { width: 36, height: 24 } } },
      lens: { pinholeFocalLength: 50, focusDistance: 2.5, fStop: 4 },
      transforms: [{ translation: { x: 1, y: -3, z: 2 } }],
    });
    const [{ rotation }] = body.transforms as unknown as [{ readonly rotation: Record<string, number> }];
    expect(rotation.pan).toBeCloseTo(90, 4);
    expect(rotation.tilt).toBeCloseTo(0, 4);
  });

  test('OpenTrackIO from outside, in segments, is a camera for every receiver, with its time', async () => {
    const listener = await listenOpenTrackIo({
      host: '127.0.0.1',
      port: 0,
      sources: [],
      client: connect('sender'),
      notices: new Notices(),
    });
    open.push(listener);
    startPython([
      'import json, socket, struct, time',
      'def packet(sequence, offset, last, payload):',
      '    head = b"OTrk" + bytes([0, 1]) + struct.pack(">HIH", sequence, offset, (0x8000 if last else 0) | len(payload))',
      '    lo = hi = 0',
      '    for byte in head + payload: lo = (lo + byte) % 256; hi = (hi + lo) % 256',
      '    return head + bytes([hi, lo]) + payload',
      'body = json.dumps({"protocol": {"name": "OpenTrackIO", "version": [1, 0, 1]}, "sourceNumber": 4,',
      '  "static": {"camera": {"label": "Kran é", "activeSensorPhysicalDimensions": {"width": 36, "height": 24}}},',
      '  "timing": {"timecode": {"hours": 0, "minutes": 0, "seconds": 2, "frames": 3, "frameRate": {"num": 25, "denom": 1}}},',
      '  "lens": {"pinholeFocalLength": 50}, "transforms": [{"translation": {"x": 1, "y": -3, "z": 2}, "rotation": {"pan": 90, "tilt": 0, "roll": 0}}]}).encode()',
      's = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)',
      'for n in range(3000):',
      '    a, b = packet(2 * n & 65535, 0, False, body[:100]), packet(2 * n + 1 & 65535, 100, True, body[100:])',
      `    for one in (b, a): s.sendto(one, ("127.0.0.1", ${listener.port}))`,
      '    time.sleep(0.01)',
    ]);
    const receiver = connect('receiver', 'maya');
    await until(() => named(receiver, 'Kran é')?.newest?.time !== undefined, 'the camera');
    const camera = named(receiver, 'Kran é') as RemoteSubject;
    [100, 200, 300].forEach((value, i) => {
      expect(camera.state.translations[i]).toBeCloseTo(value, 9);
    });
    [0, Math.SQRT1_2, 0, Math.SQRT1_2].forEach((value, i) => {
      expect(camera.state.rotations[i]).toBeCloseTo(value, 6);
    });
    expect(curve(camera, 'focalLengthMm')).toBe(50);
    expect(curve(camera, 'horizontalApertureMm')).toBe(36);
    expect(camera.newest?.time).toMatchObject({ frame: 53, frameRate: [25, 1] });
  });

  /** Python that sends a face of "iPhone é" to a port, for half a minute; curve i is i / 64. */
  function startPhone(port: number): void {
    startPython([
      'import socket, struct, time',
      'text = lambda t: struct.pack(">i", len(t.encode())) + t.encode()',
      'b = bytes([6]) + text("00000000-0000-4000-8000-0000000000AA") + text("iPhone é")',
      'b += struct.pack(">ifiiB", 120, 0.5, 60, 1, 61) + b"".join(struct.pack(">f", i / 64) for i in range(61))',
      's = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)',
      'for _ in range(3000):',
      `    s.sendto(b, ("127.0.0.1", ${port})); s.sendto(b[:60], ("127.0.0.1", ${port})); time.sleep(0.01)`,
    ]);
  }

  test('a face of a phone is a face for every receiver, with its time', async () => {
    const told: string[] = [];
    const notices = new Notices(({ code }) => told.push(code));
    const listener = await listenFaces({ host: '127.0.0.1', port: 0, client: connect('sender'), notices });
    open.push(listener);
    startPhone(listener.port);
    const receiver = connect('receiver', 'maya');
    await until(() => named(receiver, 'iPhone é')?.newest?.time !== undefined, 'the face');
    const face = named(receiver, 'iPhone é') as RemoteSubject;
    expect(face.description).toMatchObject({ role: 'face', curves: FACE_CURVES });
    expect([...face.state.curves]).toEqual(FACE_CURVES.map((_, i) => i / 64));
    expect(face.newest?.time).toMatchObject({ frame: 120.5, frameRate: [60, 1] });
    // The broken one is told once.
    await until(() => told.length > 0, 'the notice');
    expect(told).toEqual(['BRIDGE_BAD_DATAGRAM']);
  });

  test('a face of a phone drives the channels of another face, as a mapping file says', async () => {
    const told: string[] = [];
    const text = JSON.stringify({
      channels: {
        jaw: 'JawOpen',
        smile: [
          { from: 'MouthSmileLeft', scale: 0.5 },
          { from: 'MouthSmileRight', scale: 0.5 },
        ],
        blink: { terms: ['EyeBlinkRight'], offset: 1, limits: [0, 1] },
        horns: 'HornLeft',
      },
    });
    const listener = await listenFaces({
      host: '127.0.0.1',
      port: 0,
      client: connect('sender'),
      notices: new Notices(({ code }) => {
        if (code !== 'BRIDGE_BAD_DATAGRAM') told.push(code);
      }),
      mapping: parseFaceMapping(text, 'hero.json'),
      target: 'hero',
    });
    open.push(listener);
    startPhone(listener.port);
    const receiver = connect('receiver', 'maya');
    await until(() => named(receiver, 'hero')?.newest !== undefined, 'the face');
    const face = named(receiver, 'hero') as RemoteSubject;
    // By hand: jaw open is curve 17, the smiles are 23 and 24 of the packet.
    expect(['jaw', 'smile', 'blink', 'horns'].map((name) => curve(face, name))).toEqual([17 / 64, 23.5 / 64, 1, 0]);
    expect(told).toEqual(['BRIDGE_UNKNOWN_CHANNEL']);
  });

  test('a live face goes out as a phone would send it, by the names of its curves', async () => {
    const { told } = startPython([
      ...LISTEN,
      'd = s.recv(2000)',
      'n = struct.unpack(">i", d[1:5])[0]; m = struct.unpack(">i", d[5+n:9+n])[0]; at = 9 + n + m',
      'frame, sub, rate, base, count = struct.unpack(">ifiiB", d[at:at+17])',
      'values = struct.unpack(">%df" % count, d[at+17:])',
      'print(json.dumps([d[0], n, d[9+n:at].decode(), frame, sub, rate, base, count, values[17], values[0], values[7]]))',
    ]);
    await until(() => told.length > 0, 'the port');
    const out = new FaceOut({ host: '127.0.0.1', port: told[0] as number, notices: new Notices() });
    open.push(out);
    connect('receiver', 'maya', {
      frame: (_, subjects) => {
        for (const subject of subjects) out.touch(subject);
      },
    });
    const sender = connect('sender');
    const own = sender.add({
      name: 'héros',
      role: 'face',
      space: 'maya',
      nodes: [],
      curves: ['jawOpen', 'eyeBlinkRight'],
    });
    own.state.setCurve(0, 0.75);
    own.state.setCurve(1, 0.25);
    const send = (): void => {
      own.state.markAll();
      sender.send({ seconds: 2.52, frame: 60.5, frameRate: [24, 1] });
    };
    send();
    const timer = setInterval(send, 20);
    open.push({ close: () => clearInterval(timer) });
    await until(() => told.length > 1, 'a datagram');
    expect(told[1]).toEqual([6, 36, 'héros', 60, 0.5, 24, 1, 61, 0.75, 0, 0.25]);
  });

  test('a port that is taken is told', async () => {
    const options = {
      host: '127.0.0.1',
      mapping: {},
      needsChecksum: true,
      client: connect('sender'),
      notices: new Notices(),
    };
    const first = await listenFreeD({ ...options, port: 0 });
    open.push(first);
    await expect(listenFreeD({ ...options, port: first.port })).rejects.toMatchObject({ code: 'BRIDGE_CANNOT_LISTEN' });
  });
});
