import { type AreaGeometry, type AreaShapeNumber, SHAPE } from '@fleetwarden/domain/area-geometry';
import { BY_DATES } from './area-resource.ts';
import { AREA_COMMANDS } from './area-shapes.ts';

/** Meaning of AREA_ACTION: add another area, or replace the existing one. */
const [ADD, CHANGE] = [1, 2];

/** The part of a geofence that terminals receive. */
export type SentArea = {
  readonly areaNo: number;
  readonly areaName: string;
  readonly geo: AreaGeometry;
  readonly useTime: boolean;
  readonly timeMode: number | null;
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly startClock: string | null;
  readonly endClock: string | null;
  readonly limitSpeed: boolean;
  readonly maxSpeed: number | null;
  readonly nightMaxSpeed: number | null;
  readonly overDuration: number | null;
  readonly inDriver: boolean;
  readonly inPlat: boolean;
  readonly outDriver: boolean;
  readonly outPlat: boolean;
  readonly forbidDoor: boolean;
  readonly closeComm: boolean;
  readonly collectGnss: boolean;
};

type Command = { readonly cmdCode: string; readonly params: Readonly<Record<string, unknown>> };

/** The command that has terminals keep an area; `held`: they have one of its number already. */
export function setCommand(area: SentArea, held: boolean): Command {
  const { geo } = area;
  const cmdCode = AREA_COMMANDS[geo.shape].set;
  const several = (item: object): Command => ({ cmdCode, params: { action: held ? CHANGE : ADD, areas: [item] } });
  switch (geo.shape) {
    case SHAPE.circle:
      return several({ ...named(area), ...inside(area), lng: geo.lng, lat: geo.lat, radius: geo.radius });
    case SHAPE.rectangle:
      return several({
        ...named(area),
        ...inside(area),
        west: geo.west,
        south: geo.south,
        east: geo.east,
        north: geo.north,
      });
    case SHAPE.polygon:
      return {
        cmdCode,
        params: { area: { ...named(area), ...inside(area), points: geo.points.map(([lng, lat]) => ({ lng, lat })) } },
      };
    case SHAPE.route:
      return { cmdCode, params: { area: { ...named(area), corners: corners(geo) } } };
  }
}

/** The command that has terminals forget areas of a shape; without numbers all of them. */
export const eraseCommand = (shape: AreaShapeNumber, areaNos: readonly number[]): Command => ({
  cmdCode: AREA_COMMANDS[shape].erase,
  params: { areaNos },
});

const named = (area: SentArea) => ({
  areaNo: area.areaNo,
  name: area.areaName,
  ...buildTimes(area),
  inDriver: area.inDriver,
  inPlat: area.inPlat,
  outDriver: area.outDriver,
  outPlat: area.outPlat,
});

function buildTimes({ useTime, timeMode, startAt, endAt, startClock, endClock }: SentArea) {
  if (!useTime) return {};
  return {
    times:
      timeMode === BY_DATES
        ? { mode: 1, start: startAt ?? 0, end: endAt ?? 0 }
        : { mode: 2, start: startClock ?? '', end: endClock ?? '' },
  };
}

type Limit = { readonly maxSpeed?: number | null; readonly overDuration?: number | null; readonly nightMaxSpeed?: number | null };

const buildLimit = ({ maxSpeed, overDuration, nightMaxSpeed }: Limit) =>
  maxSpeed && overDuration ? { speed: { maxSpeed, overDuration, ...(nightMaxSpeed ? { nightMaxSpeed } : {}) } } : {};

const inside = (area: SentArea) => ({
  ...(area.limitSpeed ? buildLimit(area) : {}),
  forbidDoor: area.forbidDoor,
  closeComm: area.closeComm,
  collectGnss: area.collectGnss,
});

/** One corner per point: a segment starts at its corner; the last corner's segment is ignored. */
function corners({ points, segments }: Extract<AreaGeometry, { readonly shape: 3 }>) {
  return points.map(([lng, lat], at) => {
    const { width, minSec, maxSec, ...limit } = segments[Math.min(at, segments.length - 1)]!;
    if (at === points.length - 1) return { lng, lat, width };
    const times = { ...(minSec === undefined ? {} : { minSec }), ...(maxSec === undefined ? {} : { maxSec }) };
    return { lng, lat, width, ...times, ...buildLimit(limit) };
  });
}
