/** A magnified picture: its centre lies `x`, `y` from that of its tile, as shares of the tile's width and height. */
export type Zoom = { readonly scale: number; readonly x: number; readonly y: number };

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
export const MAX_SCALE = 8;

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
