import type { Cell } from './cell.ts';
import type { KernelBank, Step } from './node-type.ts';
import type { BankSlots, Task } from './task.ts';

/** Fast evaluation of the same plugs at many times. */
export interface Playback {
  /** Brings the probes to a time in seconds; read them afterwards. */
  seek(seconds: number): void;
}

/** Tasks that depend on time, as far as they have been resolved. */
interface TaskOrder {
  /** Those that the roots need, each after all it reads. */
  readonly inside: readonly Task[];
  /** The others; they become dirty with the time. */
  readonly outside: readonly Task[];
}

/** What to do for one time after another. */
export interface PlaybackPlan {
  /** To be called in order. */
  readonly runs: readonly (() => void)[];
  /** Depend on time, but nothing that is asked for depends on them; they become dirty. */
  readonly outside: readonly Task[];
  /** Brings to their cells what banks have computed and only kernels have read. */
  readonly settle: () => void;
}

/** The plan for what a set of roots needs. */
export function planPlayback(
  time: Cell,
  roots: readonly (Task | undefined)[],
  run: (task: Task) => void,
): PlaybackPlan {
  const { inside, outside } = orderTasks(time, roots);
  return { ...planRuns(inside, run), outside };
}

/** Everything to run for one time, in order. */
function planRuns(
  inside: readonly Task[],
  run: (task: Task) => void,
): { readonly runs: (() => void)[]; readonly settle: () => void } {
  const moving = new Set(inside);
  const banks = makeBanks(inside, moving);
  const runs: (() => void)[] = [];
  const taken = new Map<Task, ReadonlySet<string>>();
  for (const task of inside) {
    if (banks.done.has(task)) continue;
    task.preparePlayback(moving);
    const plugs = task.kernelPlugs(banks.slots);
    const kernel = task.step.kernel?.(plugs);
    if (kernel && plugs.taken) taken.set(task, plugs.taken);
    if (kernel) runs.push(kernel);
    else if (!task.isUpToDate()) runs.push(() => run(task));
  }
  const needs = (task: Task, cell: Cell): boolean => {
    const names = taken.get(task);
    return moving.has(task) && !task.links?.every((link) => link.cell !== cell || names?.has(link.input));
  };
  const lazy = banks.made.map((bank) => bank.outputs.map((cell) => !cell.readers.some((task) => needs(task, cell))));
  const first = banks.made.map((bank, i) => {
    const write = writerOf(bank, (at) => !(lazy[i] as boolean[])[at]);
    return () => {
      bank.run();
      write();
    };
  });
  const rest = banks.made.map((bank, i) => writerOf(bank, (at) => (lazy[i] as boolean[])[at] as boolean));
  return {
    runs: [...first, ...runs],
    settle: () => {
      for (const write of rest) write();
    },
  };
}

/** Writes some of the outputs of a bank to their cells. */
function writerOf({ outputs, values }: KernelBank, isWanted: (at: number) => boolean): () => void {
  const cells: Cell[] = [];
  const at: number[] = [];
  outputs.forEach((cell, i) => {
    if (!isWanted(i)) return;
    cells.push(cell);
    at.push(i);
  });
  return () => {
    for (let i = 0; i < cells.length; i++) (cells[i] as Cell).writeNumber(values[at[i] as number] as number);
  };
}

interface Banks {
  readonly made: readonly KernelBank[];
  readonly done: ReadonlySet<Task>;
  readonly slots: BankSlots;
}

/** Banks for all tasks that depend on nothing but the time. */
function makeBanks(inside: readonly Task[], moving: ReadonlySet<Task>): Banks {
  const banked = new Map<NonNullable<Step['bank']>, Task[]>();
  for (const task of inside) {
    const { bank } = task.step;
    if (!bank || task.dependencies.some((other) => moving.has(other))) continue;
    const list = banked.get(bank);
    if (list) list.push(task);
    else banked.set(bank, [task]);
  }
  const done = new Set<Task>();
  const slots: BankSlots = new Map();
  const made = [...banked].map(([makeBank, tasks]) => {
    const bank = makeBank(tasks.map((task) => task.kernelPlugs()));
    tasks.forEach((task, i) => {
      if (bank.takes[i]) done.add(task);
    });
    bank.outputs.forEach((cell, at) => {
      slots.set(cell, { values: bank.values, at });
    });
    return bank;
  });
  return { made, done, slots };
}

/** Orders what depends on `time` for a set of roots. Tasks on a cycle come in the order in which they are met. */
function orderTasks(time: Cell, roots: readonly (Task | undefined)[]): TaskOrder {
  const moving = new Set<Task>();
  const queue = [...time.readers];
  for (let task = queue.pop(); task !== undefined; task = queue.pop()) {
    if (moving.has(task)) continue;
    moving.add(task);
    for (const { cell } of task.outlets) for (const reader of cell.readers) queue.push(reader);
  }
  const inside: Task[] = [];
  const seen = new Set<Task>();
  const stack: { readonly task: Task; next: number }[] = [];
  const enter = (task: Task | undefined): void => {
    if (!task || seen.has(task) || !moving.has(task)) return;
    seen.add(task);
    stack.push({ task, next: 0 });
  };
  for (const root of roots) {
    enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (top.next < top.task.dependencies.length) {
        enter(top.task.dependencies[top.next++]);
      } else {
        inside.push(top.task);
        stack.pop();
      }
    }
  }
  return { inside, outside: [...moving].filter((task) => !seen.has(task)) };
}
