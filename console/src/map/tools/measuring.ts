import type { LngLat } from '@fleetwarden/domain/coordinates';
import { pathKm } from '@fleetwarden/domain/path';
import { ringM2 } from '@fleetwarden/domain/ring';
import { MEASURE, type Shape } from '../overlays/shapes.ts';
import { farEnough, type Outcome, type Tool, type ToolView } from './tool.ts';

/** Texts shown beside the points of a measurement. */
export type MeasureTexts = {
  readonly start: string;
  readonly length: (metres: number) => string;
  readonly total: (metres: number) => string;
  readonly area: (squareMetres: number, perimeterM: number) => string;
};

/** A line with its length, or a ring with area and perimeter; m, m². */
export type MeasuredPath =
  | { readonly kind: 'distance'; readonly points: readonly LngLat[]; readonly metres: number }
  | { readonly kind: 'area'; readonly ring: readonly LngLat[]; readonly squareMetres: number };

/** The shapes that remain on the map after a measurement. */
export function measuredShapes(path: MeasuredPath, texts: MeasureTexts, colour: string): Shape[] {
  return path.kind === 'distance' ? distanceShapes(path.points, null, texts, colour) : areaShapes(path.ring, texts, colour);
}

/**
 * Specification 4 and 9: adds points at least 5 px apart, ends on a double click or Escape; width 2, opacity 0.8. A single point
 * gives no result.
 */
export function distanceTool(view: ToolView, texts: MeasureTexts, colour: string): Tool<MeasuredPath> {
  let points: LngLat[] = [];
  let pointer: LngLat | null = null;
  const end = (): Outcome<MeasuredPath> =>
    points.length < 2 ? { cancelled: true } : { done: { kind: 'distance', points, metres: metresOf(points) } };
  return {
    ...pathInput(
      view,
      () => points,
      (next) => {
        points = next;
      },
      end,
    ),
    move: (point) => {
      pointer = view.placeAt(point);
    },
    shapes: () => distanceShapes(points, pointer, texts, colour),
  };
}

/** The same for an area, with at least three points. */
export function areaTool(view: ToolView, texts: MeasureTexts, colour: string): Tool<MeasuredPath> {
  let ring: LngLat[] = [];
  let pointer: LngLat | null = null;
  const end = (): Outcome<MeasuredPath> =>
    ring.length < 3 ? { cancelled: true } : { done: { kind: 'area', ring, squareMetres: ringM2(ring) } };
  return {
    ...pathInput(
      view,
      () => ring,
      (next) => {
        ring = next;
      },
      end,
    ),
    move: (point) => {
      pointer = view.placeAt(point);
    },
    shapes: () => areaShapes(pointer ? [...ring, pointer] : ring, texts, colour),
  };
}

/** Adds points by clicks until a double click, Enter or Escape. */
function pathInput(
  view: ToolView,
  get: () => LngLat[],
  set: (points: LngLat[]) => void,
  end: () => Outcome<MeasuredPath>,
): Pick<Tool<MeasuredPath>, 'holdsDrag' | 'click' | 'dblclick' | 'key'> {
  return {
    holdsDrag: false,
    click: (point) => {
      const last = get().at(-1);
      if (!last || farEnough(view.pixelOf(last), point)) set([...get(), view.placeAt(point)]);
      return null;
    },
    dblclick: end,
    key: (key) => {
      if (key === 'Backspace') set(get().slice(0, -1));
      return key === 'Escape' || key === 'Enter' ? end() : null;
    },
  };
}

function distanceShapes(points: readonly LngLat[], pointer: LngLat | null, texts: MeasureTexts, colour: string): Shape[] {
  if (points.length === 0) return [];
  const stroke = { colour, ...MEASURE };
  const path = pointer ? [...points, pointer] : points;
  const labels = points.map((at, i): Shape => {
    if (i === 0) return { kind: 'label', at, text: texts.start };
    const metres = metresOf(points.slice(0, i + 1));
    const last = i === points.length - 1 && pointer === null;
    return { kind: 'label', at, text: last ? texts.total(metres) : texts.length(metres) };
  });
  const ahead: Shape[] = pointer ? [{ kind: 'label', at: pointer, text: texts.length(metresOf(path)) }] : [];
  return [{ kind: 'line', points: path, stroke }, ...labels, ...ahead];
}

function areaShapes(ring: readonly LngLat[], texts: MeasureTexts, colour: string): Shape[] {
  if (ring.length < 2) return [];
  const stroke = { colour, ...MEASURE };
  if (ring.length === 2) return [{ kind: 'line', points: ring, stroke }];
  const at = ring.at(-1)!;
  return [
    { kind: 'polygon', ring, style: { stroke, fill: colour, fillOpacity: 0.15 } },
    { kind: 'label', at, text: texts.area(ringM2(ring), metresOf([...ring, ring[0]!])) },
  ];
}

const metresOf = (places: readonly LngLat[]): number => pathKm(places) * 1_000;
