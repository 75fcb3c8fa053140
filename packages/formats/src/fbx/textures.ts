/** Textures to `file` nodes: paths as written and as to be looked for, and what is embedded. */
import type { SceneNode } from '@rigline/scene';
import type { FbxObject } from './document-types.ts';
import { objectsOfKind } from './objects-by-kind.ts';
import { childText } from './record-arrays.ts';
import type { FbxRecord } from './record-types.ts';
import type { FbxSceneContext } from './scene-context.ts';
import { displayText } from './text.ts';

/** The picture that is in the FBX file itself. */
export interface EmbeddedContent {
  /** Its bytes; decoded when they are asked for. */
  read(): Uint8Array;
}

/** Plugs of materials by the property that a texture is connected to. */
const PLUGS: Readonly<Record<string, string>> = {
  DiffuseColor: 'color',
  Diffuse: 'color',
  TransparentColor: 'transparency',
  TransparencyFactor: 'transparency',
  EmissiveColor: 'incandescence',
  Emissive: 'incandescence',
  AmbientColor: 'ambientColor',
  SpecularColor: 'specularColor',
  NormalMap: 'normalCamera',
  Bump: 'normalCamera',
};

/** Textures in layers of textures, at most. */
const LAYER_DEPTH = 8;

/** Adds a node for every Texture, and connects it to the materials that show it. */
export function buildTextures(context: FbxSceneContext, materials: ReadonlyMap<FbxObject, SceneNode>): void {
  // Content that is no base64 is reported when it is looked at.
  for (const video of objectsOfKind(context.document, 'Video')) contentOf(video.record);
  for (const texture of objectsOfKind(context.document, 'Texture')) {
    const node = addTexture(context, texture);
    for (const { material, property } of usersOf(context, texture, LAYER_DEPTH)) {
      const shader = materials.get(material);
      if (shader) connectTexture(context, node, shader, property);
    }
  }
}

interface TextureUse {
  readonly material: FbxObject;
  readonly property: string;
}

/** Materials that show a texture: by themselves, by layers, or, before version 7, through the Models that have both. */
function usersOf(context: FbxSceneContext, texture: FbxObject, depth: number): TextureUse[] {
  const { document, nodeOf } = context;
  const uses: TextureUse[] = [];
  for (const { destination, property } of document.from(texture)) {
    if (destination.kind === 'Material') uses.push({ material: destination, property });
    else if (destination.kind === 'LayeredTexture' && depth > 0) {
      uses.push(...usersOf(context, destination, depth - 1));
    } else if (document.file.version < 7000 && nodeOf.has(destination)) {
      for (const { source } of document.into(destination)) {
        if (source.kind === 'Material') uses.push({ material: source, property: 'DiffuseColor' });
      }
    }
  }
  return uses;
}

function connectTexture({ scene }: FbxSceneContext, node: SceneNode, shader: SceneNode, property: string): void {
  const own = Object.hasOwn(PLUGS, property) ? (PLUGS[property] as string) : property;
  const last = property.slice(property.lastIndexOf('|') + 1);
  const isPhysical = shader.type === 'standardSurface';
  const path = isPhysical && (own === 'color' || /^base_?color(_?map)?$/i.test(last)) ? 'baseColor' : own;
  // The first texture of a plug stays: others are layers over it.
  if (!shader.inputs.has(path)) scene.connect({ node, path: 'outColor' }, { node: shader, path });
}

function addTexture(context: FbxSceneContext, texture: FbxObject): SceneNode {
  const { scene } = context;
  const shown = displayText(texture.name);
  const name = shown === '' ? scene.freeName('file#') : shown;
  const node = scene.addNode({
    type: 'file',
    name: scene.isNameTaken(name, false, undefined) ? scene.freeName(`${name}#`) : name,
  });
  const video = context.document.into(texture).find(({ source }) => source.kind === 'Video')?.source;
  const absolute = pathOf(texture, video, ['FileName', 'Filename'], 'Path');
  const relative = pathOf(texture, video, ['RelativeFilename'], 'RelPath');
  const text = (key: string, value: string): void => {
    if (value !== '') scene.setRaw(node, key, { dataType: 'string', value });
  };
  text('fileTextureName', relative === '' ? normalize(absolute) : besideFile(context.options.file, relative));
  text('fbxFileName', absolute);
  text('fbxRelativeFilename', relative);
  const content = video && contentOf(video.record);
  if (content) scene.setRaw(node, 'content', { dataType: 'EmbeddedContent', value: content });
  if (texture.properties.own.length > 0) {
    scene.setRaw(node, 'fbxProperties', { dataType: 'FbxProperty', value: texture.properties.own });
  }
  return node;
}

function pathOf(texture: FbxObject, video: FbxObject | undefined, names: readonly string[], property: string): string {
  for (const object of video ? [texture, video] : [texture]) {
    for (const name of names) {
      const written = childText(object.record, name);
      if (written) return written;
    }
    const stored = object.properties.string(property, '');
    if (stored !== '') return stored;
  }
  return '';
}

const normalize = (path: string): string => path.replaceAll('\\', '/');

/** A relative path as seen from where the FBX file is. */
function besideFile(file: string, relative: string): string {
  const path = normalize(relative);
  if (/^(?:[a-z]:)?\//i.test(path)) return path;
  const parts = normalize(file).split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '.' || part === '') continue;
    const above = parts.at(-1);
    if (part === '..' && above !== undefined && above !== '' && above !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

/** What a Video has embedded; long content of text files stands in several pieces. */
function contentOf(record: FbxRecord): EmbeddedContent | undefined {
  const pieces: Uint8Array[] = [];
  for (const value of record.children.find((child) => child.name === 'Content')?.values ?? []) {
    if (value instanceof Uint8Array && value.length > 0) pieces.push(value);
  }
  const [first] = pieces;
  if (!first) return undefined;
  return {
    read(): Uint8Array {
      if (pieces.length === 1) return first;
      const all = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
      let at = 0;
      for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
      }
      return all;
    },
  };
}
