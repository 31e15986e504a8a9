import type { LngLat } from '@fleetwarden/domain/coordinates';
import type { Camera } from '@fleetwarden/domain/mercator';
import type { ScreenPoint } from '../map-provider.ts';
import type { MapPalette } from '../palette.ts';
import { createPlacer, type Placer, type Projection, webMercator } from '../projection.ts';
import { onBadge, paintBadge } from './badge.ts';
import { createHandles, type EditableShape, type Handle, moveHandle, removeVertex } from './handles.ts';
import { paintHeat } from './heat.ts';
import { labelBox, labelLines, onPin, type Paint, paintArea, paintHandle, paintLabel, paintLine, paintPin } from './paint.ts';
import { WorldPath } from './path.ts';
import { isSign, MIN_LABELLED_PX, placesOf, type Shape } from './shapes.ts';

/** Hit tolerance for lines and for handles, px. */
const LINE_REACH = 6;
const HANDLE_REACH = 9;

/** A shape on the map, for its owner. */
export type Overlay<S extends Shape = Shape> = {
  readonly shape: S;
  set(shape: S): void;
  /** Appends a point to a line with its colour; cheaper than setting all points. */
  extend(point: LngLat, colour?: string): void;
  /** Shows edit handles, one shape at a time; `changed` is called for each edit. Returns the function that ends it. */
  edit(changed: (shape: S) => void): () => void;
  remove(): void;
};

type Item = {
  shape: Shape;
  readonly path: WorldPath;
  readonly onClick: (() => void) | undefined;
  readonly handle: Overlay;
};

/** Shapes on the map: lines, areas and badges below the vehicles; labels, pins and handles above. Works over any provider. */
export class OverlayLayer {
  readonly #items = new Set<Item>();
  readonly #changed: () => void;
  #projection: Projection = webMercator;
  #placer: Placer = createPlacer(webMercator);
  #edited: { item: Item; changed: (shape: EditableShape) => void } | null = null;
  #held: Handle | null = null;

  /** `changed` requests a redraw. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get size(): number {
    return this.#items.size;
  }

  /** Adds a shape on top of the others. */
  add<S extends Shape>(shape: S, onClick?: () => void): Overlay<S> {
    const path = new WorldPath();
    path.set(placesOf(shape), this.#placer);
    const handle: Overlay<S> = {
      get shape() {
        return item.shape as S;
      },
      set: (next) => this.#set(item, next),
      extend: (point, colour) => this.#extend(item, point, colour),
      edit: (changed) => this.#edit(item, changed as (shape: EditableShape) => void),
      remove: () => this.#remove(item),
    };
    const item: Item = { shape, path, onClick, handle: handle as unknown as Overlay };
    this.#items.add(item);
    this.#changed();
    return handle;
  }

  clear(): void {
    this.#items.clear();
    this.#edited = null;
    this.#changed();
  }

  /** Changes the projection with the base map. */
  setProjection(projection: Projection): void {
    this.#projection = projection;
    this.#placer = createPlacer(projection);
    for (const { shape, path } of this.#items) path.set(placesOf(shape), this.#placer);
    this.#changed();
  }

  /** Draws lines and areas, then badges, below the vehicles. */
  drawBelow(paint: Paint, camera: Camera, palette: MapPalette): void {
    for (const { shape, path } of this.#items) {
      if (shape.kind === 'line') paintLine(paint, camera, path, shape);
      else if (shape.kind === 'heat') paintHeat(paint, camera, path, shape, palette);
      else if (!isSign(shape)) paintArea(paint, camera, path, shape.style);
    }
    for (const { shape, path } of this.#items)
      if (shape.kind === 'badge' && path.inView(camera)) paintBadge(paint, path.at(camera, 0), shape, palette);
  }

  /** Draws labels, pins and handles above the vehicles. */
  drawAbove(paint: Paint, camera: Camera, palette: MapPalette): void {
    for (const item of this.#items) {
      if (!isShown(item, camera)) continue;
      const { shape, path } = item;
      if (shape.kind === 'pin') paintPin(paint, path.at(camera, 0), shape, palette);
      else if (shape.kind === 'label') paintLabel(paint, path.at(camera, 0), shape, palette);
    }
    for (const { role, at } of this.#handles()) paintHandle(paint, this.#pixel(camera, at), role === 'middle', palette);
  }

  /** The topmost shape under a point. `onClick`: lines and areas count only if they have a click handler. */
  at(camera: Camera, point: ScreenPoint, widthOf: (text: string) => number): Overlay | null {
    return this.#itemAt(camera, point, widthOf, () => true)?.handle ?? null;
  }

  /** Handles a click; returns whether a shape took it. */
  click(camera: Camera, point: ScreenPoint, widthOf: (text: string) => number): boolean {
    const item = this.#itemAt(camera, point, widthOf, ({ onClick }) => onClick !== undefined);
    item?.onClick?.();
    return item !== undefined;
  }

  /** Grabs a handle under the point; returns whether there was one. */
  grab(camera: Camera, point: ScreenPoint): boolean {
    this.#held = this.#handleAt(camera, point);
    return this.#held !== null;
  }

  drag(camera: Camera, point: ScreenPoint): void {
    if (!this.#edited || !this.#held) return;
    const { item, changed } = this.#edited;
    const { shape, held } = moveHandle(item.shape as EditableShape, this.#held, this.placeAt(camera, point));
    this.#held = held;
    this.#set(item, shape);
    changed(shape);
  }

  release(): void {
    this.#held = null;
  }

  /** Removes the corner under the point; returns whether one was removed. */
  dropVertex(camera: Camera, point: ScreenPoint): boolean {
    const handle = this.#handleAt(camera, point);
    if (!this.#edited || !handle) return false;
    const { item, changed } = this.#edited;
    const shape = removeVertex(item.shape as EditableShape, handle);
    if (!shape) return false;
    this.#set(item, shape);
    changed(shape);
    return true;
  }

  /** Converts a screen point to WGS-84 degrees. */
  placeAt(camera: Camera, { x, y }: ScreenPoint): LngLat {
    return this.#projection.fromWorld(
      camera.x + (x - camera.width / 2) / camera.worldSize,
      camera.y + (y - camera.height / 2) / camera.worldSize,
    );
  }

  /** Converts a position to a screen point. */
  pixelOf(camera: Camera, place: LngLat): ScreenPoint {
    return this.#pixel(camera, place);
  }

  #set(item: Item, shape: Shape): void {
    grown.delete(item);
    item.shape = shape;
    item.path.set(placesOf(shape), this.#placer);
    this.#changed();
  }

  #extend(item: Item, point: LngLat, colour?: string): void {
    const { shape } = item;
    if (shape.kind !== 'line') return;
    // The copy belongs to this layer: a track grows by a point per second all day.
    const points = shape.points as LngLat[];
    const colours = (shape.colours ?? []) as (string | undefined)[];
    const own = grown.get(item) ?? { points: [...points], colours: [...colours] };
    grown.set(item, own);
    if (colour !== undefined && own.points.length > 0) own.colours[own.points.length - 1] = colour;
    own.points.push(point);
    item.shape =
      own.colours.length > 0 ? { ...shape, points: own.points, colours: own.colours } : { ...shape, points: own.points };
    item.path.push(point, this.#placer);
    this.#changed();
  }

  #edit(item: Item, changed: (shape: EditableShape) => void): () => void {
    const edited = { item, changed };
    this.#edited = isSign(item.shape) || item.shape.kind === 'heat' ? null : edited;
    this.#held = null;
    this.#changed();
    return () => {
      if (this.#edited !== edited) return;
      this.#edited = null;
      this.#held = null;
      this.#changed();
    };
  }

  #remove(item: Item): void {
    if (!this.#items.delete(item)) return;
    if (this.#edited?.item === item) this.#edited = null;
    this.#changed();
  }

  #handles(): Handle[] {
    return this.#edited ? createHandles(this.#edited.item.shape as EditableShape) : [];
  }

  #handleAt(camera: Camera, point: ScreenPoint): Handle | null {
    for (const handle of this.#handles()) {
      const { x, y } = this.#pixel(camera, handle.at);
      if (Math.hypot(x - point.x, y - point.y) <= HANDLE_REACH) return handle;
    }
    return null;
  }

  #pixel(camera: Camera, [lng, lat]: LngLat): ScreenPoint {
    const [x, y] = this.#projection.toWorld(lng, lat);
    const dx = x - camera.x;
    return {
      x: (dx - Math.round(dx)) * camera.worldSize + camera.width / 2,
      y: (y - camera.y) * camera.worldSize + camera.height / 2,
    };
  }

  #itemAt(
    camera: Camera,
    point: ScreenPoint,
    widthOf: (text: string) => number,
    wanted: (item: Item) => boolean,
  ): Item | undefined {
    const above = ({ shape }: Item) => (isSign(shape) ? 1 : 0);
    const items = [...this.#items].reverse().filter((item) => wanted(item) && isShown(item, camera));
    return items.sort((a, b) => above(b) - above(a)).find((item) => under(item, camera, point, widthOf));
  }
}

/** Extended lines, with growable arrays. */
const grown = new WeakMap<Item, { points: LngLat[]; colours: (string | undefined)[] }>();

/** Whether a shape is in view, and a label's area large enough. */
function isShown({ shape, path }: Item, camera: Camera): boolean {
  if (!path.inView(camera)) return false;
  return shape.kind !== 'label' || shape.span === undefined || (shape.span / 360) * camera.worldSize >= MIN_LABELLED_PX;
}

function under({ shape, path }: Item, camera: Camera, point: ScreenPoint, widthOf: (text: string) => number): boolean {
  switch (shape.kind) {
    case 'pin':
      return onPin(path.at(camera, 0), point);
    case 'badge':
      return onBadge(path.at(camera, 0), point, shape, widthOf);
    case 'label': {
      const { x, y, width, height } = labelBox(path.at(camera, 0), labelLines(shape.text, widthOf).length);
      return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
    }
    case 'heat':
      return false;
    case 'line':
      return nearLine(path, camera, point, Math.max(LINE_REACH, shape.stroke.width));
    default:
      return inside(path, camera, point);
  }
}

function nearLine(path: WorldPath, camera: Camera, point: ScreenPoint, reach: number): boolean {
  let near = false;
  path.each(camera, (_from, x1, y1, x2, y2) => {
    if (near) return;
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(Math.max(((point.x - x1) * dx + (point.y - y1) * dy) / length, 0), 1);
    near = Math.hypot(point.x - x1 - dx * share, point.y - y1 - dy * share) <= reach;
  });
  return near;
}

/** Even-odd test of a point against a ring. */
function inside(path: WorldPath, camera: Camera, { x, y }: ScreenPoint): boolean {
  let odd = false;
  let previous = path.at(camera, path.count - 1);
  for (let i = 0; i < path.count; i++) {
    const corner = path.at(camera, i);
    if (corner.y > y !== previous.y > y) {
      const crossing = corner.x + ((y - corner.y) / (previous.y - corner.y)) * (previous.x - corner.x);
      if (x < crossing) odd = !odd;
    }
    previous = corner;
  }
  return odd;
}
