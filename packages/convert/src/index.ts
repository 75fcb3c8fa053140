export { CONVERT_PROBLEMS } from './problems.ts';
