import type { LngLat } from '@fleetwarden/domain/coordinates';

/** A point of a trail. */
export type TrailPoint = {
  /** Time of the fix, epoch ms; NaN if invalid. */
  readonly at: number;
  readonly receivedAt: number;
  /** WGS-84 degrees. */
  readonly lng: number;
  readonly lat: number;
  /** km/h */
  readonly speed: number;
  /** Degrees, 0 is north. */
  readonly heading: number;
  /** Active alarms; '' for none. */
  readonly alarms: string;
};

/** Screen catalogue 3.5: number of listed points. */
export const LISTED = 50;
/** Limit of points on the line; the oldest are dropped. */
const MAX_ON_LINE = 20_000;

/** The positions of a tracked vehicle since tracking began. */
export class Trail {
  #line: LngLat[] = [];
  #listed: readonly TrailPoint[] = [];
  #last: TrailPoint | null = null;
  #received = 0;
  #version = 0;
  readonly #listeners = new Set<() => void>();

  get line(): readonly LngLat[] {
    return this.#line;
  }
  /** Newest first. */
  get listed(): readonly TrailPoint[] {
    return this.#listed;
  }
  /** Number of positions since tracking began. */
  get received(): number {
    return this.#received;
  }
  get version(): number {
    return this.#version;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Adds the vehicle's current state; returns whether the position is new. `begin`: it was there already. */
  take(point: TrailPoint, begin = false): boolean {
    const last = this.#last;
    if (last && (point.receivedAt <= last.receivedAt || (point.at === last.at && isSamePlace(point, last)))) return false;
    this.#last = point;
    if (!begin) this.#received++;
    this.#line.push([point.lng, point.lat]);
    if (this.#line.length > MAX_ON_LINE) this.#line = this.#line.slice(-MAX_ON_LINE / 2);
    this.#listed = [point, ...this.#listed].slice(0, LISTED);
    this.#changed();
    return true;
  }

  clear(): void {
    this.#line = [];
    this.#listed = [];
    this.#last = null;
    this.#received = 0;
    this.#changed();
  }

  #changed(): void {
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }
}

const isSamePlace = (a: TrailPoint, b: TrailPoint): boolean => a.lng === b.lng && a.lat === b.lat;
