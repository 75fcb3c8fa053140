export { formatPlace, type Place } from './place.ts';
export {
  formatProblem,
  type Problem,
  type ProblemInput,
  type ProblemTable,
  type Severity,
} from './problem.ts';
export { PROBLEM_LOG_LIMIT, ProblemLog } from './problem-log.ts';
export { formatError, RiglineError, type RiglineErrorInput } from './rigline-error.ts';
