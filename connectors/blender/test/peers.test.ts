import { describe, expect, test } from 'vitest';
import { BLENDER_HINT } from './blender.ts';
import { type TestReceiver, until } from './receivers.ts';
import { BUILD_RIG, expectClose, FLOAT32, POSE_RIG, useStage } from './stage.ts';

const stage = useStage();

describe.skipIf(!stage.isReady)(`the Blender add-on among others (needs Blender: ${BLENDER_HINT})`, () => {
  const { startHubAt, startBlender, receive, connect, described } = stage;

  test('two others with a camera of the same name get an object each, and nobody moves what is sent', async () => {
    await startHubAt();
    const peers = [receive('blender', 'both'), receive('blender', 'both')];
    const description = {
      name: 'cam',
      role: 'camera',
      space: 'blender',
      nodes: [{ name: 'cam', parent: -1 }],
      curves: ['focalLengthMm', 'horizontalApertureMm', 'verticalApertureMm', 'filmOffsetXMm'],
      filmFit: 'horizontal',
    } as const;
    const run = await startBlender();
    await run.python(
      'cam = link(bpy.data.objects.new("cam", bpy.data.cameras.new("cam")))',
      'cam.location = (9, 9, 9)',
      connect('BOTH'),
    );
    for (const [i, peer] of peers.entries()) {
      await until(() => peer.client.welcome !== undefined, 'the welcome');
      const { state } = peer.client.add(description);
      state.setTranslation(0, i + 1, 0, 0);
      for (const [index, value] of [50 + i, 30, 20, 3].entries()) state.setCurve(index, value);
      peer.client.send();
    }
    const found = await run.python<number[][]>(
      'end = time.time() + 10',
      'while live.receiver.subject_count < 2 and time.time() < end: time.sleep(0.01)',
      'for i in range(20): pump(); time.sleep(0.01)',
      'cameras = sorted(bpy.data.objects, key=lambda obj: obj.location.x)',
      'result = [[obj.location.x, obj.data.lens, obj.data.sensor_width, obj.data.shift_x] for obj in cameras]',
    );
    expect(found).toHaveLength(3);
    expectClose(found[0] as number[], [1, 50, 30, 0.1], FLOAT32);
    expectClose(found[1] as number[], [2, 51, 30, 0.1], FLOAT32);
    expect(found[2]?.[0]).toBe(9);
    // Only its own camera is told to others: what came from them is not sent back.
    const told = [...(peers[0] as TestReceiver).client.subjects].map(({ state }) => state.translations[0]);
    expect(told.sort()).toEqual([2, 9]);
  }, 90_000);

  test('time goes both ways without an echo', async () => {
    await startHubAt();
    const peer = receive('blender', 'both');
    const run = await startBlender();
    await run.python('prop = link(bpy.data.objects.new("prop", None))', connect('SEND'), 'pump()');
    await described(peer, 'prop');
    expect(peer.transports).toEqual([]);
    peer.client.sendTransport({ action: 'scrub', seconds: 2, frame: 48, frameRate: [24, 1] });
    const frame = await run.python<number>(
      'end = time.time() + 5',
      'while bpy.context.scene.frame_current != 48 and time.time() < end: pump(); time.sleep(0.01)',
      'for i in range(20): pump(); time.sleep(0.01)',
      'result = bpy.context.scene.frame_current',
    );
    expect(frame).toBe(48);
    // The values of the new frame have come back; a scrub would have come before them.
    await until(() => peer.frames.includes(48), 'the frame');
    expect(peer.transports).toEqual([]);
    await run.python('bpy.context.scene.frame_set(60)', 'pump()');
    await until(() => peer.transports.length > 0, 'the scrub');
    expect(peer.transports).toMatchObject([
      { action: 'scrub', frame: 60, seconds: 2.5, frameRate: [24, 1], range: [1, 250] },
    ]);
    // A window that plays; `blender -b` has none.
    await run.python('session.is_playing = lambda: True', 'pump()');
    await until(() => peer.transports.length > 1, 'play');
    await run.python('bpy.context.scene.frame_set(61)', 'session.is_playing = lambda: False', 'pump()');
    await until(() => peer.transports.some(({ action }) => action === 'pause'), 'pause');
    expect(peer.transports.map(({ action }) => action).slice(0, 3)).toEqual(['scrub', 'play', 'pause']);
  }, 90_000);

  test('Blender to Blender: the receiver’s objects are those of the sender within float32', async () => {
    await startHubAt();
    const [sender, receiver] = await Promise.all([startBlender(), startBlender()]);
    const tellAll = [
      'bpy.context.view_layer.update()',
      'def all_of(scene):',
      '  cam, rig, face = (bpy.data.objects[name] for name in ("cam", "rig", "face"))',
      '  data = cam.data',
      '  projection = cam.calc_matrix_camera(bpy.context.evaluated_depsgraph_get(), x=1920, y=1080)',
      '  found = {name: rows(bpy.data.objects[name].matrix_world) for name in ("cam", "rig", "face", "prop", "new rig", "child")}',
      '  found.update(projection=rows(projection), focus=[data.dof.focus_distance, data.dof.aperture_fstop])',
      '  found.update(bones_in_world(rig))',
      '  found.update(("new " + name, rows) for name, rows in bones_in_world(bpy.data.objects["new rig"]).items())',
      '  found["keys"] = [key.value for key in face.data.shape_keys.key_blocks]',
      '  found["light"] = list(bpy.data.objects["lamp"].data.color) + [bpy.data.objects["lamp"].data.energy]',
      '  return found',
      'result = all_of(bpy.context.scene)',
    ];
    const build = (lens: number): string[] => [
      'scene = bpy.context.scene',
      'cam = link(bpy.data.objects.new("cam", bpy.data.cameras.new("cam")))',
      `cam.data.lens = ${lens}`,
      'face = build_face("face", ["smile", "blink"])',
      ...BUILD_RIG,
      'parent = link(bpy.data.objects.new("parent", None)); child = link(bpy.data.objects.new("child", None))',
      'child.parent = parent',
    ];
    await sender.python(
      ...build(71.5),
      'cam.location, cam.rotation_euler = (1.1, -7.3, 1.7), (1.3, 0.1, 0.4)',
      'cam.data.sensor_fit, cam.data.sensor_height, cam.data.shift_x, cam.data.shift_y = "VERTICAL", 13.7, 0.11, -0.07',
      'cam.data.dof.focus_distance, cam.data.dof.aperture_fstop = 4.25, 1.8',
      'parent.location, parent.rotation_euler, child.location = (3, 1, 2), (0.5, 0.6, 0.7), (0, 2, 0)',
      'face.data.shape_keys.key_blocks["blink"].value = 0.625',
      'prop = link(bpy.data.objects.new("prop", None)); prop.scale = (1, 2, 3); prop.rotation_euler = (1, 2, 3)',
      'new = build_armature("new rig", [("a", None, (0, 0, 0), (0, 0.5, 1)), ("b", "a", (0, 0.5, 1), (0, 0, 2))])',
      'lamp = link(bpy.data.objects.new("lamp", bpy.data.lights.new("lamp", "AREA")))',
      'lamp.data.color, lamp.data.energy = (0.2, 0.4, 0.8), 123.5',
      ...POSE_RIG,
      connect('SEND'),
      'pump()',
    );
    await receiver.python(...build(20), connect('RECEIVE'));
    type Values = Record<string, number[]>;
    const compare = async (): Promise<void> => {
      const expected = await sender.python<Values>(...tellAll);
      const actual = await receiver.python<Values>(
        'end = time.time() + 10',
        'while live.receiver.subject_count < 8 and time.time() < end: time.sleep(0.01)',
        'for i in range(20): pump(); time.sleep(0.01)',
        ...tellAll,
      );
      expect(Object.keys(expected).length).toBeGreaterThan(14);
      for (const [name, values] of Object.entries(expected)) {
        const size = Math.max(1, ...values.map(Math.abs));
        expectClose(actual[name] as number[], values, FLOAT32 * size);
      }
    };
    await compare();
    await sender.python(
      'new.pose.bones["b"].rotation_mode = "XYZ"; new.pose.bones["b"].rotation_euler = (0.7, 0.2, 0.1)',
      'parent.location.x = -5; cam.data.lens = 24; cam.data.type = "PERSP"; cam.data.sensor_fit = "AUTO"',
      'bpy.context.view_layer.update(); pump()',
    );
    await compare();
    const names = await receiver.python<string[]>(
      'result = sorted(obj.name for obj in bpy.data.collections["Rigline"].objects)',
    );
    expect(names).toEqual(['lamp', 'new rig', 'prop']);
  }, 120_000);

  test('a hub that is started anew is found again by both sides within two seconds', async () => {
    const first = await startHubAt();
    const [sender, receiver] = await Promise.all([startBlender(), startBlender()]);
    await sender.python('prop = link(bpy.data.objects.new("prop", None))', connect('SEND'));
    await receiver.python(connect('RECEIVE'));
    sender.step({
      run: [
        'end = time.time() + 40',
        'while time.time() < end and prop.location.y < 60:',
        '  prop.location.x += 1; bpy.context.view_layer.update(); pump(); time.sleep(0.02)',
        '  if prop.location.x == 40: tell("halfway")',
        '  if live.link.connections > 1: prop.location.y += 1',
        'result = prop.location.x',
      ].join('\n'),
    });
    await sender.next('halfway');
    /** Applies what comes until it is newer than something; what comes must never be older than what was there. */
    const waitForMore = (than: number): string[] => [
      'end, last = time.time() + 20, -1',
      `while time.time() < end and last <= ${than}:`,
      '  pump(); time.sleep(0.01)',
      '  found = bpy.data.objects["prop"].location.x if "prop" in bpy.data.objects else -1',
      '  assert found >= last, (found, last)',
      '  last = found',
      'result = last',
    ];
    const before = await receiver.python<number>(...waitForMore(20));
    await first.close();
    await new Promise((resolve) => setTimeout(resolve, 700));
    await startHubAt(first.port);
    const started = Date.now();
    await until(() => stage.hub().hub.statistics().peers.length === 2, 'both peers');
    expect(Date.now() - started).toBeLessThan(2500);
    const after = await receiver.python<number>(...waitForMore(before + 30));
    expect(after).toBeGreaterThan(before + 30);
    await sender.next('result');
  }, 120_000);
});
