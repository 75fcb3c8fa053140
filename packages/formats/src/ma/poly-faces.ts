/** `-type "polyFaces"`: face loops, holes, UV and colour indices, into flat arrays. */
import type { MaArguments } from './arguments.ts';
import { scanDecimal, scannedDecimal } from './numbers.ts';
import type { MaFaceAttribute, MaPolyFaces } from './record-types.ts';

/** A list of integers that grows. */
class IntList {
  data: Int32Array = new Int32Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.data.length) {
      const data = new Int32Array(this.length * 2);
      data.set(this.data);
      this.data = data;
    }
    this.data[this.length++] = value;
  }

  take(): Int32Array {
    return this.data.slice(0, this.length);
  }
}

interface FaceAttributeLists {
  readonly loops: IntList;
  readonly starts: IntList;
  readonly ids: IntList;
}

/** Reads face data up to the end of the statement; faults at anything that is not face data. */
export function readPolyFaces(args: MaArguments): MaPolyFaces {
  const faceLoops = new IntList();
  const loopStarts = new IntList();
  const edges = new IntList();
  const uvSets = new Map<number, FaceAttributeLists>();
  const colorSets = new Map<number, FaceAttributeLists>();
  while (!args.atEnd()) {
    const word = args.readWord();
    switch (word) {
      case 'f':
      case 'h':
        if (word === 'f') faceLoops.push(loopStarts.length);
        else if (faceLoops.length === 0) args.fail('expected a face before its hole');
        loopStarts.push(edges.length);
        readIntegers(args, edges);
        break;
      case 'mu':
      case 'mc':
      case 'mf':
      case 'mh':
      case 'fc': {
        if (faceLoops.length === 0) args.fail('expected a face before its indices');
        const set = word === 'mu' || word === 'mc' ? readInteger(args) : 0;
        const lists = listsOf(word === 'mc' || word === 'fc' ? colorSets : uvSets, set);
        lists.loops.push(loopStarts.length - 1);
        lists.starts.push(lists.ids.length);
        readIntegers(args, lists.ids);
        break;
      }
      default:
        args.fail(`expected f, h, mu, mc, mf, mh or fc instead of ${JSON.stringify(word)}`);
    }
  }
  const faceCount = faceLoops.length;
  faceLoops.push(loopStarts.length);
  loopStarts.push(edges.length);
  return {
    faceCount,
    faceLoops: faceLoops.take(),
    loopStarts: loopStarts.take(),
    edges: edges.take(),
    uvSets: takeSets(uvSets),
    colorSets: takeSets(colorSets),
  };
}

function listsOf(sets: Map<number, FaceAttributeLists>, set: number): FaceAttributeLists {
  let lists = sets.get(set);
  if (lists === undefined) {
    lists = { loops: new IntList(), starts: new IntList(), ids: new IntList() };
    sets.set(set, lists);
  }
  return lists;
}

function takeSets(sets: Map<number, FaceAttributeLists>): MaFaceAttribute[] {
  return [...sets].map(([set, { loops, starts, ids }]) => {
    starts.push(ids.length);
    return { set, loops: loops.take(), starts: starts.take(), ids: ids.take() };
  });
}

function readInteger(args: MaArguments): number {
  args.peek();
  const next = scanDecimal(args.bytes, args.pos);
  if (next < 0) args.fail('expected an integer');
  const value = scannedDecimal[0]!;
  if (value !== (value | 0)) args.fail('expected an integer');
  args.pos = next;
  return value;
}

/** A count and so many integers. */
function readIntegers(args: MaArguments, out: IntList): void {
  const count = readInteger(args);
  for (let i = 0; i < count; i++) out.push(readInteger(args));
}
