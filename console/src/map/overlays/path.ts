import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { Camera } from '@fleetwarden/domain/mercator';
import type { Placer } from '../projection.ts';

/** Shorter steps are skipped, px: they are invisible. */
const STEP = 0.75;
/** Margin around the view within which lines are drawn, px: wider than the widest stroke. */
const MARGIN = 32;

/** Positions on a base map's world in a flat array, so that 10,000 take well under 1 ms. */
export class WorldPath {
  #xy = new Float64Array(64);
  readonly #placed = new Float64Array(2);
  #count = 0;
  #west = Infinity;
  #east = -Infinity;
  #north = Infinity;
  #south = -Infinity;

  get count(): number {
    return this.#count;
  }

  set(places: readonly LngLat[], placer: Placer): void {
    this.#count = 0;
    [this.#west, this.#east, this.#north, this.#south] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const place of places) this.push(place, placer);
  }

  push(place: LngLat, placer: Placer): void {
    placer(place[0], place[1], this.#placed);
    let x = this.#placed[0]!;
    const y = this.#placed[1]!;
    // The short way across the antimeridian.
    if (this.#count > 0) x += Math.round(this.#xy[2 * this.#count - 2]! - x);
    if (2 * this.#count + 2 > this.#xy.length) {
      const wider = new Float64Array(this.#xy.length * 2);
      wider.set(this.#xy);
      this.#xy = wider;
    }
    this.#xy[2 * this.#count] = x;
    this.#xy[2 * this.#count + 1] = y;
    this.#count++;
    if (x < this.#west) this.#west = x;
    if (x > this.#east) this.#east = x;
    if (y < this.#north) this.#north = y;
    if (y > this.#south) this.#south = y;
  }

  /** Whether any part can be in view. */
  inView(camera: Camera): boolean {
    if (this.#count === 0) return false;
    const shift = this.#shift(camera);
    const left = (this.#west + shift - camera.x) * camera.worldSize + camera.width / 2;
    const right = (this.#east + shift - camera.x) * camera.worldSize + camera.width / 2;
    const top = (this.#north - camera.y) * camera.worldSize + camera.height / 2;
    const bottom = (this.#south - camera.y) * camera.worldSize + camera.height / 2;
    return right > -MARGIN && left < camera.width + MARGIN && bottom > -MARGIN && top < camera.height + MARGIN;
  }

  /**
   * Visits the visible pieces on the screen. `segment` receives each piece; `joined`: it continues the previous one; `from`:
   * index of its first position. Steps below a pixel are merged unless `keep` reports a colour change.
   */
  each(
    camera: Camera,
    segment: (from: number, x1: number, y1: number, x2: number, y2: number, joined: boolean) => void,
    keep: (place: number) => boolean = () => false,
  ): void {
    const { worldSize, width, height } = camera;
    const offsetX = (this.#shift(camera) - camera.x) * worldSize + width / 2;
    const offsetY = -camera.y * worldSize + height / 2;
    const xy = this.#xy;
    let [fromX, fromY] = [xy[0]! * worldSize + offsetX, xy[1]! * worldSize + offsetY];
    let from = 0;
    let joined = false;
    for (let i = 1; i < this.#count; i++) {
      const x = xy[2 * i]! * worldSize + offsetX;
      const y = xy[2 * i + 1]! * worldSize + offsetY;
      const far = Math.abs(x - fromX) >= STEP || Math.abs(y - fromY) >= STEP;
      if (!far && i < this.#count - 1 && !keep(i)) continue;
      const outside =
        (x < -MARGIN && fromX < -MARGIN) ||
        (x > width + MARGIN && fromX > width + MARGIN) ||
        (y < -MARGIN && fromY < -MARGIN) ||
        (y > height + MARGIN && fromY > height + MARGIN);
      if (!outside) segment(from, fromX, fromY, x, y, joined);
      joined = !outside;
      fromX = x;
      fromY = y;
      from = i;
    }
  }

  /** The screen point of a position. */
  at(camera: Camera, index: number): { x: number; y: number } {
    return {
      x: (this.#xy[2 * index]! + this.#shift(camera) - camera.x) * camera.worldSize + camera.width / 2,
      y: (this.#xy[2 * index + 1]! - camera.y) * camera.worldSize + camera.height / 2,
    };
  }

  /** Offset in whole worlds to the copy nearest to the view. */
  #shift(camera: Camera): number {
    return Math.round(camera.x - (this.#west + this.#east) / 2);
  }
}
