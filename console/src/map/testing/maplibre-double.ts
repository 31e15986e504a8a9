import { Plane } from './plane.ts';
import { type DoubleControl, Recorder } from './recorder.ts';

type Event = { point?: { x: number; y: number } };
type Options = { container: HTMLElement; center?: [number, number]; zoom?: number; bounds?: number[] };

let control: DoubleControl | null = null;

/** Controls the last map created. */
export const maplibreControl = (): DoubleControl => control!;

/** Test double of MapLibre's map; WebGL is an external boundary. */
export class MapDouble {
  readonly #plane: Plane;
  readonly #recorder = new Recorder<Event>();
  readonly #canvas = document.createElement('canvas');
  constructor(options: Options) {
    this.#plane = new Plane(options.container, 'mercator512');
    this.#recorder.record('Map', options);
    if (options.center) this.#plane.go(...options.center, options.zoom ?? 0);
    else if (options.bounds) this.#fit(options.bounds);
    const recorder = this.#recorder;
    control = {
      calls: recorder.calls,
      get listening() {
        return recorder.listening;
      },
      pixelOf: (lng, lat) => this.#plane.pixelOf(lng, lat),
      userMoves: (lng, lat, zoom) => this.#go(lng, lat, zoom),
      zoom: () => this.#plane.zoom,
      ready: () => {
        recorder.emit('style.load', {});
        recorder.emit('render', {});
      },
      pointer: (kind, point) => recorder.emit(kind, point ? { point } : {}),
    };
  }
  readonly touchZoomRotate = { disableRotation: () => {} };
  readonly keyboard = { disableRotation: () => {} };
  readonly dragPan = this.#switch('dragPan');
  readonly doubleClickZoom = this.#switch('doubleClickZoom');
  addControl = () => {};
  getSource = () => undefined;
  off = () => {};
  on = (name: string, handler: (event: Event) => void) => this.#recorder.listen(name, handler);
  getCenter = () => ({ lng: this.#plane.lng, lat: this.#plane.lat });
  getZoom = () => this.#plane.zoom;
  getPixelRatio = () => 1;
  getCanvas = () => this.#canvas;
  getBounds = () => {
    const { x: right, y: down } = this.#plane.pixelOf(this.#plane.lng + 1, this.#plane.lat - 1);
    const [middleX, middleY] = [right - this.#half(0), down - this.#half(1)];
    const [lng, lat] = [this.#half(0) / middleX, this.#half(1) / middleY];
    return {
      toArray: () => [
        [this.#plane.lng - lng, this.#plane.lat - lat],
        [this.#plane.lng + lng, this.#plane.lat + lat],
      ],
    };
  };
  easeTo = ({ center, zoom, offset }: { center?: [number, number]; zoom: number; offset?: [number, number] }) => {
    const [lng, lat] = center ?? [this.#plane.lng, this.#plane.lat];
    this.#recorder.record('easeTo', lng, lat, zoom, offset);
    this.#go(lng, lat, zoom);
    if (offset) this.#shift(offset);
  };
  fitBounds = (bounds: number[]) => {
    this.#recorder.record('fitBounds', ...bounds);
    this.#fit(bounds);
    this.#go(this.#plane.lng, this.#plane.lat, this.#plane.zoom);
  };
  resize = () => this.#recorder.emit('resize', {});
  setPaintProperty = (...args: unknown[]) => this.#recorder.record('setPaintProperty', ...args);
  setLayoutProperty = (...args: unknown[]) => this.#recorder.record('setLayoutProperty', ...args);
  remove = () => this.#recorder.record('remove');

  #switch(name: string) {
    return { enable: () => this.#recorder.record(`${name}.enable`), disable: () => this.#recorder.record(`${name}.disable`) };
  }
  #half(axis: 0 | 1): number {
    const { x, y } = this.#plane.pixelOf(this.#plane.lng, this.#plane.lat);
    return axis === 0 ? x : y;
  }
  #go(lng: number, lat: number, zoom: number) {
    this.#plane.go(lng, lat, zoom);
    for (const name of ['move', 'render', 'moveend']) this.#recorder.emit(name, {});
  }
  /** Finds by iteration the centre that lies `offset` px from the middle. */
  #shift([dx, dy]: [number, number]) {
    const degree = this.#plane.pixelOf(this.#plane.lng + 1, this.#plane.lat).x - this.#half(0);
    const down = this.#plane.pixelOf(this.#plane.lng, this.#plane.lat - 1e-6).y - this.#half(1);
    this.#go(this.#plane.lng - dx / degree, this.#plane.lat + (dy / down) * 1e-6, this.#plane.zoom);
  }
  #fit([west, south, east, north]: number[]) {
    this.#plane.go((west! + east!) / 2, (south! + north!) / 2, 0);
    const from = this.#plane.pixelOf(west!, north!);
    const to = this.#plane.pixelOf(east!, south!);
    this.#plane.lat -= (to.y + from.y - 2 * this.#half(1)) / 2 / (this.#plane.pixelOf(0, this.#plane.lat - 1).y - this.#half(1));
    const room = Math.min((2 * this.#half(0) - 60) / (to.x - from.x), (2 * this.#half(1) - 60) / (to.y - from.y));
    this.#plane.zoom = Math.log2(room);
  }
}
