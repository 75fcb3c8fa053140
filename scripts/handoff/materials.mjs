/** Materials of the demo shot. Colours are written as sRGB here, and as light in the file. */
const LOOKS = {
  stone: '#56658c',
  stoneDark: '#36426a',
  stoneLight: '#7c8cb4',
  tile: '#46547d',
  tileAlt: '#3a4670',
  grout: '#1d2440',
  wall: '#323f68',
  sun: '#c08a4e',
  copper: '#c8562f',
  copperDark: '#8f3a24',
  teal: '#1f9490',
  tealDark: '#14676c',
  cream: '#eadfc6',
  brass: '#dba63f',
  iron: '#262a3a',
  wood: '#7a4a2b',
  owl: '#8a78b6',
  owlDark: '#5d4d8a',
  owlLight: '#b9aade',
  night: { color: '#0a1230', glow: '#22408e' },
  halo: { color: '#0a1230', glow: '#33539f' },
  hills: { color: '#0c1430', glow: '#121f4d' },
  moon: { color: '#2c2a24', glow: '#ece3c4' },
  moonDark: { color: '#2c2a24', glow: '#d9cda6' },
  star: { color: '#cfdcff', glow: '#b9c9f5' },
  eye: { color: '#ffd45e', glow: '#f2b93c' },
  flame: { color: '#fff3c4', glow: '#fff0b8' },
  ember: { color: '#ffb347', glow: '#ff9d2e' },
  glass: { color: '#ffbe5c', glow: '#c9741c', transparency: 0.5 },
};

const toLight = (hex) =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });

/** Puts meshes below transforms, each with a material, and writes those that were used. */
export class Materials {
  #file;
  #used = new Map();

  constructor(file) {
    this.#file = file;
  }

  /** A transform with a mesh. Returns the transform's name. */
  put(name, parent, material, shape, options) {
    if (!LOOKS[material]) throw new RangeError(`There is no material "${material}"`);
    this.#file.transform(name, parent, options);
    const mesh = this.#file.mesh(`${name}Shape`, name, shape);
    if (!this.#used.has(material)) this.#used.set(material, []);
    this.#used.get(material).push(mesh);
    return name;
  }

  get count() {
    return this.#used.size;
  }

  write(values) {
    for (const [name, meshes] of this.#used) {
      const look = typeof LOOKS[name] === 'string' ? { color: LOOKS[name] } : LOOKS[name];
      const attributes = ['".dc" 1', `".c" ${values.float3(toLight(look.color))}`];
      if (look.glow) attributes.push(`".ic" ${values.float3(toLight(look.glow))}`);
      if (look.transparency) attributes.push(`".it" ${values.float3(Array(3).fill(look.transparency))}`);
      this.#file.compute('lambert', `${name}_mat`, attributes);
      const group = this.#file.compute('shadingEngine', `${name}_matSG`, [
        '".ihi" 0',
        `-s ${meshes.length} ".dsm"`,
        '".ro" yes',
      ]);
      const info = this.#file.compute('materialInfo', `${name}_matInfo`);
      this.#file.connect(`${name}_mat.oc`, `${group}.ss`);
      for (const mesh of meshes) this.#file.connect(`${mesh}.iog`, `${group}.dsm`, ' -na');
      this.#file.connect(`${group}.msg`, `${info}.sg`);
      this.#file.connect(`${name}_mat.msg`, `${info}.m`);
      for (const [kind, to] of [
        ['link', 'lightLinker1'],
        ['shadowLink', 'lightLinker1'],
      ]) {
        this.#file.statement(`relationship "${kind}" ":${to}" "${group}.message" ":defaultLightSet.message";`);
      }
      this.#file.connect(`${group}.pa`, ':renderPartition.st', ' -na');
      this.#file.connect(`${name}_mat.msg`, ':defaultShaderList1.s', ' -na');
    }
  }
}
