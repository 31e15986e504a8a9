import { computeZoom, screenX, screenY, worldSizeAt } from '@fleetwarden/domain/mercator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubServer } from '../../ui/testing.tsx';
import { palettes } from '../../ui/theme/theme.ts';
import { closeIdleMap, lendMap } from '../map-host.ts';
import type { MapMode, MapPosition, MapProvider } from '../map-provider.ts';
import { type BaseMap, CHINA, MapServiceFault } from '../map-provider.ts';
import { NO_SOURCE } from '../maplibre/map-source.ts';
import { installAmap } from '../testing/amap-double.ts';
import { installBaidu } from '../testing/baidu-double.ts';
import { type FakePage, fakePage, sizedContainer } from '../testing/fake-page.ts';
import { MapDouble, maplibreControl } from '../testing/maplibre-double.ts';
import type { DoubleControl, Recorded, ServiceAnswers } from '../testing/recorder.ts';
import { installTencent } from '../testing/tencent-double.ts';
import { loadKeyed, loadKeyless } from './provider-table.ts';
import { READY_LIMIT_MS } from './sdk-map.ts';
import { QUIET_FRAMES } from './view-watch.ts';

vi.mock('maplibre-gl', () => ({ Map: MapDouble, ScaleControl: class {}, setWorkerUrl: () => {}, addProtocol: () => {} }));
vi.mock('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url', () => ({ default: 'worker.js' }));

/** One row per provider: its page and its specific features. */
type Subject = {
  readonly name: string;
  readonly mode: MapMode;
  /** Host and query of its script; absent for the keyless map. */
  readonly script: { readonly host: string; readonly query: Record<string, string> } | null;
  readonly install: (answers: ServiceAnswers) => { control: () => DoubleControl };
  readonly globals: readonly string[];
  readonly grounds: readonly string[];
  /** Calls expected when the grounds change and return to normal. */
  readonly groundCalls: readonly Recorded[];
  /** Calls expected when drag and double-click zoom are switched off and on. */
  readonly gestureCalls: readonly Recorded[];
  readonly load: (mode: MapMode) => Promise<MapProvider>;
};

const keyed = (mode: MapMode) => loadKeyed(mode as 1 | 2 | 3, { key: 'the-key', code: mode === 2 ? 'the-code' : '' });
const ALL = ['normal', 'satellite', 'traffic'];
const SUBJECTS: Subject[] = [
  {
    name: 'the keyless map',
    mode: 0,
    script: null,
    globals: [],
    grounds: ['normal', 'satellite'],
    install: () => ({ control: maplibreControl }),
    groundCalls: ['none', 'visible', 'none'].map((visibility) => ['setLayoutProperty', 'satellite', 'visibility', visibility]),
    gestureCalls: [['dragPan.disable'], ['doubleClickZoom.disable'], ['dragPan.enable'], ['doubleClickZoom.enable']],
    load: () => loadKeyless({ ...NO_SOURCE, satelliteUrl: 'https://tiles.example/{z}/{x}/{y}.jpg' }),
  },
  {
    name: 'Baidu',
    mode: 1,
    globals: ['BMapGL'],
    grounds: ALL,
    install: installBaidu,
    load: keyed,
    script: { host: 'api.map.baidu.com', query: { type: 'webgl', v: '1.0', ak: 'the-key' } },
    groundCalls: [
      ['setMapType', 'normal'],
      ['setTrafficOff'],
      ['setMapType', 'satellite'],
      ['setTrafficOff'],
      ['setMapType', 'normal'],
      ['setTrafficOn'],
      ['setMapType', 'normal'],
      ['setTrafficOff'],
    ] as unknown as Recorded[],
    gestureCalls: [['disableDragging'], ['disableDoubleClickZoom'], ['enableDragging'], ['enableDoubleClickZoom']],
  },
  {
    name: 'Amap',
    mode: 2,
    globals: ['AMap', '_AMapSecurityConfig'],
    grounds: ALL,
    install: installAmap,
    load: keyed,
    script: {
      host: 'webapi.amap.com',
      // specification 7.5: 1.4.15 with ranging, mouse tool, geocoder and place search
      query: { v: '1.4.15', key: 'the-key', plugin: 'AMap.RangingTool,AMap.MouseTool,AMap.Geocoder,AMap.PlaceSearch' },
    },
    groundCalls: [
      ['Satellite.setMap', true],
      ['RoadNet.setMap', true],
      ['Satellite.setMap', false],
      ['RoadNet.setMap', false],
      ['Traffic.setMap', true],
      ['Traffic.setMap', false],
    ] as unknown as Recorded[],
    gestureCalls: [false, true].map((on) => ['setStatus', { dragEnable: on, doubleClickZoom: on }]),
  },
  {
    name: 'Tencent',
    mode: 3,
    globals: ['TMap'],
    grounds: ALL,
    install: installTencent,
    load: keyed,
    // specification 7.5: with its drawing library
    script: { host: 'map.qq.com', query: { v: '1.exp', key: 'the-key', libraries: 'tools,service' } },
    groundCalls: [
      ['setBaseMap', { type: 'vector' }],
      ['setBaseMap', { type: 'satellite', features: ['base', 'road'] }],
      ['setBaseMap', [{ type: 'vector' }, { type: 'traffic', features: ['flow'] }]],
      ['setBaseMap', { type: 'vector' }],
    ],
    gestureCalls: [
      ['setDraggable', false],
      ['setDoubleClickZoom', false],
      ['setDraggable', true],
      ['setDoubleClickZoom', true],
    ] as unknown as Recorded[],
  },
];

const SIZE = { width: 1_000, height: 600 };
const HERE: MapPosition = { lng: 113.2644, lat: 23.1291, zoom: 12.5 };
const near = (value: number, digits = 5) => expect.closeTo(value, digits);

let page: FakePage;
let answers: ServiceAnswers;
let control: () => DoubleControl;
let outcome: 'loaded' | 'blocked' | 'silent';
let base: BaseMap | null;
let container: ReturnType<typeof sizedContainer>;
const events = {
  frame: vi.fn(),
  move: vi.fn(),
  moveEnd: vi.fn(),
  hover: vi.fn(),
  click: vi.fn(),
  dblclick: vi.fn(),
  failed: vi.fn(),
};

/** Lets frames pass until views stop moving. */
const rest = () => vi.advanceTimersByTime(17 * (QUIET_FRAMES + 4));

describe.each(SUBJECTS)('$name', (subject) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'] });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never);
    vi.stubGlobal('devicePixelRatio', 1);
    answers = { places: [], address: null, refused: false, silent: false, largeTiles: false };
    outcome = 'loaded';
    base = null;
    container = sizedContainer(SIZE.width, SIZE.height);
    if (!subject.script) control = subject.install(answers).control;
    page = fakePage(() => {
      if (outcome === 'loaded') control = subject.install(answers).control;
      return outcome;
    });
    for (const spy of Object.values(events)) spy.mockReset();
  });
  afterEach(() => {
    base?.remove();
    page.restore();
    for (const name of subject.globals) delete (window as unknown as Record<string, unknown>)[name];
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const open = async (position: MapPosition | null = HERE) => {
    const provider = await subject.load(subject.mode);
    base = provider.create({ container, palette: palettes.light, position, language: 'zh', events });
    control().ready();
    rest();
    return base;
  };
  /** The screen point of a position in the provider's degrees, by the camera. */
  const drawn = (map: BaseMap, native: readonly [number, number]) => {
    const [x, y] = map.projection.nativeToWorld(...native);
    return { x: screenX(map.camera(), x), y: screenY(map.camera(), y) };
  };

  it('is loaded on demand, once, with the key of the platform', async () => {
    const provider = await subject.load(subject.mode);
    expect([provider.mode, (await subject.load(subject.mode)).mode]).toEqual([subject.mode, subject.mode]);
    if (!subject.script) expect(page.asked).toEqual([]);
    else {
      expect(page.asked).toHaveLength(1);
      const url = new URL(page.asked[0]!);
      expect([url.protocol, url.host]).toEqual(['https:', subject.script.host]);
      expect(Object.fromEntries(url.searchParams)).toMatchObject(subject.script.query);
    }
  });

  it('opens at the given position, and reports it in WGS-84 and in zoom of 512 px tiles', async () => {
    const map = await open();
    expect(map.position()).toEqual({ lng: near(HERE.lng), lat: near(HERE.lat), zoom: near(HERE.zoom, 6) });
    const camera = map.camera();
    const [x, y] = map.projection.toWorld(HERE.lng, HERE.lat);
    expect([camera.x, camera.y]).toEqual([near(x, 8), near(y, 8)]);
    expect(camera).toMatchObject({ ...SIZE, pixelRatio: 1 });
    expect(computeZoom(camera)).toBeCloseTo(HERE.zoom, 6);
  });

  it('draws a place at the position given by the camera', async () => {
    const map = await open();
    const [lng, lat] = map.projection.worldToNative(map.camera().x, map.camera().y);
    for (const native of [
      [lng, lat],
      [lng + 0.02, lat - 0.01],
      [lng - 0.05, lat + 0.03],
    ] as const) {
      const own = control().pixelOf(...native);
      expect(drawn(map, native)).toEqual({ x: near(own.x, 1), y: near(own.y, 1) });
    }
  });

  it('shows the complete country if no position is given, and can return there', async () => {
    const map = await open(null);
    const sees = () => {
      const [west, south, east, north] = map.bounds();
      return west < CHINA[0] && south < CHINA[1] && east > CHINA[2] && north > CHINA[3];
    };
    expect(sees()).toBe(true);
    map.moveTo(HERE, false);
    rest();
    expect(sees()).toBe(false);
    map.home();
    rest();
    expect(sees()).toBe(true);
  });

  it('centres a place in the uncovered part of the map', async () => {
    const map = await open();
    map.moveTo({ lng: 116.3964, lat: 39.9093, zoom: 13 }, true, 200);
    rest();
    const [x, y] = map.projection.toWorld(116.3964, 39.9093);
    expect([screenX(map.camera(), x), screenY(map.camera(), y)]).toEqual([
      near(SIZE.width / 2, 1),
      near((SIZE.height - 200) / 2, 0),
    ]);
    expect(computeZoom(map.camera())).toBeCloseTo(13, 6);
  });

  it('zooms in steps around the centre', async () => {
    const map = await open();
    map.zoomBy(1);
    rest();
    expect(computeZoom(map.camera())).toBeCloseTo(HERE.zoom + 1, 6);
    map.zoomBy(-2);
    rest();
    expect(map.position()).toEqual({ lng: near(HERE.lng), lat: near(HERE.lat), zoom: near(HERE.zoom - 1, 6) });
  });

  it('shows the complete bounds that it fits', async () => {
    const map = await open();
    map.fitBounds([116, 39, 117, 40], false, 30);
    rest();
    const [west, south, east, north] = map.bounds();
    expect([west < 116, south < 39, east > 117, north > 40]).toEqual([true, true, true, true]);
    expect(map.position()).toMatchObject({ lng: near(116.5, 1), lat: near(39.5, 1) });
  });

  it('reports frames while it moves, and the end when it stops', async () => {
    const map = await open();
    events.frame.mockClear();
    events.moveEnd.mockClear();
    const [x, y] = map.projection.toWorld(116, 40);
    control().userMoves(...map.projection.worldToNative(x, y), control().zoom() + 1);
    rest();
    expect(events.frame).toHaveBeenCalled();
    expect(events.move).toHaveBeenCalled();
    expect(events.frame.mock.lastCall![0]).toMatchObject({
      x: near(x, 8),
      y: near(y, 8),
      worldSize: near(worldSizeAt(HERE.zoom + 1), 1),
    });
    expect(events.moveEnd).toHaveBeenCalledOnce();
    rest();
    expect(events.moveEnd).toHaveBeenCalledOnce();
  });

  it('reports pointer positions, clicks and double clicks', async () => {
    await open();
    const at = { x: 12, y: 34 };
    control().pointer('mousemove', at);
    control().pointer('click', at);
    control().pointer('dblclick', at);
    expect([events.hover, events.click, events.dblclick].map((event) => event.mock.lastCall)).toEqual([[at], [at], [at]]);
    control().pointer('mouseout');
    expect(events.hover.mock.lastCall).toEqual([null]);
  });

  it('adapts to another size', async () => {
    const map = await open();
    container.size.width = 400;
    map.resize();
    rest();
    expect(map.camera().width).toBe(400);
    expect(map.position()).toMatchObject({ lng: near(HERE.lng), lat: near(HERE.lat) });
  });

  it('shows one of its map types at a time', async () => {
    const map = await open();
    expect(map.grounds).toEqual(subject.grounds);
    const before = control().calls.length;
    for (const ground of [...map.grounds, 'normal'] as const) map.setGround(ground);
    // the keyless map replaces its whole style
    const calls = control()
      .calls.slice(before)
      .filter(([name, layer]) => subject.script || (name === 'setLayoutProperty' && layer === 'satellite'));
    expect(calls).toEqual(subject.groundCalls);
  });

  it('follows the light or dark theme of the console', async () => {
    const map = await open();
    map.restyle(palettes.dark, 'en');
    const dark = [control().calls.length, container.style.filter];
    map.restyle(palettes.light, 'zh');
    // it got the style, or its filter changed
    expect([control().calls.length, container.style.filter]).not.toEqual(dark);
    expect(container.style.filter).toBe('');
  });

  it('releases drags and double clicks to a tool, and restores them', async () => {
    const map = await open();
    const before = control().calls.length;
    map.setGestures({ drag: false, doubleClickZoom: false });
    map.setGestures({ drag: true, doubleClickZoom: true });
    expect(control().calls.slice(before)).toEqual(subject.gestureCalls);
  });

  it('shows a hand pointer over a vehicle', async () => {
    const map = await open();
    expect(() => {
      map.setPointer(true);
      map.setPointer(false);
    }).not.toThrow();
  });

  it('has no listeners and sends no events after it is removed', async () => {
    const map = await open();
    map.remove();
    base = null;
    events.frame.mockClear();
    if (subject.script) expect(control().listening).toBe(0);
    expect(control().calls.at(-1)![0]).toMatch(/destroy|remove/);
    container.dispatchEvent(new Event('wheel'));
    vi.advanceTimersByTime(READY_LIMIT_MS);
    expect([events.frame.mock.calls, events.failed.mock.calls]).toEqual([[], []]);
  });

  it('is lent by one page to the next, and then shows the view of the next page', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(SIZE.width);
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SIZE.height);
    const provider = await subject.load(subject.mode);
    const show = (position: MapPosition, told: typeof events) =>
      lendMap({ provider, container, palette: palettes.light, position, language: 'zh', events: told }).base;
    const first = show(HERE, events);
    control().ready();
    rest();
    const before = control();
    first.remove();
    for (const spy of Object.values(events)) spy.mockReset();
    const next = { ...events, frame: vi.fn(), click: vi.fn() };
    base = show({ lng: 121.4737, lat: 31.2304, zoom: 10 }, next);
    rest();
    before.pointer('click', { x: 5, y: 6 });
    expect(control()).toBe(before);
    expect(base.position()).toEqual({ lng: near(121.4737), lat: near(31.2304), zoom: near(10) });
    before.userMoves(121.5, 31.2, before.zoom());
    rest();
    expect(next.frame).toHaveBeenCalled();
    expect(next.click).toHaveBeenCalledWith({ x: 5, y: 6 });
    expect([events.frame, events.click].flatMap(({ mock }) => mock.calls)).toEqual([]);
    base.remove();
    base = null;
    closeIdleMap();
    if (subject.mode > 0) expect(before.listening).toBe(0);
  });

  it('returns an address, or null if none exists', async () => {
    const map = await open();
    // the service of the keyless map
    const served = () =>
      answers.address === null ? { code: 404, data: null } : { code: 200, data: { addressInfo: answers.address } };
    stubServer({ 'location/getAddress': served });
    answers.address = '北京市东城区长安街';
    expect(await map.addressOf(116.39136, 39.9073)).toBe('北京市东城区长安街');
    answers.address = null;
    expect(await map.addressOf(0, 0)).toBeNull();
  });

  if (subject.mode === 0) return;

  it('measures its tiles: tiles twice as large as documented change nothing', async () => {
    const map = await open();
    expect(computeZoom(map.camera())).toBeCloseTo(HERE.zoom, 6);
    expect(drawn(map, map.projection.worldToNative(map.camera().x, map.camera().y))).toEqual({
      x: near(500, 3),
      y: near(300, 3),
    });
  });

  it('finds places and returns them in WGS-84', async () => {
    const map = await open();
    const [lng, lat] = map.projection.worldToNative(...map.projection.toWorld(116.39136, 39.9073));
    answers.places = [{ name: '天安门', address: '东城区', lng, lat }];
    const found = await map.search('天安门');
    expect(found).toEqual([{ name: '天安门', address: '东城区', lng: near(116.39136), lat: near(39.9073) }]);
    answers.places = [];
    expect(await map.search('没有的地方')).toEqual([]);
  });

  it('reports that a service refuses the key or does not answer', async () => {
    const map = await open();
    answers.refused = true;
    await expect(map.search('天安门')).rejects.toMatchObject({ fault: 'refused' });
    answers.refused = false;
    answers.silent = true;
    const silence = map.search('天安门').catch((fault: unknown) => fault);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await silence).toBeInstanceOf(MapServiceFault);
    expect(await silence).toMatchObject({ fault: 'timeout' });
  });

  it.each([
    ['blocked', 'blocked'],
    ['silent', 'timeout'],
  ] as const)('reports a %s script as %s, and can load it again', async (what, fault) => {
    outcome = what;
    const failed = subject.load(subject.mode).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await failed).toMatchObject({ fault });
    outcome = 'loaded';
    expect((await subject.load(subject.mode)).mode).toBe(subject.mode);
    expect(page.asked).toHaveLength(2);
  });

  it('reports that the key was refused if its script provides no map', async () => {
    page.restore();
    page = fakePage(() => 'loaded');
    await expect(subject.load(subject.mode)).rejects.toMatchObject({ fault: 'refused' });
  });

  it('gives up a map without tiles after a time, but not a map with tiles', async () => {
    const provider = await subject.load(subject.mode);
    base = provider.create({ container, palette: palettes.light, position: HERE, language: 'zh', events });
    vi.advanceTimersByTime(READY_LIMIT_MS + 1);
    expect(events.failed).toHaveBeenCalledExactlyOnceWith('timeout');
    base.remove();
    events.failed.mockClear();
    await open();
    vi.advanceTimersByTime(READY_LIMIT_MS + 1);
    expect(events.failed).not.toHaveBeenCalled();
  });
});

describe('switching from one map to another', () => {
  const pairs = SUBJECTS.flatMap((from) => SUBJECTS.filter((to) => to !== from).map((to) => ({ from, to })));

  it.each(pairs)('from $from.name to $to.name and back preserves centre and zoom', async ({ from, to }) => {
    vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout'] });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never);
    const told: ServiceAnswers = { places: [], address: null, refused: false, silent: false, largeTiles: false };
    const controls = new Map<Subject, () => DoubleControl>();
    const container = sizedContainer(SIZE.width, SIZE.height);
    const page = fakePage((url) => {
      const subject = SUBJECTS.find(({ script }) => script?.host === url.host)!;
      controls.set(subject, subject.install(told).control);
      return 'loaded';
    });
    let position: MapPosition = HERE;
    for (const subject of [from, to, from]) {
      const provider = await subject.load(subject.mode);
      const map = provider.create({ container, palette: palettes.light, position, language: 'zh', events });
      (controls.get(subject) ?? maplibreControl)().ready();
      rest();
      position = map.position();
      map.remove();
    }
    // a millionth of a degree is 0.1 m
    expect(position).toEqual({ lng: near(HERE.lng, 5), lat: near(HERE.lat, 5), zoom: near(HERE.zoom, 6) });
    page.restore();
    for (const name of SUBJECTS.flatMap(({ globals }) => globals)) delete (window as unknown as Record<string, unknown>)[name];
    vi.restoreAllMocks();
    vi.useRealTimers();
  });
});
