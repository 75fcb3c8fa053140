export type { Selected } from './context.ts';
export { QUERY_PROBLEMS } from './problems.ts';
export { createQuerySession, QUERY_COMMANDS, type QueryOptions, type QuerySession } from './query-session.ts';
