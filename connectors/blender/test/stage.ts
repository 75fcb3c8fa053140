/** What the tests of the add-on share: a hub, Blenders, receivers, and how values are compared. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteSubject } from '@rigline/client';
import { type RunningHub, startHub } from '@rigline/hub';
import { composeMat4, type Mat4, multiplyMat4 } from '@rigline/math';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { BlenderRun, buildAddon, findBlender } from './blender.ts';
import { openReceiver, type TestReceiver, until } from './receivers.ts';

/** Blender keeps matrices in float32, the protocol rotations and scales: a few units in the last place of 10. */
export const FLOAT32 = 5e-6;

export const BUILD_RIG: readonly string[] = [
  'rig = build_armature("rig", [("hip", None, (0, 0, 1), (0, 0.2, 2)), ("spine", "hip", (0, 0.2, 2), (0, 0, 3)),',
  '  ("hand é", "spine", (0.5, 0, 3), (1, 0, 3.2))])',
  'rig.location, rig.rotation_euler, rig.scale = (1, 2, 3), (0.1, 0.2, 0.3), (1.5, 1.5, 1.5)',
];
export const POSE_RIG: readonly string[] = [
  'rig = bpy.data.objects["rig"]',
  'for i, bone in enumerate(rig.pose.bones):',
  '  bone.rotation_mode = "XYZ"',
  '  bone.rotation_euler, bone.location = (0.3 + 0.1 * i, -0.2 * i, 0.4), (0.1 * i, 0.02, 0)',
  '  bone.scale = (1.25, 1.25, 1.25)',
  'bpy.context.view_layer.update()',
];

/** World matrices of the nodes of a skeleton, by name, multiplied up from what was received. */
export function nodesInWorld({ description, state }: RemoteSubject): Record<string, Mat4> {
  const worlds: Mat4[] = [];
  description.nodes.forEach(({ parent }, i) => {
    const local = composeMat4({
      translate: [...state.translations.slice(i * 3, i * 3 + 3)] as [number, number, number],
      rotate: [...state.rotations.slice(i * 4, i * 4 + 4)] as [number, number, number, number],
      scale: [...state.scales.slice(i * 3, i * 3 + 3)] as [number, number, number],
      shear: [0, 0, 0],
    });
    worlds.push(parent < 0 ? local : multiplyMat4(local, worlds[parent] as Mat4));
  });
  return Object.fromEntries(description.nodes.map(({ name }, i) => [name, worlds[i] as Mat4]));
}

export function expectClose(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(actual).toHaveLength(expected.length);
  const worst = Math.max(...actual.map((value, i) => Math.abs(value - (expected[i] as number))));
  expect(worst, `${actual} is not ${expected}`).toBeLessThan(tolerance);
}

export interface Stage {
  /** There is a Blender. */
  readonly isReady: boolean;
  /** The hub that was started last. */
  hub(): RunningHub;
  startHubAt(port?: number): Promise<RunningHub>;
  /** A Blender with the add-on installed, that runs `console.py`. */
  startBlender(): Promise<BlenderRun>;
  receive(space?: string, role?: 'receiver' | 'both'): TestReceiver;
  /** A line of Python that connects to the hub and waits until that is done. */
  connect(mode: string): string;
  /** A subject, once it has values. */
  described(receiver: TestReceiver, name: string): Promise<RemoteSubject>;
}

/** To be called once in a file of tests: whatever a test opens is closed after it. */
export function useStage(): Stage {
  const blender = findBlender();
  let folder: string;
  const open: { close(): unknown }[] = [];
  let hub: RunningHub;
  let zip: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rigline add-on '));
    zip = buildAddon(folder);
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  return {
    isReady: blender !== undefined,
    hub: () => hub,
    startHubAt: async (port = 0) => {
      hub = await startHub({ port, web: 0 });
      open.push(hub);
      return hub;
    },
    startBlender: async () => {
      const started = new BlenderRun(blender as string, 'console.py', { zip });
      open.push(started);
      await started.next('ready');
      return started;
    },
    receive: (space = 'blender', role = 'receiver') => {
      const receiver = openReceiver(hub.port, space, role);
      open.push(receiver);
      return receiver;
    },
    connect: (mode) => `live = connect(port=${hub.port}, mode="${mode}"); assert live.link.wait_until_connected(10)`,
    described: async (receiver, name) => {
      await until(() => receiver.subject(name)?.newest !== undefined, `"${name}"`);
      return receiver.subject(name) as RemoteSubject;
    },
  };
}
