import { worldSizeAt } from '@fleetwarden/domain/mercator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { initRecord } from '../live/testing-records.ts';
import { VehicleStore } from '../live/vehicle-store.ts';
import { palettes } from '../ui/theme/theme.ts';
import { closeIdleMap } from './map-host.ts';
import { type BaseMapEvents, type MapPosition, type MapProvider, MapUnavailable } from './map-provider.ts';
import { baiduMercator, type Projection, webMercator } from './projection.ts';
import { paintDouble } from './testing/paint-double.ts';
import { distanceTool } from './tools/measuring.ts';
import { openVehicleMap, type VehicleMap } from './vehicle-map.ts';

// External boundary: WebGL.
const drawn = vi.hoisted(() => vi.fn());
vi.mock('./gl-surface.ts', () => ({ openGlSurface: () => ({ draw: drawn, close: () => {} }) }));

const HERE: MapPosition = { lng: 116.4, lat: 39.9, zoom: 15 };
const record = initRecord('1', { x: HERE.lng, y: HERE.lat });

/** Gives each test its own maps. */
let opened = 0;

/** A base map that only stores its position. */
function provider(projection: Projection) {
  const made: { position: MapPosition | null; events: BaseMapEvents; removed: boolean; moved: ReturnType<typeof vi.fn> }[] = [];
  const source: MapProvider = {
    name: projection.name,
    id: `${projection.name} ${++opened}`,
    mode: 0,
    create: ({ position, events }) => {
      const one = { position, events, removed: false, moved: vi.fn() };
      made.push(one);
      const at = position ?? HERE;
      const [x, y] = projection.toWorld(at.lng, at.lat);
      return {
        projection,
        camera: () => ({ x, y, worldSize: worldSizeAt(at.zoom), width: 1_000, height: 800, pixelRatio: 1 }),
        position: () => at,
        bounds: () => [0, 0, 1, 1],
        grounds: ['normal'],
        remove: () => {
          one.removed = true;
        },
        search: async () => [],
        addressOf: async () => null,
        moveTo: one.moved,
        zoomBy: vi.fn(),
        fitBounds: vi.fn(),
        resize: vi.fn(),
        restyle: vi.fn(),
        setGround: vi.fn(),
        home: vi.fn(),
        setPointer: vi.fn(),
        setGestures: vi.fn(),
      };
    },
  };
  return { source, made };
}

let map: VehicleMap;
let first: ReturnType<typeof provider>;
let container: HTMLElement;
const select = vi.fn();
const menu = vi.fn();
const failed = vi.fn();

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(
    () => ({ ...paintDouble().paint, setTransform: () => {}, clearRect: () => {} }) as never,
  );
  const store = new VehicleStore();
  store.applyInit([record]);
  store.endInit();
  container = document.createElement('div');
  first = provider(webMercator);
  select.mockReset();
  menu.mockReset().mockReturnValue(true);
  map = open(store, false);
});

const open = (store: VehicleStore, blinks: boolean) =>
  openVehicleMap({
    provider: first.source,
    container,
    overlay: document.createElement('div'),
    canvas: document.createElement('canvas'),
    store,
    palette: palettes.light,
    language: 'zh',
    position: HERE,
    smooth: false,
    animate: false,
    clusters: false,
    blinks,
    layout: 1 as const,
    events: { select, menu, failed },
  });
afterEach(() => {
  map.close();
  closeIdleMap();
  vi.restoreAllMocks();
});

const middle = { x: 500, y: 400 };

it('the vehicle menu opens over a vehicle; elsewhere the browser menu opens', () => {
  const ask = (clientX: number, clientY: number) =>
    container.dispatchEvent(new MouseEvent('contextmenu', { clientX, clientY, cancelable: true }));
  expect([ask(middle.x, middle.y), ask(10, 10)]).toEqual([false, true]);
  expect(menu.mock.calls).toEqual([[['1'], middle]]);
  menu.mockReturnValue(false);
  expect(ask(middle.x, middle.y)).toBe(true);
});

describe('another map below the same vehicles', () => {
  it('has the view of the previous map, and vehicles and shapes are clicked at their new pixels', () => {
    const pinned = vi.fn();
    map.overlays.add({ kind: 'pin', at: [116.41, 39.9], colour: '#112233' }, pinned);
    const second = provider(baiduMercator);
    map.switchTo(second.source);
    expect([first.made[0]!.removed, second.made[0]!.position]).toEqual([true, HERE]);
    expect([map.base.projection, map.overlays.size, container.children.length]).toEqual([baiduMercator, 1, 1]);
    second.made[0]!.events.click(middle);
    expect(select).toHaveBeenCalledWith(['1'], middle);
    second.made[0]!.events.click(map.overlays.pixelOf(map.base.camera(), [116.41, 39.9]));
    expect(pinned).toHaveBeenCalledOnce();
  });

  it('ends an active tool', () => {
    const ended = vi.fn();
    const texts = { start: '', length: String, total: String, area: String };
    map.tools.use(distanceTool(map.tools.view, texts, '#112233'), ended);
    first.made[0]!.events.click(middle);
    expect(select).not.toHaveBeenCalled();
    map.switchTo(provider(baiduMercator).source);
    expect([ended.mock.calls, map.tools.active]).toEqual([[[null]], false]);
  });

  it('that cannot be drawn throws an error, and a further map replaces it', () => {
    const broken: MapProvider = {
      ...provider(baiduMercator).source,
      create: () => {
        throw new MapUnavailable('amap', 'refused');
      },
    };
    expect(() => map.switchTo(broken)).toThrow(MapUnavailable);
    const third = provider(webMercator);
    map.switchTo(third.source);
    expect([third.made[0]!.position, container.children.length]).toEqual([HERE, 1]);
    third.made[0]!.events.failed?.('timeout');
    expect(failed).toHaveBeenCalledWith('timeout');
  });
});

it('a reference to a closed map does not affect the map of the next page', () => {
  const shown = first.made[0]!;
  const { overlays } = map;
  const marker = overlays.add({ kind: 'pin', at: [116.41, 39.9], colour: '#112233' });
  map.close();
  const next = open(new VehicleStore(), false);
  expect(first.made).toEqual([shown]);
  const frames = vi.spyOn(window, 'requestAnimationFrame');
  marker.remove();
  map.base.moveTo({ lng: 1, lat: 2, zoom: 3 }, true);
  expect([frames.mock.calls, shown.moved.mock.calls, map.base.position()]).toEqual([[], [[HERE, false]], HERE]);
  next.close();
});

it('an emergency blinks in animation frames, and no frame is requested while one is pending', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] });
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const store = new VehicleStore();
  store.applyInit([{ ...record, status: '5' }]);
  store.endInit();
  const blinking = open(store, true);
  drawn.mockClear();
  frames.length = 0;
  vi.advanceTimersByTime(5_000);
  expect([drawn.mock.calls.length, frames.length]).toEqual([0, 1]);
  frames[0]!(0);
  expect(drawn).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(1_000);
  expect(frames).toHaveLength(2);
  blinking.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
