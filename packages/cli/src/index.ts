export { EXIT, type ExitCode } from './exit-codes.ts';
export { buildProgram, main } from './main.ts';
export { openBeside, openScene } from './open-scene.ts';
export { type SceneInfo, sceneInfo } from './scene-info.ts';
export { collectReferences, listScene, type ReferencedFile, type SceneListing } from './studio-server/scene-files.ts';
export { buildStudioServer, listenLocally, type StudioServerOptions } from './studio-server/server.ts';
