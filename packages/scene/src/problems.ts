import type { ProblemTable } from '@rigline/diagnostics';

/** Codes of the scene model. All of them are thrown as `RiglineError`. */
export const SCENE_PROBLEMS: ProblemTable = {
  SCENE_PARENT_NOT_TRANSFORM: { severity: 'error', when: 'A node is put under one that is no transform. Thrown.' },
  SCENE_PARENT_CYCLE: {
    severity: 'error',
    when: 'A node is put under itself or under one of its own children. Thrown.',
  },
};
