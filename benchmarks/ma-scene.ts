/** A Maya ASCII scene of any size, from a seed: meshes, skin weights, curves, and many small statements. */

/** Numbers in [0, 1): mulberry32. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Lines of numbers as Maya breaks them, some 12 to a line. */
function numberLines(count: number, next: (index: number) => string): string {
  let text = '';
  for (let i = 0; i < count; i++) text += `${i % 12 === 0 ? '\n\t\t' : ''} ${next(i)}`;
  return text;
}

/** As Maya prints float attributes. */
const single = (value: number): string => String(Number(value.toPrecision(8)));
/** As Maya prints double attributes. */
const double = (value: number): string => String(Number(value.toPrecision(17)));

function meshText(index: number, random: () => number): string {
  const side = 24;
  const points = side * side;
  const name = `mesh${index}`;
  let text = `createNode transform -n "${name}";\n\trename -uid "${uuid(random)}";\n`;
  text += `\tsetAttr ".t" -type "double3" ${double(random() * 10)} ${double(random())} ${double(-random())} ;\n`;
  text += `createNode mesh -n "${name}Shape" -p "${name}";\n\tsetAttr -k off ".v";\n\tsetAttr ".vir" yes;\n`;
  text += `\tsetAttr -s ${points} ".vt";\n`;
  for (let start = 0; start < points; start += 166) {
    const end = Math.min(points, start + 166);
    text += `\tsetAttr ".vt[${start}:${end - 1}]"${numberLines((end - start) * 3, () => single(random() * 20 - 10))};\n`;
  }
  const edges: string[] = [];
  for (let y = 0; y < side; y++) for (let x = 0; x + 1 < side; x++) edges.push(`${y * side + x} ${y * side + x + 1} 0`);
  for (let y = 0; y + 1 < side; y++)
    for (let x = 0; x < side; x++) edges.push(`${y * side + x} ${(y + 1) * side + x} 0`);
  text += `\tsetAttr -s ${edges.length} ".ed[0:${edges.length - 1}]"${numberLines(edges.length, (i) => edges[i] ?? '')};\n`;
  const across = side * (side - 1);
  text += `\tsetAttr -s ${(side - 1) ** 2} ".fc[0:${(side - 1) ** 2 - 1}]" -type "polyFaces" `;
  for (let y = 0; y + 1 < side; y++) {
    for (let x = 0; x + 1 < side; x++) {
      const first = y * (side - 1) + x;
      const left = across + y * side + x;
      const corner = y * side + x;
      text += `\n\t\tf 4 ${first} ${left + 1} ${-(first + side - 1) - 1} ${-left - 1}`;
      text += `\n\t\tmu 0 4 ${corner} ${corner + 1} ${corner + side + 1} ${corner + side}`;
    }
  }
  text += `;\ncreateNode skinCluster -n "skin${index}";\n\tsetAttr -s ${points} ".wl";\n`;
  let pairs = 0;
  text += `\tsetAttr ".wl[0:${points - 1}].w"`;
  for (let i = 0; i < points; i++) {
    const weight = random();
    text += `${i % 4 === 0 ? '\n\t\t' : ''} 2 ${pairs++ % 40} ${double(weight)} ${pairs % 40} ${double(1 - weight)}`;
  }
  return `${text};\nconnectAttr "skin${index}.og[0]" "${name}Shape.i";\n`;
}

function rigText(index: number, random: () => number): string {
  let text = '';
  for (let i = 0; i < 40; i++) {
    const name = `rig${index}:joint${i}`;
    const parent = i > 0 ? ` -p "rig${index}:joint${i - 1}"` : '';
    text += `createNode joint -n "${name}"${parent};\n\trename -uid "${uuid(random)}";\n`;
    text += `\taddAttr -ci true -sn "liw" -ln "lockInfluenceWeights" -min 0 -max 1 -at "bool";\n\tsetAttr ".uoc" 1;\n`;
    text += `\tsetAttr -av ".tx" ${double(random() * 5)};\n\tsetAttr ".jo" -type "double3" ${double(random() * 90)} 0 ${double(random())} ;\n`;
    text += `\tsetAttr ".mnrl" -type "double3" -360 -360 -360 ;\n\tsetAttr ".ssc" no;\n\tsetAttr -k off -cb on ".ro";\n\tsetAttr ".radi" 0.5;\n`;
    text += `createNode animCurveTA -n "${name}_rotateX";\n\tsetAttr ".tan" 18;\n\tsetAttr ".wgt" no;\n`;
    text += `\tsetAttr -s 48 ".ktv[0:47]" ${numberLines(48, (key) => `${key + 1} ${double(random() * 360 - 180)}`)};\n`;
    text += `connectAttr "${name}_rotateX.o" "${name}.rx";\nconnectAttr "${name}.liw" "skin${index}.lw[${i}]";\n`;
  }
  return text;
}

function uuid(random: () => number): string {
  const part = (): string =>
    Math.floor(random() * 65536)
      .toString(16)
      .toUpperCase()
      .padStart(4, '0');
  return `${part()}${part()}-${part()}-${part()}-${part()}-${part()}${part()}${part()}`;
}

/** At least `size` bytes of scene. */
export function generateMaScene(size: number, seed: number): Uint8Array {
  const random = seededRandom(seed);
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(size + 1_000_000);
  let length = 0;
  const add = (text: string): void => {
    length += encoder.encodeInto(text, bytes.subarray(length)).written;
  };
  add('//Maya ASCII 2024 scene\n//Name: generated.ma\n//Codeset: UTF-8\nrequires maya "2024";\n');
  add('currentUnit -l centimeter -a degree -t film;\nfileInfo "application" "maya";\n');
  for (let index = 0; length < size; index++) {
    add(meshText(index, random));
    add(rigText(index, random));
  }
  add('// End of generated.ma\n');
  return bytes.slice(0, length);
}
