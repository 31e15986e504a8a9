/** Web Mercator in world units: x and y from 0 to 1, x east, y south. */

/** Latitude limit of the square world, degrees. */
const MAX_LATITUDE = 85.051129;
/** Size of the world at zoom 0, CSS px. */
const TILE_SIZE = 512;

export function mercatorX(lng: number): number {
  return (lng + 180) / 360;
}

export function mercatorY(lat: number): number {
  const sine = Math.sin((Math.min(Math.max(lat, -MAX_LATITUDE), MAX_LATITUDE) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function toLng(x: number): number {
  return x * 360 - 180;
}

export function toLat(y: number): number {
  return (360 / Math.PI) * Math.atan(Math.exp((1 - 2 * y) * Math.PI)) - 90;
}

/** Size of the world at `zoom`, CSS px. */
export function worldSizeAt(zoom: number): number {
  return TILE_SIZE * 2 ** zoom;
}

/** The visible part of the world, north up: `x` and `y` are the centre in world units, sizes are CSS px. */
export type Camera = {
  readonly x: number;
  readonly y: number;
  readonly worldSize: number;
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
};

/** Whether two cameras are equal. */
export function sameCamera(one: Camera, other: Camera): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.worldSize === other.worldSize &&
    one.width === other.width &&
    one.height === other.height &&
    one.pixelRatio === other.pixelRatio
  );
}

/** World units to CSS px from the top left corner, in the world copy nearest to the centre. */
export function screenX(camera: Camera, x: number): number {
  const dx = x - camera.x;
  return (dx - Math.round(dx)) * camera.worldSize + camera.width / 2;
}

export function screenY(camera: Camera, y: number): number {
  return (y - camera.y) * camera.worldSize + camera.height / 2;
}

/** Zoom of a camera. */
export function computeZoom(camera: Camera): number {
  return Math.log2(camera.worldSize / TILE_SIZE);
}
