import { mercatorX, mercatorY } from '@fleetwarden/domain/mercator';
import { BAIDU_HALF_WORLD, baiduMercator } from '../projection.ts';

/** The flat map of a double: centre and zoom in the provider's units, with its documented layout. */
export class Plane {
  readonly #container: HTMLElement;
  readonly #edgeAt: (zoom: number) => number;
  readonly #baidu: boolean;
  lng = 0;
  lat = 0;
  zoom = 3;

  constructor(container: HTMLElement, kind: 'mercator256' | 'mercator512' | 'baidu', scale = 1) {
    this.#container = container;
    this.#baidu = kind === 'baidu';
    this.#edgeAt =
      kind === 'baidu'
        ? (zoom) => (scale * 2 * BAIDU_HALF_WORLD) / 2 ** (18 - zoom)
        : (zoom) => scale * (kind === 'mercator256' ? 256 : 512) * 2 ** zoom;
  }

  pixelOf(lng: number, lat: number): { x: number; y: number } {
    const [x, y] = this.#world(lng, lat);
    const [centreX, centreY] = this.#world(this.lng, this.lat);
    const edge = this.#edgeAt(this.zoom);
    return {
      x: (x - centreX) * edge + this.#container.clientWidth / 2,
      y: (y - centreY) * edge + this.#container.clientHeight / 2,
    };
  }

  go(lng: number, lat: number, zoom: number): void {
    this.lng = lng;
    this.lat = lat;
    this.zoom = zoom;
  }

  #world(lng: number, lat: number): readonly [number, number] {
    return this.#baidu ? baiduMercator.nativeToWorld(lng, lat) : [mercatorX(lng), mercatorY(lat)];
  }
}
