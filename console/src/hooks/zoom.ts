/** A magnified picture: its centre lies `x`, `y` from that of its tile, as shares of the tile's width and height. */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number };

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;
/** By one press of a key. */
const KEY_FACTOR = 1.25;
/** Share of the tile that an arrow key moves. */
const KEY_SHARE = 0.1;
const CENTRE = { x: 0, y: 0 };

/** The picture covers its tile. */
function limit({ scale, x, y }: Zoom): Zoom {
  const reach = (scale - 1) / 2;
  const within = (value: number) => Math.min(reach, Math.max(-reach, value));
  return { scale, x: within(x), y: within(y) };
}

/** Magnifies by a factor; the point, from -0.5 to 0.5 of the tile, stays in place. */
export function zoomAt(zoom: Zoom, factor: number, point: { readonly x: number; readonly y: number }): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  const move = (at: number, offset: number) => at - (at - offset) * ratio;
  return limit({ scale, x: move(point.x, zoom.x), y: move(point.y, zoom.y) });
}

export const pan = (zoom: Zoom, by: { readonly x: number; readonly y: number }): Zoom =>
  limit({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y });

const KEYS: Readonly<Record<string, (zoom: Zoom) => Zoom>> = {
  '+': (zoom) => zoomAt(zoom, KEY_FACTOR, CENTRE),
  // the key of + without shift
  '=': (zoom) => zoomAt(zoom, KEY_FACTOR, CENTRE),
  '-': (zoom) => zoomAt(zoom, 1 / KEY_FACTOR, CENTRE),
  '0': () => NO_ZOOM,
};
/** An arrow shows what lies in its direction. */
const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: KEY_SHARE, y: 0 },
  ArrowRight: { x: -KEY_SHARE, y: 0 },
  ArrowUp: { x: 0, y: KEY_SHARE },
  ArrowDown: { x: 0, y: -KEY_SHARE },
};

/** What a key makes of a picture; undefined: nothing, as an arrow of a picture that is not magnified. */
export function zoomByKey(zoom: Zoom, key: string): Zoom | undefined {
  const arrow = ARROWS[key];
  return arrow ? (zoom.scale > 1 ? pan(zoom, arrow) : undefined) : KEYS[key]?.(zoom);
}
