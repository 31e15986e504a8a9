import type {
  AmapEvent,
  AmapHandler,
  AmapLngLat,
  AmapMap,
  AmapOptions,
  AmapPage,
  AmapSdk,
  AmapStatus,
} from '../providers/amap-sdk.ts';
import { Plane } from './plane.ts';
import { type DoubleControl, Recorder, type ServiceAnswers } from './recorder.ts';

const lngLat = (lng: number, lat: number): AmapLngLat => ({ getLng: () => lng, getLat: () => lat });
const pixel = ({ x, y }: { x: number; y: number }) => ({ getX: () => x, getY: () => y });

/** Test double of Amap's JS API 1.4.15, by its declarations: records calls and answers as configured. */
export function installAmap(answers: ServiceAnswers): { control: () => DoubleControl } {
  let control: DoubleControl | null = null;
  let recorder = new Recorder<AmapEvent>();

  class DoubleMap implements AmapMap {
    readonly #plane: Plane;
    readonly #recorder = new Recorder<AmapEvent>();
    constructor(container: HTMLElement, options?: AmapOptions) {
      recorder = this.#recorder;
      this.#plane = new Plane(container, 'mercator256', answers.largeTiles ? 2 : 1);
      this.#recorder.record('Map', options);
      control = this.#control();
    }
    getZoom = () => this.#plane.zoom;
    getCenter = () => lngLat(this.#plane.lng, this.#plane.lat);
    setZoomAndCenter = (zoom: number, [lng, lat]: [number, number]) => {
      this.#recorder.record('setZoomAndCenter', zoom, lng, lat);
      this.#plane.go(lng, lat, zoom);
      this.#recorder.emit('moveend', { type: 'moveend' });
    };
    // it rounds to whole pixels
    lngLatToContainer = ([lng, lat]: [number, number]) => {
      const { x, y } = this.#plane.pixelOf(lng, lat);
      return pixel({ x: Math.round(x), y: Math.round(y) });
    };
    setMapStyle = (style: string) => this.#recorder.record('setMapStyle', style);
    setLang = (language: string) => this.#recorder.record('setLang', language);
    setStatus = (status: object) => this.#recorder.record('setStatus', status);
    setDefaultCursor = (cursor: string) => this.#recorder.record('setDefaultCursor', cursor);
    on = (name: string, handler: AmapHandler) => this.#recorder.listen(name, handler);
    off = (name: string, handler: AmapHandler) => this.#recorder.unlisten(name, handler);
    destroy = () => this.#recorder.record('destroy');

    #control(): DoubleControl {
      const own = this.#recorder;
      return {
        calls: own.calls,
        get listening() {
          return own.listening;
        },
        pixelOf: (lng, lat) => this.#plane.pixelOf(lng, lat),
        userMoves: (lng, lat, zoom) => {
          own.emit('movestart', { type: 'movestart' });
          this.#plane.go(lng, lat, zoom);
          own.emit('moveend', { type: 'moveend' });
        },
        zoom: () => this.#plane.zoom,
        ready: () => own.emit('complete', { type: 'complete' }),
        pointer: (kind, point) => own.emit(kind, { type: kind, ...(point ? { pixel: pixel(point) } : {}) }),
      };
    }
  }

  const layer = (name: string) =>
    class {
      setMap = (map: AmapMap | null) => recorder.record(`${name}.setMap`, map !== null);
    };
  /** Answers in a service's own format. */
  const answer = <T>(callback: (status: AmapStatus, result: string | T) => void, found: T | null) => {
    if (answers.silent) return;
    queueMicrotask(() => {
      if (answers.refused) callback('error', 'INVALID_USER_KEY');
      else if (found === null) callback('no_data', '');
      else callback('complete', found);
    });
  };
  const sdk: AmapSdk = {
    Map: DoubleMap,
    TileLayer: { Satellite: layer('Satellite'), RoadNet: layer('RoadNet'), Traffic: layer('Traffic') },
    PlaceSearch: class {
      search: InstanceType<AmapSdk['PlaceSearch']>['search'] = (_, callback) => {
        const pois = answers.places.map(({ name, address, lng, lat }) => ({ name, address, location: lngLat(lng, lat) }));
        answer(callback, pois.length > 0 ? { poiList: { pois } } : null);
      };
    },
    Geocoder: class {
      getAddress: InstanceType<AmapSdk['Geocoder']>['getAddress'] = (_, callback) =>
        answer(callback, answers.address === null ? null : { regeocode: { formattedAddress: answers.address } });
      getLocation: InstanceType<AmapSdk['Geocoder']>['getLocation'] = (_, callback) => answer(callback, null);
    },
  };
  (window as unknown as AmapPage).AMap = sdk;
  return { control: () => control! };
}
