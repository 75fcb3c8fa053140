import { type Place, RiglineError } from '@rigline/diagnostics';
import type { MelType } from './ast.ts';
import type { MelValue } from './value.ts';

export interface MelVariableSlot {
  readonly type: MelType;
  value: MelValue;
}

/** Variables of one block; a name not found here is looked up in the enclosing one. */
export class Scope {
  readonly parent: Scope | undefined;
  readonly #slots = new Map<string, MelVariableSlot>();

  constructor(parent?: Scope) {
    this.parent = parent;
  }

  find(name: string): MelVariableSlot | undefined {
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const slot = scope.#slots.get(name);
      if (slot) return slot;
    }
    return undefined;
  }

  own(name: string): MelVariableSlot | undefined {
    return this.#slots.get(name);
  }

  set(name: string, slot: MelVariableSlot): void {
    this.#slots.set(name, slot);
  }

  names(): string[] {
    return [...this.#slots.keys()];
  }
}

export function failRedeclared(name: string, known: MelType, found: MelType, at: Place): never {
  throw new RiglineError({
    code: 'MEL_REDECLARED_VARIABLE',
    message: `$${name} is ${known} already and cannot be declared as ${found}`,
    at,
    hint: 'Use another name.',
  });
}

export function failUndeclared(name: string, at: Place): never {
  throw new RiglineError({
    code: 'MEL_UNDECLARED_VARIABLE',
    message: `"$${name}" is an undeclared variable`,
    at,
    hint: `Give it a value first; inside a procedure, declare a global one with global <type> $${name};`,
  });
}
