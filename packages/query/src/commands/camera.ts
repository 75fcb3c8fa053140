import { radToDeg } from '@rigline/math';
import { type MelValue, melFloat, melFloats, melInt, melString, melStrings } from '@rigline/mel';
import type { SceneNode } from '@rigline/scene';
import type { Command, QueryContext } from '../context.ts';
import { fail } from '../fail.ts';
import { type Arguments, type FlagTable, MODES, property } from '../flags.ts';
import { requirePlugOf, requireSubject, uniqueName } from '../names.ts';
import { readNumber, readPlug } from '../plug-values.ts';
import { writeNumbers } from './set-attr.ts';

const MM_PER_INCH = 25.4;

/** Flags that are attributes of the same long name. */
const ATTRIBUTES: FlagTable = {
  focalLength: property('fl'),
  horizontalFilmAperture: property('hfa'),
  verticalFilmAperture: property('vfa'),
  lensSqueezeRatio: property('lsr'),
  filmFit: property('ff'),
  filmFitOffset: property('ffo'),
  horizontalFilmOffset: property('hfo'),
  verticalFilmOffset: property('vfo'),
  horizontalShake: property('hs'),
  verticalShake: property('vs'),
  shakeEnabled: property('se'),
  overscan: property('ovr'),
  cameraScale: property('cs'),
  nearClipPlane: property('ncp'),
  farClipPlane: property('fcp'),
  fStop: property('fs'),
  focusDistance: property('fd'),
  shutterAngle: property('sa'),
  orthographic: property('o'),
  orthographicWidth: property('ow'),
  centerOfInterest: property('coi'),
};

/** A camera's shape, from itself or its transform. */
function cameraOf(args: Arguments, context: QueryContext): SceneNode {
  const node = requireSubject(args, context);
  const shape = node.isA('camera') ? node : node.children.find((child) => child.isA('camera'));
  return shape ?? fail('QUERY_WRONG_NODE', `"${node.name}" (${node.type}) is no camera`, args.at);
}

/** Angle of the film itself, before film fit and squeeze. Source: Maya help, "camera", -horizontalFieldOfView. */
function fieldOfView(context: QueryContext, camera: SceneNode, aperture: string): number {
  const inches = readNumber(context, camera, aperture);
  return radToDeg(2 * Math.atan((inches * MM_PER_INCH) / (2 * readNumber(context, camera, 'focalLength'))));
}

function ask(context: QueryContext, camera: SceneNode, flag: string, args: Arguments): MelValue {
  if (flag === 'horizontalFieldOfView') return melFloat(fieldOfView(context, camera, 'horizontalFilmAperture'));
  if (flag === 'verticalFieldOfView') return melFloat(fieldOfView(context, camera, 'verticalFilmAperture'));
  if (flag === 'aspectRatio') {
    return melFloat(
      (readNumber(context, camera, 'horizontalFilmAperture') * readNumber(context, camera, 'lensSqueezeRatio')) /
        readNumber(context, camera, 'verticalFilmAperture'),
    );
  }
  if (flag === 'position' || flag === 'worldUp') {
    const world = context.graph.get({ node: camera, path: 'worldMatrix[0]' }) as number[];
    const { settings } = context.scene;
    const toUi = 0.01 / settings.unitMetres;
    return melFloats(flag === 'position' ? world.slice(12, 15).map((value) => value * toUi) : world.slice(4, 7));
  }
  const plug = requirePlugOf(camera, flag, args.at);
  if (flag === 'filmFit') return melString(plug.attribute.choices?.[readNumber(context, camera, flag)] ?? '');
  const value = readPlug(context, plug, args.at);
  return value.type === 'int' ? melInt(value.value) : value;
}

/** Source: Maya help, MEL command "camera". Queries, and sets what is a plain attribute. */
export const camera: Command = {
  flags: {
    ...MODES,
    ...ATTRIBUTES,
    horizontalFieldOfView: property('hfv'),
    verticalFieldOfView: property('vfv'),
    aspectRatio: property('ar'),
    position: property('p', 3),
    worldUp: property('wup', 3),
    name: property('n'),
  },
  run(args, context) {
    const flags = args.given;
    if (args.isQuery) {
      const node = cameraOf(args, context);
      const [flag, ...more] = flags;
      if (flag === undefined || more.length > 0) {
        return fail(
          'QUERY_ARGUMENTS',
          `camera -query needs one flag that says what to ask, found ${flags.length}`,
          args.at,
        );
      }
      return flag === 'name' ? melString(uniqueName(context.scene, node)) : ask(context, node, flag, args);
    }
    const node = args.isEdit ? cameraOf(args, context) : createCamera(args, context);
    for (const flag of flags.filter((name) => name !== 'name')) {
      if (!ATTRIBUTES[flag]) return fail('QUERY_UNSUPPORTED', `camera -${flag} can be asked but not set here`, args.at);
      const plug = requirePlugOf(node, flag, args.at);
      const text = args.text(flag) as string;
      const choice = Object.entries(plug.attribute.choices ?? {}).find(([, name]) => name === text);
      writeNumbers(context, plug, [choice ? Number(choice[0]) : (args.number(flag) as number)], args.at);
    }
    const parent = node.parents[0];
    return melStrings([...(parent ? [uniqueName(context.scene, parent)] : []), uniqueName(context.scene, node)]);
  },
};

function createCamera(args: Arguments, context: QueryContext): SceneNode {
  const { scene } = context;
  const name = args.text('name') ?? scene.freeName('camera#');
  const parent = scene.addNode({ type: 'transform', name });
  const shape = /^(.*?)(\d*)$/.exec(name) as RegExpExecArray;
  return scene.addNode({ type: 'camera', name: `${shape[1]}Shape${shape[2]}`, parent });
}
