export { GLB_DEFAULTS, type GlbOptions, type WrittenGlb, writeGlb } from './write-glb.ts';
