import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { palettes } from '../ui/theme/theme.ts';
import { closeIdleMap, IDLE_MS, lendMap } from './map-host.ts';
import { type BaseMapEvents, CHINA, type MapPosition, type MapProvider, MapUnavailable } from './map-provider.ts';
import { webMercator } from './projection.ts';

const HERE: MapPosition = { lng: 116.4, lat: 39.9, zoom: 15 };
const THERE: MapPosition = { lng: 113.3, lat: 23.1, zoom: 9 };

/** A provider whose maps record their calls. */
function providerOf(id: string) {
  const made: { holder: HTMLElement; events: BaseMapEvents; asked: unknown[][]; lost: boolean }[] = [];
  const provider: MapProvider = {
    name: id,
    id,
    mode: 0,
    create: ({ container, events, position }) => {
      const asked: unknown[][] = [['create', position]];
      const one = { holder: container, events, asked, lost: false };
      made.push(one);
      const ask =
        (name: string) =>
        (...args: unknown[]) => {
          asked.push([name, ...args]);
        };
      return {
        projection: webMercator,
        camera: () => ({ x: 0.5, y: 0.5, worldSize: 512, width: 800, height: 600, pixelRatio: 1 }),
        position: () => HERE,
        bounds: () => CHINA,
        grounds: ['normal', 'satellite'],
        search: async () => [],
        addressOf: async () => null,
        usable: () => !one.lost,
        moveTo: ask('moveTo'),
        zoomBy: ask('zoomBy'),
        fitBounds: ask('fitBounds'),
        home: ask('home'),
        resize: ask('resize'),
        restyle: ask('restyle'),
        setGround: ask('setGround'),
        setPointer: ask('setPointer'),
        setGestures: ask('setGestures'),
        remove: ask('remove'),
      };
    },
  };
  return { provider, made };
}

function pageOf() {
  const events = { frame: vi.fn(), move: vi.fn(), moveEnd: vi.fn(), hover: vi.fn(), click: vi.fn(), failed: vi.fn() };
  const container = document.createElement('div');
  document.body.append(container);
  const show = (provider: MapProvider, position: MapPosition | null = HERE, palette = palettes.light) =>
    lendMap({ provider, container, palette, language: 'zh', position, events });
  return { container, events, show };
}

const namesOf = ({ asked }: { asked: unknown[][] }) => asked.map(([name]) => name);

let one: ReturnType<typeof pageOf>;
let other: ReturnType<typeof pageOf>;
let ours: ReturnType<typeof providerOf>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [one, other, ours] = [pageOf(), pageOf(), providerOf('ours')];
});
afterEach(() => {
  closeIdleMap();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe('a map that a page returned', () => {
  it('is reused by the next page, with the size and position of that page, and with default settings', () => {
    const { base, holder } = one.show(ours.provider);
    base.setGestures({ drag: false, doubleClickZoom: false });
    base.remove();
    expect([one.container.children.length, holder.isConnected, holder.style.width]).toEqual([0, true, '800px']);
    const given = other.show(ours.provider, THERE);
    expect([given.holder, other.container.firstChild, holder.style.width, ours.made.length]).toEqual([holder, holder, '', 1]);
    expect(ours.made[0]!.asked.slice(2)).toEqual([
      ['setGestures', { drag: true, doubleClickZoom: true }],
      ['setPointer', false],
      ['setGround', 'normal'],
      ['resize'],
      ['moveTo', THERE, false],
    ]);
  });

  it('sends no events while no page shows it, then sends them to the page that shows it', () => {
    const { base } = one.show(ours.provider);
    const { events } = ours.made[0]!;
    events.click({ x: 1, y: 2 });
    base.remove();
    events.moveEnd();
    events.hover(null);
    other.show(ours.provider);
    events.click({ x: 3, y: 4 });
    expect([one.events.click.mock.calls, other.events.click.mock.calls]).toEqual([[[{ x: 1, y: 2 }]], [[{ x: 3, y: 4 }]]]);
    const rest = [one, other].flatMap(({ events: { moveEnd, hover } }) => [...moveEnd.mock.calls, ...hover.mock.calls]);
    expect(rest).toEqual([]);
  });

  it('uses the theme of the page that shows it, and shows the complete country if no position is given', () => {
    const { base } = one.show(ours.provider);
    base.restyle(palettes.dark, 'zh');
    base.remove();
    const dark = other.show(ours.provider, null, palettes.dark);
    expect(ours.made[0]!.asked.slice(-2)).toEqual([['resize'], ['fitBounds', CHINA, false]]);
    dark.base.remove();
    one.show(ours.provider);
    expect(ours.made[0]!.asked.slice(-3)).toEqual([['resize'], ['restyle', palettes.light, 'zh'], ['moveTo', HERE, false]]);
  });

  it.each<[string, () => void]>([
    ['a map of another provider is requested', () => other.show(providerOf('theirs').provider)],
    ['no page requests it for a long time', () => vi.advanceTimersByTime(IDLE_MS)],
    ['it fails to load later', () => ours.made[0]!.events.failed?.('timeout')],
  ])('is closed when %s', (_, happens) => {
    one.show(ours.provider).base.remove();
    happens();
    expect([namesOf(ours.made[0]!).at(-1), ours.made[0]!.holder.isConnected]).toEqual(['remove', false]);
    expect(one.events.failed).not.toHaveBeenCalled();
  });

  it('is closed when a second map is returned', () => {
    const shown = [one, other].map((page) => page.show(ours.provider));
    for (const { base } of shown) base.remove();
    expect(ours.made.map((map) => namesOf(map).includes('remove'))).toEqual([true, false]);
  });

  it.each<[string, (map: (typeof ours.made)[number]) => void]>([
    [
      'its context is lost',
      (map) => {
        map.lost = true;
      },
    ],
    ['it reported that it failed to load', (map) => map.events.failed?.('refused')],
  ])('is not reused if %s', (_, happens) => {
    const { base } = one.show(ours.provider);
    happens(ours.made[0]!);
    base.remove();
    other.show(ours.provider);
    expect([ours.made.length, namesOf(ours.made[0]!).at(-1), other.container.children.length]).toEqual([2, 'remove', 1]);
  });
});

it('a provider that cannot draw leaves nothing on the page', () => {
  const broken: MapProvider = {
    ...ours.provider,
    create: () => {
      throw new MapUnavailable('no WebGL');
    },
  };
  expect(() => one.show(broken)).toThrow(MapUnavailable);
  expect(one.container.children).toHaveLength(0);
});
