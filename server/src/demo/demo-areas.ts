import { type AreaGeometry, SHAPE } from '@fleetwarden/domain/area-geometry';
import type { Geofences } from '../modules/geofences/index.ts';
import { type Queryable, sql } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { departmentIds, enter } from './entry.ts';
import type { COMPANIES } from './fleets.ts';

/** AREA_USE, AREA_TIME_MODE. */
const [FENCE, FORBIDDEN, ROUTE, POINT] = [1, 2, 3, 4];
const DAILY = 2;

type DemoArea = {
  readonly company: (typeof COMPANIES)[number];
  readonly name: string;
  readonly use: number;
  readonly color: string;
  readonly geo: AreaGeometry;
  readonly more?: Readonly<Record<string, unknown>>;
};

/** A stretch of a route that is driven at some 60 km/h or faster. */
const stretch = (km: number) => ({ width: 200, maxSec: Math.round(km * 60) });

/** Geofences of each shape and use on the demo's routes: its vehicles enter, leave, visit key points and follow routes. */
const AREAS: readonly DemoArea[] = [
  {
    company: '华东公司',
    name: '上海冷链园区',
    use: FENCE,
    color: '1F5FD6',
    geo: { shape: SHAPE.circle, lng: 121.45, lat: 31.22, radius: 1_500 },
    more: { inPlat: true, outPlat: true, limitSpeed: true, maxSpeed: 30, overDuration: 10, platEval: true, stayMinutes: 120 },
  },
  {
    company: '华东公司',
    name: '苏锡干线',
    use: ROUTE,
    color: '0E9F6E',
    geo: {
      shape: SHAPE.route,
      points: [
        [120.5609, 31.3165],
        [120.5351, 31.3365],
        [120.484, 31.3849],
        [120.4229, 31.4364],
        [120.369, 31.4839],
        [120.3562, 31.4972],
        [120.326, 31.5348],
      ],
      segments: [
        { ...stretch(3.3), maxSpeed: 100, overDuration: 20, nightMaxSpeed: 90 },
        { ...stretch(7.3), maxSpeed: 100, overDuration: 20, nightMaxSpeed: 90 },
        ...[8.2, 7.4, 1.9, 5.1].map(stretch),
      ],
    },
    more: { outPlat: true },
  },
  {
    // its vehicles take the other road after the third point
    company: '华东公司',
    name: '苏州西绕行线',
    use: ROUTE,
    color: '0E9F6E',
    geo: {
      shape: SHAPE.route,
      points: [
        [120.5609, 31.3165],
        [120.5351, 31.3365],
        [120.484, 31.3849],
        [120.44, 31.372],
        [120.39, 31.366],
      ],
      segments: [3.3, 7.3, 4.4, 4.8].map(stretch),
    },
    more: { outPlat: true },
  },
  {
    company: '华东公司',
    name: '南京城区途经点',
    use: POINT,
    color: '7A5AF8',
    geo: { shape: SHAPE.circle, lng: 118.806, lat: 32.069, radius: 1_500 },
  },
  {
    company: '华南公司',
    name: '广佛快线',
    use: ROUTE,
    color: '0E9F6E',
    geo: {
      shape: SHAPE.route,
      points: [
        [113.2433, 23.1126],
        [113.2066, 23.0836],
        [113.1795, 23.0558],
        [113.1702, 23.0475],
        [113.1574, 23.0392],
        [113.1441, 23.033],
      ],
      segments: [5, 4.2, 1.3, 1.6, 1.5].map(stretch),
    },
  },
  {
    company: '华南公司',
    name: '广州城区途经点',
    use: POINT,
    color: '7A5AF8',
    geo: { shape: SHAPE.circle, lng: 113.264, lat: 23.135, radius: 1_200 },
  },
  {
    company: '华南公司',
    name: '广州中心城区货车禁行',
    use: FORBIDDEN,
    color: 'D92D20',
    geo: { shape: SHAPE.rectangle, west: 113.23, south: 23.1, east: 113.33, north: 23.17 },
    more: {
      inDriver: true,
      inPlat: true,
      useTime: true,
      timeMode: DAILY,
      startClock: '07:00',
      endClock: '22:00',
      platEval: true,
    },
  },
  {
    company: '华中公司',
    name: '武汉公交三环内',
    use: FENCE,
    color: 'B54708',
    geo: {
      shape: SHAPE.polygon,
      points: [
        [114.18, 30.55],
        [114.24, 30.47],
        [114.38, 30.47],
        [114.44, 30.56],
        [114.37, 30.66],
        [114.24, 30.67],
      ],
    },
    more: { outPlat: true, limitSpeed: true, maxSpeed: 50, nightMaxSpeed: 40, overDuration: 15, platEval: true },
  },
];

/** Areas of the demo's companies, meant for all of their vehicles; nothing was sent so far. */
export async function enterDemoAreas(tx: Queryable, by: Actor, { geofences }: { readonly geofences: Geofences }): Promise<void> {
  const departments = await departmentIds(tx, by.departmentId);
  const rows = AREAS.map(({ company, name, use, color, geo, more }, i) => ({
    areaName: name,
    areaNo: i + 1,
    useFor: use,
    color,
    geo,
    ...more,
    deptId: String(departments.get(company) ?? by.departmentId),
  }));
  const ids = await enter(tx, geofences.areas, rows, by);
  for (const [i, { deptId }] of rows.entries())
    await tx.run(sql`
      with recursive below as (
        select id from department where id = ${Number(deptId)}
        union all
        select d.id from department d join below b on d.parent_id = b.id
      )
      insert into area_vehicle (area_id, vehicle_id)
      select ${ids[i]!}::integer, v.id from vehicle v where v.department_id in (select id from below) and v.deleted_at is null`);
}
