export { BRIDGE_PROBLEMS } from './problems.ts';
