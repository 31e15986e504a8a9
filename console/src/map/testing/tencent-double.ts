import type {
  TencentEvent,
  TencentHandler,
  TencentLatLng,
  TencentMap,
  TencentOptions,
  TencentPage,
  TencentSdk,
} from '../providers/tencent-sdk.ts';
import { Plane } from './plane.ts';
import { createControl, type DoubleControl, Recorder, type ServiceAnswers } from './recorder.ts';

const EVENTS = { start: { type: 'panstart' }, end: { type: 'panend' }, ready: { type: 'tilesloaded' } } as const;

/** Test double of Tencent's API GL, by its declarations: records calls and answers as configured. */
export function installTencent(answers: ServiceAnswers): { control: () => DoubleControl } {
  let control: DoubleControl | null = null;

  class LatLng implements TencentLatLng {
    readonly #lat: number;
    readonly #lng: number;
    constructor(lat: number, lng: number) {
      this.#lat = lat;
      this.#lng = lng;
    }
    getLat = () => this.#lat;
    getLng = () => this.#lng;
  }

  class DoubleMap implements TencentMap {
    readonly #plane: Plane;
    readonly #recorder = new Recorder<TencentEvent>();
    constructor(container: HTMLDivElement, options: TencentOptions) {
      this.#plane = new Plane(container, 'mercator256', answers.largeTiles ? 2 : 1);
      this.#plane.go(options.center?.getLng() ?? 0, options.center?.getLat() ?? 0, options.zoom ?? 3);
      this.#recorder.record('Map', options);
      control = createControl(this.#recorder, this.#plane, EVENTS, (type, point) => ({ type, ...(point ? { point } : {}) }));
    }
    getCenter = () => new LatLng(this.#plane.lat, this.#plane.lng);
    getZoom = () => this.#plane.zoom;
    setCenter = (center: TencentLatLng) => this.#go('setCenter', center, this.#plane.zoom);
    setZoom = (zoom: number) => this.#go('setZoom', this.getCenter(), zoom);
    easeTo = ({ center, zoom }: { center?: TencentLatLng; zoom?: number }) =>
      this.#go('easeTo', center ?? this.getCenter(), zoom ?? this.#plane.zoom);
    projectToContainer = (place: TencentLatLng) => this.#plane.pixelOf(place.getLng(), place.getLat());
    setBaseMap = (ground: unknown) => this.#recorder.record('setBaseMap', ground);
    setDraggable = (on: boolean) => this.#recorder.record('setDraggable', on);
    setDoubleClickZoom = (on: boolean) => this.#recorder.record('setDoubleClickZoom', on);
    on = (name: string, handler: TencentHandler) => this.#recorder.listen(name, handler);
    off = (name: string, handler: TencentHandler) => this.#recorder.unlisten(name, handler);
    destroy = () => this.#recorder.record('destroy');

    #go(name: string, center: TencentLatLng, zoom: number) {
      this.#recorder.record(name, center.getLng(), center.getLat(), zoom);
      this.#plane.go(center.getLng(), center.getLat(), zoom);
      this.#recorder.emit('panend', { type: 'panend' });
    }
  }

  /** Services return promises and reject with their documented status. */
  const promised = async <T>(found: T | null): Promise<T> => {
    if (answers.silent) return new Promise<T>(() => {});
    if (answers.refused) throw { status: 311, message: 'key refused' };
    if (found === null) throw { status: 347, message: 'nothing found' };
    return found;
  };
  const sdk: TencentSdk = {
    Map: DoubleMap,
    LatLng,
    service: {
      Search: class {
        searchRegion = () =>
          promised({
            data: answers.places.map(({ name, address, lng, lat }) => ({ title: name, address, location: { lat, lng } })),
          });
      },
      Geocoder: class {
        getAddress = () => promised(answers.address === null ? null : { result: { address: answers.address } });
        getLocation = () => promised<{ result: { title: string; location: { lat: number; lng: number } } }>(null);
      },
    },
  };
  (window as unknown as TencentPage).TMap = sdk;
  return { control: () => control! };
}
