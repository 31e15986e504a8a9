import { type AreaGeometry, SHAPE } from '@fleetwarden/domain/area-geometry';
import { rules } from '@fleetwarden/domain/form-rules';
import {
  choice,
  defineResource,
  department,
  flag,
  geometry,
  inOrder,
  instant,
  integer,
  neededWhen,
  text,
} from '../resources/resource.ts';
import { resourceRoutes } from '../resources/resource-routes.ts';

/** AREA_TIME_MODE. */
export const BY_DATES = 1;
export const DAILY = 2;
/** Ids of terminals' areas are double words. */
const MAX_AREA_NO = 4_294_967_295;
const KMH = { min: 1, max: 160, unit: 'km/h' } as const;

type Values = Readonly<Record<string, unknown>>;
/** AREA_USE: a key point that vehicles must visit. */
export const KEY_POINT = 4;

const isRoute = ({ geo }: Values): boolean => (geo as AreaGeometry | null | undefined)?.shape === SHAPE.route;
const timed =
  (mode: number) =>
  ({ useTime, timeMode }: Values): boolean =>
    useTime === true && timeMode === mode;
/** Limits of a route are those of its segments. */
const limited = (values: Values): boolean => values['limitSpeed'] === true && !isRoute(values);

const always = (): boolean => true;
const ofGround = (values: Values): boolean => !isRoute(values);
/** Comings and goings of key points are judged in any case. */
const judged = ({ platEval, useFor }: Values): boolean => platEval === true || useFor === KEY_POINT;

/** When a field applies: by shape (JT/T 808 8.41-8.48 have no doors on routes), or by another choice. */
const APPLIES: Readonly<Record<string, (values: Values) => boolean>> = {
  timeMode: ({ useTime }) => useTime === true,
  startAt: timed(BY_DATES),
  endAt: timed(BY_DATES),
  startClock: timed(DAILY),
  endClock: timed(DAILY),
  limitSpeed: ofGround,
  maxSpeed: limited,
  nightMaxSpeed: limited,
  overDuration: limited,
  forbidDoor: ofGround,
  closeComm: ofGround,
  collectGnss: ofGround,
  platEval: ({ useFor }) => useFor !== KEY_POINT,
  stayMinutes: judged,
};

/** Whether a field of an area with these values means anything. */
export const appliesToArea = (key: string, values: Values): boolean => (APPLIES[key] ?? always)(values);

/** An area without what means nothing of it. */
export function meantArea(values: Values): Values {
  const nothing = (key: string) => (typeof values[key] === 'boolean' ? false : null);
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, appliesToArea(key, values) ? value : nothing(key)]),
  );
}

/** 区域围栏 (203; screen catalogue 3.3): geofences and routes drawn on the map and stored in terminals. */
export const area = defineResource({
  name: 'area',
  ...resourceRoutes.area,
  table: 'area',
  called: 'page.areasAndGeofences',
  code: '203',
  can: ['add', 'edit', 'remove', 'export'],
  title: 'areaName',
  order: { by: 'createdAt', direction: 'desc' },
  uniques: { area_no: ['areaNo', 'deptId'] },
  rules: [
    neededWhen('timeMode', ({ useTime }) => useTime === true),
    neededWhen('startAt', timed(BY_DATES)),
    neededWhen('endAt', timed(BY_DATES)),
    inOrder('startAt', 'endAt'),
    // from the evening to the morning is a time of the day, too
    neededWhen('startClock', timed(DAILY)),
    neededWhen('endClock', timed(DAILY)),
    neededWhen('maxSpeed', limited),
    neededWhen('overDuration', limited),
  ],
  fields: {
    areaName: text({
      column: 'name',
      rule: rules.zhLetterDigitLength(1, 50),
      required: true,
      search: true,
      list: { width: 180, pinned: true },
    }),
    /** The id on the terminal. */
    areaNo: integer({
      min: 1,
      max: MAX_AREA_NO,
      identifier: true,
      required: true,
      notCopied: true,
      search: true,
      list: { width: 90 },
    }),
    deptId: department({ list: { width: 160 } }),
    shape: choice('AREA_SHAPE', { computed: true, search: true, list: { width: 90 } }),
    geo: geometry({ required: true }),
    useFor: choice('AREA_USE', { required: true, initial: 1, search: true, list: { width: 90 } }),
    /** RRGGBB. */
    color: text({ rule: rules.hex, upper: true, max: 6, initial: '1F5FD6' }),
    remark: text({ max: 200, lines: 2 }),
    vehicles: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
    /** Terminals that hold it, or may. */
    terminals: integer({ min: 0, max: 1_000_000, computed: true, list: { width: 90 } }),
    useTime: flag({ tab: 'time' }),
    timeMode: choice('AREA_TIME_MODE', { tab: 'time', initial: DAILY }),
    startAt: instant({ tab: 'time' }),
    endAt: instant({ tab: 'time' }),
    startClock: text({ rule: rules.clock, tab: 'time' }),
    endClock: text({ rule: rules.clock, tab: 'time' }),
    limitSpeed: flag({ tab: 'speed' }),
    maxSpeed: integer({ ...KMH, tab: 'speed' }),
    /** Only terminals of 2019 know it. */
    nightMaxSpeed: integer({ ...KMH, tab: 'speed' }),
    overDuration: integer({ min: 1, max: 255, unit: 's', tab: 'speed' }),
    inDriver: flag({ tab: 'alarms' }),
    inPlat: flag({ tab: 'alarms' }),
    outDriver: flag({ tab: 'alarms' }),
    outPlat: flag({ tab: 'alarms' }),
    forbidDoor: flag({ tab: 'alarms' }),
    closeComm: flag({ tab: 'alarms' }),
    collectGnss: flag({ tab: 'alarms' }),
    platEval: flag({ tab: 'platform' }),
    stayMinutes: integer({ min: 0, max: 1440, unit: 'min', tab: 'platform' }),
  },
});
