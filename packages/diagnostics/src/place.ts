/** Where something was found. Holds what is known: a file position, a byte, a node, a plug. */
export interface Place {
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1. */
  readonly column?: number;
  /** Offset from the start of the file. */
  readonly byte?: number;
  /** Full DAG path, or the name of a node outside the DAG. */
  readonly node?: string;
  /** Attribute path on `node`, in long names. */
  readonly plug?: string;
}

/** A place on one line: `hero.ma:12:3 |hero.translateX`. Empty when nothing is known. */
export function formatPlace(place: Place): string {
  let at = place.file ?? '';
  if (place.line !== undefined) at += `${at ? ':' : 'line '}${place.line}`;
  if (place.line !== undefined && place.column !== undefined) at += `:${place.column}`;
  if (place.byte !== undefined) at += `${at ? ' ' : ''}byte ${place.byte}`;
  const node = place.node === undefined ? '' : place.plug === undefined ? place.node : `${place.node}.${place.plug}`;
  return at && node ? `${at} ${node}` : at || node;
}
