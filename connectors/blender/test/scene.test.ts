import type { RemoteSubject } from '@rigline/client';
import type { Mat4 } from '@rigline/math';
import { describe, expect, test } from 'vitest';
import { BLENDER_HINT } from './blender.ts';
import { until } from './receivers.ts';
import { BUILD_RIG, expectClose, FLOAT32, nodesInWorld, POSE_RIG, useStage } from './stage.ts';

const stage = useStage();

describe.skipIf(!stage.isReady)(`scenes of the Blender add-on (needs Blender: ${BLENDER_HINT})`, () => {
  const { startHubAt, startBlender, receive, connect, described } = stage;

  test('an armature arrives bone by bone, and again after bones were renamed, added and removed', async () => {
    await startHubAt();
    const receiver = receive();
    const run = await startBlender();
    type Worlds = Record<string, number[]>;
    const first = await run.python<Worlds>(
      ...BUILD_RIG,
      ...POSE_RIG,
      connect('SEND'),
      'pump()',
      'result = bones_in_world(rig)',
    );
    const before = await described(receiver, 'rig');
    expect(before.description).toMatchObject({ role: 'skeleton', space: 'blender', frameRate: [24, 1] });
    expect(before.description.nodes).toEqual([
      { name: 'rig', parent: -1 },
      { name: 'hip', parent: 0 },
      { name: 'spine', parent: 1 },
      { name: 'hand é', parent: 2 },
    ]);
    const check = (subject: RemoteSubject, worlds: Worlds): void => {
      const received = nodesInWorld(subject);
      for (const [bone, matrix] of Object.entries(worlds)) expectClose(received[bone] as Mat4, matrix, FLOAT32 * 10);
    };
    expect(Object.keys(first)).toHaveLength(3);
    check(before, first);

    const second = await run.python<Worlds>(
      'bpy.ops.object.mode_set(mode="EDIT")',
      'bones = rig.data.edit_bones',
      'bones.remove(bones["hand é"])',
      'bones["spine"].name = "chest"',
      'head = bones.new("head"); head.head, head.tail, head.parent = (0, 0, 3), (0, 0, 4), bones["chest"]',
      'bpy.ops.object.mode_set(mode="OBJECT")',
      'pump()',
      'result = bones_in_world(rig)',
    );
    await until(() => receiver.subject('rig') !== before && receiver.subject('rig')?.newest !== undefined, 'new bones');
    const after = receiver.subject('rig') as RemoteSubject;
    expect(after.description.nodes.map(({ name }) => name)).toEqual(['rig', 'hip', 'chest', 'head']);
    expect(after.description.subject).toBe(before.description.subject);
    expect(after.description.revision).toBeGreaterThan(before.description.revision);
    check(after, second);
  }, 90_000);

  test('shape keys, lights, units and the object in focus', async () => {
    await startHubAt();
    const receiver = receive();
    const run = await startBlender();
    await run.python(
      'scene = bpy.context.scene',
      'scene.unit_settings.scale_length, scene.render.fps, scene.render.fps_base = 0.01, 24, 1.001',
      'face = build_face("head", ["smile", "jawOpen"])',
      'keys = face.data.shape_keys.key_blocks',
      'keys["smile"].value = 0.25; keys["smile"].keyframe_insert("value", frame=1)',
      'keys["smile"].value = 0.75; keys["smile"].keyframe_insert("value", frame=11)',
      'spot = link(bpy.data.objects.new("key", bpy.data.lights.new("key", "SPOT")))',
      'spot.data.energy, spot.data.color, spot.data.spot_size, spot.data.spot_blend = 500, (1, 0.5, 0.25), 1.0, 1.0',
      'sun = link(bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN")))',
      'sun.hide_set(True)',
      'camera = link(bpy.data.objects.new("cam", bpy.data.cameras.new("cam")))',
      'camera.location = (0, -7, 1)',
      'camera.rotation_euler = (1.5707963, 0, 0)',
      'prop = link(bpy.data.objects.new("prop", None)); prop.location = (3, 5, 2)',
      'camera.data.dof.focus_object, camera.data.dof.use_dof, camera.data.dof.aperture_fstop = prop, True, 2.8',
      'private = link(bpy.data.objects.new("private", None)); private.rigline_send = False',
      connect('SEND'),
      'scene.frame_set(6)',
      'pump()',
    );
    const head = await described(receiver, 'head');
    expect(head.description).toMatchObject({
      role: 'face',
      curves: ['smile', 'jawOpen', 'visible'],
      frameRate: [24000, 1001],
    });
    expect(receiver.curve('head', 'smile')).toBeCloseTo(0.5, 6);
    expect(head.newest?.time?.seconds).toBeCloseTo((6 * 1001) / 24000, 12);
    await described(receiver, 'key');
    expect(receiver.subject('key')?.description.data).toEqual({ lightType: 'spot', intensityUnit: 'W' });
    const light = ['intensity', 'colorR', 'colorG', 'colorB', 'visible'].map((name) => receiver.curve('key', name));
    expect(light).toEqual([500, 1, 0.5, 0.25, 1]);
    // An angle of one radian; with a blend of 1 the light fades from the axis on.
    expect(receiver.curve('key', 'coneAngleDeg')).toBeCloseTo(180 / Math.PI, 4);
    expect(receiver.curve('key', 'penumbraAngleDeg')).toBeCloseTo(-90 / Math.PI, 4);
    await described(receiver, 'sun');
    expect(receiver.curve('sun', 'visible')).toBe(0);
    // The scene's unit is a centimetre, and the hub gives metres: 12 cm along the view axis to the prop.
    const camera = await described(receiver, 'cam');
    expectClose([...camera.state.translations], [0, -0.07, 0.01], 1e-9);
    expect(receiver.curve('cam', 'focusDistance')).toBeCloseTo(0.12, 6);
    expect(receiver.curve('cam', 'fStop')).toBeCloseTo(2.8, 6);
    expect(receiver.curve('cam', 'depthOfField')).toBe(1);
    // What it focuses on moves, and nothing else.
    await run.python('prop.location.y = 13', 'bpy.context.view_layer.update()', 'live.pump(everything=False)');
    await until(() => Math.abs(receiver.curve('cam', 'focusDistance') - 0.2) < 1e-6, 'the focus');
    expect(receiver.subject('private')).toBeUndefined();
  }, 90_000);

  test('an edit sends what it has changed and nothing else; renamed and deleted objects follow', async () => {
    await startHubAt();
    const receiver = receive();
    const run = await startBlender();
    await run.python(
      'objects = [link(bpy.data.objects.new("prop %d" % i, None)) for i in range(50)]',
      connect('SEND'),
      'pump()',
      'live.link.flush()',
    );
    await until(() => [...receiver.client.subjects].length === 50, 'fifty subjects');
    const counts = (): number | undefined =>
      stage
        .hub()
        .hub.statistics()
        .peers.find(({ name }) => name.endsWith('.blend'))?.bytesIn;
    await until(() => receiver.subject('prop 49')?.newest !== undefined, 'values');
    const before = counts() as number;
    // No pump: the handler of the add-on sends by itself.
    await run.python(
      'time.sleep(0.05)',
      'objects[7].location = (1, 2, 3)',
      'bpy.context.view_layer.update()',
      'live.link.flush()',
    );
    await until(() => receiver.subject('prop 7')?.state.translations[1] === 2, 'the edit');
    // Header of 4, frame of 40, subject of 4 and a node of 26; what answers pings may add some.
    expect((counts() as number) - before).toBeLessThan(150);
    const subject = receiver.subject('prop 7')?.description.subject;
    await run.python('objects[7].name = "hero"', 'bpy.data.objects.remove(objects[8])', 'pump()');
    await until(() => receiver.subject('hero') !== undefined && receiver.subject('prop 8') === undefined, 'the names');
    expect(receiver.subject('hero')?.description.subject).toBe(subject);
    expect([...receiver.client.subjects]).toHaveLength(49);
  }, 90_000);

  test('another frame sends all that depends on it: children, constraints, drivers, bones, shape keys', async () => {
    await startHubAt();
    const receiver = receive();
    const run = await startBlender();
    await run.python(
      'made = {n: link(bpy.data.objects.new(n, None)) for n in ("top", "child", "held", "driven", "on bone", "still")}',
      'rig, face = build_armature("rig", [("b", None, (0, 0, 0), (0, 0, 1))]), build_face("face", ["smile"])',
      'cam = link(bpy.data.objects.new("cam", bpy.data.cameras.new("cam")))',
      'made["child"].parent, made["child"].location = made["top"], (0, 1, 0)',
      'made["held"].constraints.new("COPY_LOCATION").target = made["child"]',
      'curve = made["driven"].driver_add("location", 2)',
      'variable = curve.driver.variables.new()',
      'variable.targets[0].id, variable.targets[0].data_path = made["top"], "location.x"',
      'curve.driver.expression = "var * 3"',
      'made["on bone"].parent, made["on bone"].parent_type, made["on bone"].parent_bone = rig, "BONE", "b"',
      'smile = face.data.shape_keys.key_blocks["smile"]',
      'for frame in (1, 9):',
      '  made["top"].location, made["top"].rotation_euler = (frame, 0, 0), (0, 0, frame / 5)',
      '  rig.pose.bones["b"].location, smile.value, cam.data.lens = (0, frame, 0), frame / 10, frame * 10',
      '  for owner, name in ((made["top"], "location"), (made["top"], "rotation_euler"), (rig.pose.bones["b"], "location"),',
      '    (smile, "value"), (cam.data, "lens")): owner.keyframe_insert(name, frame=frame)',
      connect('SEND'),
      'bpy.context.scene.frame_set(1)',
      'pump(); live.link.flush()',
    );
    await until(() => receiver.frames.includes(1), 'the first frame');
    for (const frame of [4, 7]) {
      // No pump: what the handler sends is all there is.
      const expected = await run.python<Record<string, number[]>>(
        'time.sleep(0.1)',
        `bpy.context.scene.frame_set(${frame})`,
        'live.link.flush()',
        'result = {obj.name: list(obj.matrix_world.translation) for obj in bpy.data.objects}',
        'result["bone"] = bones_in_world(rig)["b"][12:15]',
        'result["curves"] = [smile.value, cam.data.lens]',
      );
      await until(() => receiver.frames.includes(frame), `frame ${frame}`);
      const { bone = [], curves = [], ...places } = expected;
      expect(Object.keys(places)).toHaveLength(9);
      for (const [name, place] of Object.entries(places)) {
        expectClose([...(receiver.subject(name) as RemoteSubject).state.translations.slice(0, 3)], place, FLOAT32);
      }
      const b = nodesInWorld(receiver.subject('rig') as RemoteSubject).b as Mat4;
      expectClose(b.slice(12, 15), bone, FLOAT32);
      expectClose([receiver.curve('face', 'smile'), receiver.curve('cam', 'focalLengthMm')], curves, FLOAT32);
      expect(places.driven?.[2]).toBeGreaterThan(3);
      // What stands still was in no frame since the first.
      expect(receiver.subject('still')?.newest?.time?.frame).toBe(1);
    }
  }, 90_000);
});
