import type { BaiduEvent, BaiduLocalResult, BaiduMap, BaiduPage, BaiduPoint, BaiduSdk } from '../providers/baidu-sdk.ts';
import { Plane } from './plane.ts';
import { createControl, type DoubleControl, Recorder, type ServiceAnswers } from './recorder.ts';

const EVENTS = { start: { type: 'movestart' }, end: { type: 'moveend' }, ready: { type: 'tilesloaded' } } as const;

/** Test double of Baidu's JS API GL, by its declarations: records calls and answers as configured. */
export function installBaidu(answers: ServiceAnswers): { control: () => DoubleControl } {
  let control: DoubleControl | null = null;

  class Point implements BaiduPoint {
    readonly lng: number;
    readonly lat: number;
    constructor(lng: number, lat: number) {
      this.lng = lng;
      this.lat = lat;
    }
  }

  class DoubleMap implements BaiduMap {
    readonly #plane: Plane;
    readonly #recorder = new Recorder<BaiduEvent>();
    constructor(container: HTMLElement, options?: object) {
      this.#plane = new Plane(container, 'baidu', answers.largeTiles ? 2 : 1);
      this.#recorder.record('Map', options);
      control = createControl(this.#recorder, this.#plane, EVENTS, (type, pixel) => ({ type, ...(pixel ? { pixel } : {}) }));
    }
    centerAndZoom(center: BaiduPoint, zoom: number) {
      this.#go('centerAndZoom', center, zoom);
    }
    setViewport(view: { center: BaiduPoint; zoom: number }) {
      this.#go('setViewport', view.center, view.zoom);
    }
    getCenter = () => new Point(this.#plane.lng, this.#plane.lat);
    getZoom = () => this.#plane.zoom;
    pointToPixel = ({ lng, lat }: BaiduPoint) => this.#plane.pixelOf(lng, lat);
    setMapType = (type: unknown) => this.#recorder.record('setMapType', type);
    setTrafficOn = () => this.#recorder.record('setTrafficOn');
    setTrafficOff = () => this.#recorder.record('setTrafficOff');
    setMapStyleV2 = (style: unknown) => this.#recorder.record('setMapStyleV2', style);
    setMinZoom = (zoom: number) => this.#recorder.record('setMinZoom', zoom);
    setMaxZoom = (zoom: number) => this.#recorder.record('setMaxZoom', zoom);
    setHeading = (heading: number) => this.#recorder.record('setHeading', heading);
    setTilt = (tilt: number) => this.#recorder.record('setTilt', tilt);
    setDefaultCursor = (cursor: string) => this.#recorder.record('setDefaultCursor', cursor);
    enableDragging = () => this.#recorder.record('enableDragging');
    disableDragging = () => this.#recorder.record('disableDragging');
    enableScrollWheelZoom = () => this.#recorder.record('enableScrollWheelZoom');
    enableDoubleClickZoom = () => this.#recorder.record('enableDoubleClickZoom');
    disableDoubleClickZoom = () => this.#recorder.record('disableDoubleClickZoom');
    enableKeyboard = () => this.#recorder.record('enableKeyboard');
    addEventListener = (name: string, handler: (event: BaiduEvent) => void) => this.#recorder.listen(name, handler);
    removeEventListener = (name: string, handler: (event: BaiduEvent) => void) => this.#recorder.unlisten(name, handler);
    destroy = () => this.#recorder.record('destroy');

    #go(name: string, { lng, lat }: BaiduPoint, zoom: number) {
      this.#recorder.record(name, lng, lat, zoom);
      this.#plane.go(lng, lat, zoom);
      this.#recorder.emit('moveend', { type: 'moveend' });
    }
  }

  const sdk: BaiduSdk = {
    Map: DoubleMap,
    Point,
    LocalSearch: class {
      readonly #done: ((results: BaiduLocalResult) => void) | undefined;
      constructor(_: BaiduMap, options?: { onSearchComplete?: (results: BaiduLocalResult | BaiduLocalResult[]) => void }) {
        this.#done = options?.onSearchComplete;
      }
      search() {
        if (answers.silent) return;
        const pois = answers.places.map(({ name, address, lng, lat }) => ({ title: name, address, point: new Point(lng, lat) }));
        queueMicrotask(() => this.#done?.({ getPoi: (i) => pois[i]!, getCurrentNumPois: () => pois.length }));
      }
      getStatus = () => (answers.refused ? 4 : answers.places.length > 0 ? 0 : 2);
    },
    Geocoder: class {
      getPoint(_address: string, callback: (point: BaiduPoint | null) => void) {
        queueMicrotask(() => callback(null));
      }
      getLocation(_point: BaiduPoint, callback: (result: { address: string } | null) => void) {
        if (!answers.silent) queueMicrotask(() => callback(answers.address === null ? null : { address: answers.address }));
      }
    },
  };
  Object.assign(window as unknown as BaiduPage, { BMapGL: sdk, BMAP_NORMAL_MAP: 'normal', BMAP_SATELLITE_MAP: 'satellite' });
  return { control: () => control! };
}
