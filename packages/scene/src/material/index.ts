export { type AssignedMaterials, type LinearColor, readMaterials, type SurfaceMaterial } from './surface-material.ts';
