import { AmbientLight, DirectionalLight, Group, type Light, PointLight, SpotLight, Vector3 } from 'three';
import type { ShotPose } from '../shot/pose-sampler.ts';
import type { LightChannels, Shot, ShotLight } from '../shot/shot.ts';

const DECAY = { none: 0, linear: 1, quadratic: 2, cubic: 3 } as const;

/**
 * The lights of a shot as three.js lights.
 *
 * Convention: Maya's diffuse surfaces send back `color * intensity * cosine`; three.js divides by pi, so intensities
 * are multiplied by it. An ambient light shines from everywhere alike. Area and volume lights shine from their centre.
 */
export class SceneLights {
  readonly object: Group = new Group();
  readonly #items: readonly ShotLight[];
  readonly #lights: readonly Light[];

  constructor(shot: Shot) {
    this.#items = shot.lights;
    this.#lights = shot.lights.map((item) => buildLight(item));
    for (const light of this.#lights) {
      this.object.add(light);
      if (light instanceof DirectionalLight || light instanceof SpotLight) this.object.add(light.target);
    }
  }

  applyPose(pose: ShotPose): void {
    const at = new Vector3();
    for (const [i, light] of this.#lights.entries()) {
      const { place } = this.#items[i] as ShotLight;
      const channels = pose.lights[i];
      const m = pose.localToWorld.subarray(place * 16, place * 16 + 16);
      light.visible = pose.visible[place] === 1 && channels !== undefined;
      if (!light.visible || !channels) continue;
      light.color.setRGB(...channels.color);
      light.intensity = channels.intensity * Math.PI;
      light.position.copy(at.set(m[12] as number, m[13] as number, m[14] as number));
      if (light instanceof DirectionalLight || light instanceof SpotLight) {
        light.target.position.copy(at).sub(new Vector3(m[8], m[9], m[10]).normalize());
      }
      if (light instanceof SpotLight) shapeCone(light, channels);
    }
  }

  dispose(): void {
    for (const light of this.#lights) light.dispose();
  }
}

function buildLight({ type, decayRate }: ShotLight): Light {
  if (type === 'directionalLight') return new DirectionalLight();
  if (type === 'ambientLight') return new AmbientLight();
  const light = type === 'spotLight' ? new SpotLight() : new PointLight();
  light.decay = DECAY[decayRate];
  return light;
}

function shapeCone(light: SpotLight, { coneAngle, penumbraAngle }: LightChannels): void {
  const half = coneAngle / 2;
  const outer = Math.min(half + Math.max(0, penumbraAngle), Math.PI / 2);
  const inner = Math.max(0, half + Math.min(0, penumbraAngle));
  light.angle = outer;
  light.penumbra = outer > 0 ? Math.min(1, Math.max(0, 1 - inner / outer)) : 0;
}
