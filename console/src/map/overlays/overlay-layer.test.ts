import type { LngLat } from '@fleetwarden/domain/coordinates';
import { greatCircleKm } from '@fleetwarden/domain/geometry';
import { type Camera, worldSizeAt } from '@fleetwarden/domain/mercator';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { palettes } from '../../ui/theme/theme.ts';
import { baiduMercator, gcjMercator, type Projection, webMercator } from '../projection.ts';
import { paintDouble, widthOf } from '../testing/paint-double.ts';
import { OverlayLayer } from './overlay-layer.ts';
import { labelBox, labelLines } from './paint.ts';
import { type AreaStyle, boundsOfPlaces, LABEL_BOX, MEASURE, placeFrom, ringOf, type Shape, TRACKING_STROKE } from './shapes.ts';

const MIDDLE: LngLat = [116.4, 39.9];
const style: AreaStyle = { stroke: { colour: '#112233', width: 2 }, fill: '#445566', fillOpacity: 0.3 };
const cameraOver = (projection: Projection, zoom: number, [lng, lat] = MIDDLE): Camera => {
  const [x, y] = projection.toWorld(lng, lat);
  return { x, y, worldSize: worldSizeAt(zoom), width: 1_000, height: 800, pixelRatio: 1 };
};
/** A position at an offset in px from the centre. */
const placeAt = (layer: OverlayLayer, camera: Camera, right: number, down: number) =>
  layer.placeAt(camera, { x: 500 + right, y: 400 + down });

let changed: ReturnType<typeof vi.fn<() => void>>;
let layer: OverlayLayer;
const camera = cameraOver(webMercator, 15);
const below = (at = camera) => {
  const { paint, drawn } = paintDouble();
  layer.drawBelow(paint, at, palettes.light);
  return drawn;
};
const above = (at = camera) => {
  const { paint, drawn } = paintDouble();
  layer.drawAbove(paint, at, palettes.light);
  return drawn;
};

beforeEach(() => {
  changed = vi.fn<() => void>();
  layer = new OverlayLayer(changed);
});

describe('numbers of the specification', () => {
  it('a tracking line is red, 3 px wide, opacity 0.8; a measured one 2 px, 0.8; a label 100 px', () => {
    expect(TRACKING_STROKE).toEqual({ colour: '#FF0000', width: 3, opacity: 0.8 });
    expect(MEASURE).toEqual({ width: 2, opacity: 0.8 });
    expect(LABEL_BOX).toBe(100);
    layer.add({ kind: 'line', points: [MIDDLE, placeAt(layer, camera, 50, 0)], stroke: TRACKING_STROKE });
    expect(below()).toMatchObject([{ how: 'stroke', colour: '#FF0000', width: 3, opacity: 0.8 }]);
  });
});

describe.each<[string, Projection]>([
  ['the keyless map', webMercator],
  ['Amap and Tencent', gcjMercator],
  ['Baidu', baiduMercator],
])('over %s', (_, projection) => {
  it('places convert to pixels and back, and shapes are drawn at their places', () => {
    layer.setProjection(projection);
    const over = cameraOver(projection, 14);
    const place = layer.placeAt(over, { x: 700, y: 300 });
    expect(layer.pixelOf(over, place)).toEqual({ x: expect.closeTo(700, 1), y: expect.closeTo(300, 1) });
    layer.add({ kind: 'line', points: [MIDDLE, place], stroke: TRACKING_STROKE });
    const [{ points }] = below(over) as unknown as [{ points: [number, number][] }];
    expect(points.flat().map((px) => Math.round(px))).toEqual([500, 400, 700, 300]);
  });

  it('shapes move when the base map changes', () => {
    layer.add({ kind: 'pin', at: MIDDLE, colour: '#112233' });
    layer.setProjection(projection);
    const [head] = above(cameraOver(projection, 16));
    expect(head!.points.at(-1)!.map((px) => Math.round(px))).toEqual([500, 400]);
  });
});

describe('a line', () => {
  const track = (count: number): LngLat[] =>
    Array.from({ length: count }, (_, i) => [116.4 + i * 1e-5, 39.9 + Math.sin(i / 40) * 2e-4]);

  it('of 10,000 points is drawn with only the distinguishable points, and nothing outside the view', () => {
    layer.add({ kind: 'line', points: track(10_000), stroke: TRACKING_STROKE });
    const far = below(cameraOver(webMercator, 8));
    expect(far).toHaveLength(1);
    expect(far[0]!.points.length).toBeLessThan(80);
    const near = below(cameraOver(webMercator, 16));
    expect(near[0]!.points.length).toBeGreaterThan(500);
    expect(near[0]!.points.every(([x]) => x > -60 && x < 1_060)).toBe(true);
    expect(below(cameraOver(webMercator, 16, [100, 30]))).toEqual([]);
    // it ends at its last point, regardless of the view
    const end = layer.pixelOf(cameraOver(webMercator, 8), track(10_000).at(-1)!);
    expect(far[0]!.points.at(-1)).toEqual([expect.closeTo(end.x, 1), expect.closeTo(end.y, 1)]);
  });

  it('has one colour per segment if colours are given', () => {
    const points = [0, 40, 80, 120].map((right) => placeAt(layer, camera, right, 0));
    layer.add({
      kind: 'line',
      points,
      stroke: { colour: '#000000', width: 4, dash: [6, 3] },
      colours: ['#FF0000', '#FF0000', '#00FF00'],
    });
    expect(below().map(({ colour, points: { length }, dash }) => [colour, length, dash])).toEqual([
      ['#FF0000', 3, [6, 3]],
      ['#00FF00', 2, [6, 3]],
    ]);
  });

  it('retains its colours at low zoom, where points coincide', () => {
    const points = track(10_000);
    layer.add({
      kind: 'line',
      points,
      stroke: TRACKING_STROKE,
      colours: points.map((_, i) => (i < 5_000 ? '#FF0000' : '#00FF00')),
    });
    expect(below(cameraOver(webMercator, 8)).map(({ colour }) => colour)).toEqual(['#FF0000', '#00FF00']);
  });

  it('is extended by a point, in the colour of that point', () => {
    const line = layer.add({ kind: 'line', points: [MIDDLE], stroke: TRACKING_STROKE });
    line.extend(placeAt(layer, camera, 60, 0));
    line.extend(placeAt(layer, camera, 60, 60), '#0000FF');
    expect(line.shape.kind === 'line' && line.shape.points).toHaveLength(3);
    expect(below().map(({ colour, points }) => [colour, points.length])).toEqual([
      ['#FF0000', 2],
      ['#0000FF', 2],
    ]);
    expect(changed).toHaveBeenCalledTimes(3);
    line.set({ kind: 'line', points: [MIDDLE, placeAt(layer, camera, 9, 9)], stroke: TRACKING_STROKE });
    line.extend(placeAt(layer, camera, 30, 0));
    expect(line.shape.kind === 'line' && line.shape.points).toHaveLength(3);
    line.remove();
    expect([below(), layer.size]).toEqual([[], 0]);
  });

  it('crosses the 180th meridian the shorter way', () => {
    const over = cameraOver(webMercator, 8, [180, 0]);
    layer.add({
      kind: 'line',
      points: [
        [179.9, 0],
        [-179.9, 0],
      ],
      stroke: TRACKING_STROKE,
    });
    const [{ points }] = below(over) as unknown as [{ points: [number, number][] }];
    expect(points.map(([x]) => Math.round(x))).toEqual([464, 536]);
  });
});

describe('an area', () => {
  it('a circle is round on the ground', () => {
    const ring = ringOf({ kind: 'circle', centre: MIDDLE, radiusM: 1_500, style });
    for (const corner of ring) expect(greatCircleKm(...MIDDLE, ...corner)).toBeCloseTo(1.5, 6);
    expect(greatCircleKm(...MIDDLE, ...placeFrom(MIDDLE, 20_000, 45))).toBeCloseTo(20, 6);
  });

  it('has a fill and an outline', () => {
    layer.add({ kind: 'rectangle', bounds: [116.39, 39.89, 116.41, 39.91], style });
    expect(below()).toMatchObject([
      { how: 'fill', colour: '#445566', opacity: 0.3 },
      { how: 'stroke', colour: '#112233', width: 2, opacity: 1 },
    ]);
    expect(below()[0]!.points).toHaveLength(4);
  });

  it('receives clicks inside it, a line receives clicks near it, and the topmost shape is first', () => {
    const [area, line, pin] = [vi.fn(), vi.fn(), vi.fn()];
    layer.add(
      {
        kind: 'polygon',
        ring: [
          [116.39, 39.89],
          [116.41, 39.89],
          [116.4, 39.92],
        ] as LngLat[],
        style,
      },
      area,
    );
    layer.add({ kind: 'line', points: [MIDDLE, placeAt(layer, camera, 100, 0)], stroke: TRACKING_STROKE }, line);
    layer.add({ kind: 'pin', at: placeAt(layer, camera, 50, 0), colour: '#112233' }, pin);
    const click = (right: number, down: number) => layer.click(camera, { x: 500 + right, y: 400 + down }, widthOf);
    expect([click(20, 5), click(50, -20), click(-30, 10), click(-450, -390)]).toEqual([true, true, true, false]);
    expect([line, pin, area].map((spy) => spy.mock.calls.length)).toEqual([1, 1, 1]);
  });
});

describe('a heat map', () => {
  it('draws the spots in view, redder and larger for higher weights, and ignores clicks', () => {
    const at = (right: number) => placeAt(layer, camera, right, 0);
    const spots = [
      { at: at(0), weight: 1 },
      { at: at(100), weight: 0.1 },
      { at: at(9_000), weight: 1 },
    ];
    layer.add({ kind: 'heat', spots }, () => {});
    const drawn = below();
    const { status } = palettes.light;
    expect(new Set(drawn.map(({ how, opacity }) => `${how} ${opacity}`))).toEqual(new Set(['fill 0.16']));
    expect(drawn.map(({ colour }) => colour)).toEqual([...Array(4).fill(status[5].mark), ...Array(4).fill(status[4].mark)]);
    expect(drawn[0]!.points[0]!.map(Math.round)).toEqual([500, 400]);
    expect(layer.click(camera, { x: 500, y: 400 }, widthOf)).toBe(false);
  });
});

describe('a label', () => {
  it('is a box of 100 px above its place, with wrapped text', () => {
    layer.add({ kind: 'label', at: MIDDLE, text: '超速报警 80 km/h' });
    const [box] = above();
    const [[left, top], [right, bottom]] = box!.points as [[number, number], [number, number]];
    expect([right - left, left, bottom < 400, top < bottom]).toEqual([100, 450, true, true]);
    expect(labelBox({ x: 500, y: 400 }, 2)).toMatchObject({ width: 100, x: 450 });
    for (const line of labelLines('超速报警超速报警超速报警 long words here averyveryverylongwordindeed', widthOf)) {
      expect(widthOf(line)).toBeLessThanOrEqual(88);
    }
    expect(labelLines('起点', widthOf)).toEqual(['起点']);
  });

  it('of an area is hidden, and ignores clicks, while the area is small on the screen', () => {
    const span = 0.01;
    const label = vi.fn();
    layer.add({ kind: 'label', at: MIDDLE, text: '车场', span }, label);
    const far = cameraOver(webMercator, 8);
    expect([above(far).length, above().length > 0]).toEqual([0, true]);
    const click = (at: Camera) => layer.click(at, { x: 500, y: 380 }, widthOf);
    expect([click(far), click(camera)]).toEqual([false, true]);
  });
});

describe('a badge', () => {
  const at = () => layer.placeAt(camera, { x: 500, y: 400 });

  it('is a square with text, a triangle, or a flag with its pole at the place; below vehicles, over lines', () => {
    layer.add({ kind: 'badge', at: at(), form: 'square', colour: '#112233', text: 'P 12' });
    layer.add({ kind: 'badge', at: at(), form: 'triangle', colour: '#AA0000' });
    layer.add({ kind: 'badge', at: at(), form: 'flag', colour: '#00AA00', text: '起' });
    layer.add({ kind: 'line', points: [at(), placeAt(layer, camera, 80, 0)], stroke: TRACKING_STROKE });
    const drawn = below();
    expect(drawn.map(({ how, colour, text }) => (how === 'text' ? text : how === 'fill' ? colour : how))).toEqual([
      'stroke',
      '#112233',
      'stroke',
      'P 12',
      '#AA0000',
      'stroke',
      '!',
      'stroke',
      '#00AA00',
      'stroke',
      '起',
    ]);
    const [[left, top], [right, bottom]] = drawn[1]!.points as [[number, number], [number, number]];
    expect([left + right, top + bottom]).toEqual([1_000, 800]);
    // both must be readable where an alarm begins at a stop
    const tip = drawn[4]!.points[0]!;
    expect([tip[0], tip[1]! > 400]).toEqual([500, true]);
    const pole = drawn.filter(({ how }) => how === 'stroke')[3]!;
    expect(pole.points[0]!.map(Math.round)).toEqual([500, 400]);
    expect(above()).toEqual([]);
  });

  it('receives clicks where it is drawn, before the line below it', () => {
    const [line, stop] = [vi.fn(), vi.fn()];
    layer.add({ kind: 'badge', at: at(), form: 'square', colour: '#112233', text: 'P 12' }, stop);
    layer.add({ kind: 'line', points: [at(), placeAt(layer, camera, 80, 0)], stroke: TRACKING_STROKE }, line);
    const click = (right: number, down: number) => layer.click(camera, { x: 500 + right, y: 400 + down }, widthOf);
    expect([click(10, 4), click(60, 2), click(0, 40)]).toEqual([true, true, false]);
    expect([stop.mock.calls.length, line.mock.calls.length]).toEqual([1, 1]);
  });
});

describe('edit handles', () => {
  const hold = (from: readonly [number, number], to: readonly [number, number]) => {
    const grabbed = layer.grab(camera, { x: from[0], y: from[1] });
    layer.drag(camera, { x: to[0], y: to[1] });
    layer.release();
    return grabbed;
  };
  const square = () =>
    [
      [400, 300],
      [600, 300],
      [600, 500],
      [400, 500],
    ].map(([x, y]) => layer.placeAt(camera, { x: x!, y: y! }));
  const pixels = (shape: Shape) =>
    (shape.kind === 'polygon' ? shape.ring : shape.kind === 'line' ? shape.points : []).map((place) => {
      const { x, y } = layer.pixelOf(camera, place);
      return [Math.round(x), Math.round(y)];
    });

  it('move a corner of a polygon, insert a corner on an edge, and remove a corner', () => {
    const polygon = layer.add({ kind: 'polygon', ring: square(), style });
    const edited = vi.fn();
    const end = polygon.edit(edited);
    expect(above().filter(({ how }) => how === 'fill')).toHaveLength(8);
    expect(hold([401, 301], [350, 250])).toBe(true);
    expect(pixels(polygon.shape)[0]).toEqual([350, 250]);
    expect(hold([600, 400], [700, 400])).toBe(true);
    expect(pixels(polygon.shape)).toEqual([
      [350, 250],
      [600, 300],
      [700, 400],
      [600, 500],
      [400, 500],
    ]);
    expect(layer.dropVertex(camera, { x: 700, y: 400 })).toBe(true);
    expect(pixels(polygon.shape)).toHaveLength(4);
    expect(edited).toHaveBeenLastCalledWith(polygon.shape);
    expect(hold([50, 50], [60, 60])).toBe(false);
    end();
    expect([above(), hold([350, 250], [1, 1])]).toEqual([[], false]);
  });

  it('retain at least three corners of an area, and two of a line', () => {
    const triangle = layer.add({ kind: 'polygon', ring: square().slice(1), style });
    triangle.edit(() => {});
    expect(layer.dropVertex(camera, { x: 600, y: 300 })).toBe(false);
    const line = layer.add({ kind: 'line', points: square().slice(0, 2), stroke: TRACKING_STROKE });
    line.edit(() => {});
    expect(layer.dropVertex(camera, { x: 400, y: 300 })).toBe(false);
  });

  it('allow dragging a corner of a rectangle over the opposite corner', () => {
    const places = square();
    const rectangle = layer.add({ kind: 'rectangle', bounds: boundsOfPlaces(places)!, style });
    rectangle.edit(() => {});
    layer.grab(camera, { x: 600, y: 500 });
    layer.drag(camera, { x: 300, y: 200 });
    layer.drag(camera, { x: 300, y: 600 });
    const [west, south, east, north] = rectangle.shape.kind === 'rectangle' ? rectangle.shape.bounds : [];
    const corner = layer.pixelOf(camera, [west!, south!]);
    const other = layer.pixelOf(camera, [east!, north!]);
    expect([corner.x, corner.y, other.x, other.y].map(Math.round)).toEqual([300, 600, 400, 300]);
  });

  it('move a circle by its centre and resize it by its edge', () => {
    const circle = layer.add({ kind: 'circle', centre: MIDDLE, radiusM: 300, style });
    circle.edit(() => {});
    const edge = layer.pixelOf(camera, placeFrom(MIDDLE, 300, 90));
    hold([edge.x, edge.y], [edge.x + (edge.x - 500), edge.y]);
    expect(circle.shape.kind === 'circle' && circle.shape.radiusM).toBeCloseTo(600, 0);
    hold([500, 400], [500, 300]);
    const centre = circle.shape.kind === 'circle' ? layer.pixelOf(camera, circle.shape.centre) : { x: 0, y: 0 };
    expect([Math.round(centre.x), Math.round(centre.y)]).toEqual([500, 300]);
  });
});
