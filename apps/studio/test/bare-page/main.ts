/** The least that a page with a three.js picture does; what the studio's first picture is held against. */
import {
  BoxGeometry,
  DirectionalLight,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
renderer.debug.checkShaderErrors = false;
const scene = new Scene();
scene.add(new DirectionalLight(0xffffff, 2), new Mesh(new BoxGeometry(), new MeshLambertMaterial()));
const camera = new PerspectiveCamera(40, canvas.width / canvas.height);
camera.position.z = 4;
renderer.render(scene, camera);

const gl = renderer.getContext() as WebGL2RenderingContext;
const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
gl.flush();
const look = (): void => {
  const isDone = !fence || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
  if (isDone) performance.mark('rigline-first-picture');
  else setTimeout(look, 4);
};
look();
