export { type DrawnCorners, joinByNormals, joinBySmoothEdges } from './mesh-corners.ts';
export { type FaceList, listFaces, type MeshFaces } from './mesh-faces.ts';
export { PairTable } from './pair-table.ts';
export { splitQuad, triangulateFace } from './triangulate-face.ts';
