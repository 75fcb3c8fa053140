/** Writes the statements of a Maya ASCII file in the order in which Maya has them. */
import { createHash } from 'node:crypto';
import { cross, dot, normalize, subtract } from './vectors.mjs';

/** Decimals kept: far below what can be seen, and short of where platforms differ. */
const DECIMALS = 9;
const POINT_DECIMALS = 4;
const PER_LINE = 12;
/** Edges flatter than this are written as smooth: cosine of 40 degrees. */
const SMOOTH_COSINE = 0.766;

export function formatNumber(value, decimals = DECIMALS) {
  const rounded = Number(value.toFixed(decimals));
  return String(rounded === 0 ? 0 : rounded);
}

const numbers = (values, decimals) => values.map((value) => formatNumber(value, decimals));

/** Words of a long statement over several lines. */
function wrapWords(words, perLine = PER_LINE) {
  const lines = [];
  for (let i = 0; i < words.length; i += perLine) lines.push(words.slice(i, i + perLine).join(' '));
  return lines.join('\n\t\t');
}

const quote = (text) => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;

/** Values of `setAttr`, as text after the attribute's name. */
export const values = {
  double3: (triple) => `-type "double3" ${numbers(triple).join(' ')} `,
  float3: (triple) => `-type "float3" ${numbers(triple, 6).join(' ')} `,
  string: (text) => `-type "string" ${quote(text)}`,
  number: (value) => formatNumber(value),
};

export class MaFile {
  #nodes = [];
  #graph = [];
  #links = [];
  #names = new Set();

  /**
   * A node of the hierarchy, or one without a parent that only computes.
   *
   * @param attributes Lines after `setAttr` without the semicolon, or whole lines where they begin with another command.
   */
  node(type, name, { parent, attributes = [], isShared = false, isDag = true } = {}) {
    if (this.#names.has(name)) throw new RangeError(`There is a node "${name}" already`);
    this.#names.add(name);
    const flags = `${isShared ? ' -s' : ''} -n "${name}"${parent ? ` -p "${parent}"` : ''}`;
    const lines = [`createNode ${type}${flags};`, `\trename -uid "${uidOf(name)}";`];
    for (const line of attributes) lines.push(`\t${line.startsWith('addAttr') ? '' : 'setAttr '}${line};`);
    (isDag ? this.#nodes : this.#graph).push(lines.join('\n'));
    return name;
  }

  transform(name, parent, { t, r, s, ro, rp, more = [], type = 'transform' } = {}) {
    const attributes = [...more];
    if (t) attributes.push(`".t" ${values.double3(t)}`);
    if (r) attributes.push(`".r" ${values.double3(r)}`);
    if (ro) attributes.push(`".ro" ${ro}`);
    if (s) attributes.push(`".s" ${values.double3(s)}`);
    if (rp) attributes.push(`".rp" ${values.double3(rp)}`, `".sp" ${values.double3(rp)}`);
    return this.node(type, name, { parent, attributes });
  }

  /** A node outside the hierarchy. */
  compute(type, name, attributes = []) {
    return this.node(type, name, { attributes, isDag: false });
  }

  connect(from, to, flags = '') {
    this.#links.push(`connectAttr ${quote(from)} ${quote(to)}${flags};`);
  }

  statement(text) {
    this.#links.push(text);
  }

  /** A polygon mesh under a transform, without history. */
  mesh(name, parent, { points, faces }) {
    const { edges, loops } = edgesOf(points, faces);
    const last = (list, size = 1) => list.length / size - 1;
    const xyz = numbers(points.flat(), POINT_DECIMALS);
    const polygons = loops.map((loop) => `\n\t\tf ${loop.length} ${loop.join(' ')}`).join('');
    return this.node('mesh', name, {
      parent,
      attributes: [
        '-k off ".v"',
        '".vir" yes',
        '".vif" yes',
        '".uvst[0].uvsn" -type "string" "map1"',
        '".cuvs" -type "string" "map1"',
        '".dcc" -type "string" "Ambient+Diffuse"',
        `-s ${points.length} ".vt[0:${last(points)}]"  ${wrapWords(xyz)}`,
        `-s ${edges.length / 3} ".ed[0:${last(edges, 3)}]"  ${wrapWords(edges, 24)}`,
        `-s ${faces.length} -ch ${faces.flat().length} ".fc[0:${last(faces)}]" -type "polyFaces" ${polygons}`,
      ],
    });
  }

  /** An animation curve from pairs of frame and value that drives a plug. */
  curve(type, name, keys, { plug, tangent = 18, pre = 0, post = 0 } = {}) {
    const words = keys.flatMap(([time, value]) => numbers([time, value]));
    const range = keys.length > 1 ? `-s ${keys.length} ".ktv[0:${keys.length - 1}]"  ` : '".ktv[0]"  ';
    const attributes = [`".tan" ${tangent}`, '".wgt" no', range + wrapWords(words)];
    if (pre) attributes.push(`".pre" ${pre}`);
    if (post) attributes.push(`".pst" ${post}`);
    this.compute(type, name, attributes);
    if (plug) this.connect(`${name}.o`, plug);
    return name;
  }

  /** The whole text. `settings` are statements for nodes that every scene has. */
  toString({ name, header, settings }) {
    const parts = [`//Maya ASCII 2024 scene`, `//Name: ${name}`, '//Codeset: UTF-8', ...header];
    return `${[...parts, ...this.#nodes, ...this.#graph, ...settings, ...this.#links, `// End of ${name}`].join('\n')}\n`;
  }
}

/** An identifier that depends on the name alone, so that the file does not change from run to run. */
function uidOf(name) {
  const hex = createHash('sha256').update(`handoff ${name}`).digest('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/** Edges as vertex, vertex, smoothness, and faces as loops of signed edges: `-e - 1` is `e` walked backwards. */
function edgesOf(points, faces) {
  const normals = faces.map((face) => normalOf(face.map((vertex) => points[vertex])));
  const found = new Map();
  const edges = [];
  const loops = faces.map((face, f) =>
    face.map((from, i) => {
      const to = face[(i + 1) % face.length];
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      const known = found.get(key);
      if (known === undefined) {
        const edge = edges.length / 3;
        found.set(key, { edge, face: f });
        edges.push(from, to, 0);
        return edge;
      }
      if (dot(normals[f], normals[known.face]) > SMOOTH_COSINE) edges[known.edge * 3 + 2] = 1;
      return edges[known.edge * 3] === from ? known.edge : -known.edge - 1;
    }),
  );
  return { edges, loops };
}

function normalOf(corners) {
  let sum = [0, 0, 0];
  for (let i = 2; i < corners.length; i++) {
    const normal = cross(subtract(corners[i - 1], corners[0]), subtract(corners[i], corners[0]));
    sum = sum.map((value, k) => value + normal[k]);
  }
  return normalize(sum);
}
