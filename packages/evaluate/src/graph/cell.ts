import type { Mat4 } from '@rigline/math';
import { type AttributeKind, isScalar, type SceneNode } from '@rigline/scene';
import type { Task } from './task.ts';

export type CellValue = number | string | object | undefined;

const NOBODY: Task[] = [];
const FEW = 8;

/** The current value of one leaf plug: stored, or written by the task that produces it. */
export class Cell {
  readonly node: SceneNode;
  readonly path: string;
  readonly kind: AttributeKind;
  /** The value when it is a number. Apart from other values, so that changing it allocates nothing. */
  number = 0.5;
  /** The value when it is not a number; undefined otherwise. */
  object: Exclude<CellValue, number>;
  /** Rises with every change of the value. */
  version = 1;
  /** The task that computes the value, when it is not a stored one. */
  readonly producer: Task | undefined;
  /** Tasks that read this cell, each once. */
  readers: readonly Task[] = NOBODY;

  constructor(
    node: SceneNode,
    path: string,
    kind: AttributeKind,
    value: CellValue,
    producer: Task | undefined = undefined,
  ) {
    this.node = node;
    this.path = path;
    this.kind = kind;
    this.number = typeof value === 'number' ? value : 0;
    this.object = typeof value === 'number' ? undefined : value;
    this.producer = producer;
  }

  get value(): CellValue {
    return this.object === undefined && isScalar(this.kind) ? this.number : this.object;
  }

  /** The task that was added last is not added again. */
  addReader(task: Task): void {
    const { readers } = this;
    const { length } = readers;
    if (length > 0 && readers[length - 1] === task) return;
    // Lists that grow from nothing take room for many.
    if (length < FEW) this.readers = length === 0 ? [task] : [...readers, task];
    else (readers as Task[]).push(task);
  }

  removeReader(task: Task): void {
    const at = this.readers.indexOf(task);
    if (at < 0) return;
    const readers = this.readers as Task[];
    const last = readers.pop() as Task;
    if (last !== task) readers[at] = last;
  }

  forgetReaders(): void {
    this.readers = NOBODY;
  }

  /** Takes a new value; the version rises only when it differs. Matrices are copied, never shared. */
  write(value: CellValue): void {
    if (typeof value === 'number') {
      this.writeNumber(value);
    } else if (this.kind === 'matrix') {
      if (value !== undefined) this.writeMatrix(value as Mat4);
    } else if (value !== this.object || typeof value === 'object') {
      this.object = value;
      this.number = 0;
      this.version++;
    }
  }

  writeNumber(value: number): void {
    if (Object.is(value, this.number) && this.object === undefined) return;
    this.number = value;
    this.object = undefined;
    this.version++;
  }

  writeMatrix(value: Readonly<Mat4>): void {
    const own = this.object as Mat4;
    let changed = false;
    for (let i = 0; i < 16; i++) {
      const next = value[i] as number;
      if (next !== own[i]) {
        own[i] = next;
        changed = true;
      }
    }
    if (changed) this.version++;
  }

  /** The matrix itself, for a kernel that writes all of it; `touch` has to follow. */
  borrowMatrix(): Mat4 {
    return this.object as Mat4;
  }

  /** Says that the value was changed in place. */
  touch(): void {
    this.version++;
  }

  /** Takes over a block that was changed in place. */
  replaceBlock(value: CellValue): void {
    this.object = value as object;
    this.version++;
  }
}
