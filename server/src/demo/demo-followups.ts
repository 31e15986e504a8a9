import { businessDay } from '@fleetwarden/domain/business-day';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { Fleet } from '../modules/fleet/index.ts';
import { at, type Queryable, sql } from '../platform/db/database.ts';
import type { Actor } from '../platform/resources/resource.ts';
import { departmentIds, enter } from './entry.ts';

const DAY_H = 24;
/** Days since the silent vehicles joined. */
const JOINED_DAYS = 120;
/** Number of reporting vehicles with spot checks. */
const CHECKED = 12;

type Note = {
  /** Hours before the demo was made. */
  readonly agoH: number;
  /** Login name of the author. */
  readonly by: string;
  readonly text: string;
  /** OFFLINE_REASON */
  readonly reason?: number;
  /** Days after the demo was made. */
  readonly expectInDays?: number;
  /** VISIT_WAY and VISIT_RESULT of a visit. */
  readonly visit?: readonly [way: number, result: number];
  /** For a suspension: first and last day, relative to the day of the demo. */
  readonly stop?: readonly [from: number, to: number];
};

/** Freight vehicles whose terminals do not report, and what was done about them. Plates of places where no fleet has its own. */
const SILENT: readonly {
  readonly plate: string;
  readonly fleet: string;
  readonly owner: string;
  readonly silentH: number;
  readonly lng: number;
  readonly lat: number;
  readonly notes: readonly Note[];
}[] = [
  {
    plate: '冀AK7101',
    fleet: '沈阳普货车队',
    owner: '赵国强',
    silentH: 52,
    lng: 123.4315,
    lat: 41.8057,
    notes: [
      { agoH: 26, by: 'dispatcher', reason: 3, text: '终端指示灯不亮，已报修' },
      { agoH: 20, by: 'dispatcher', text: '车主约定两天内到站检修', visit: [1, 2], expectInDays: 2 },
    ],
  },
  {
    plate: '冀AK7102',
    fleet: '沈阳普货车队',
    owner: '孙丽',
    silentH: 5 * DAY_H,
    lng: 123.3902,
    lat: 41.7511,
    notes: [{ agoH: 4 * DAY_H, by: 'dispatcher', reason: 1, text: '货源不足，车辆停放车场', stop: [-4, 10] }],
  },
  {
    plate: '贵AM7103',
    fleet: '重庆普货车队',
    owner: '钱勇',
    silentH: 9 * DAY_H,
    lng: 106.5516,
    lat: 29.563,
    notes: [
      { agoH: 8 * DAY_H, by: 'demo', text: '电话无人接听', visit: [1, 4] },
      { agoH: 3 * DAY_H, by: 'demo', reason: 2, text: '发动机大修，预计下周恢复', visit: [3, 3], expectInDays: 6 },
    ],
  },
  {
    plate: '贵AM7104',
    fleet: '重庆普货车队',
    owner: '吴敏',
    silentH: 31,
    lng: 106.4629,
    lat: 29.5328,
    notes: [{ agoH: 5, by: 'demo', reason: 4, text: 'SIM 卡欠费，已通知续费', expectInDays: 1 }],
  },
  {
    plate: '赣AF7105',
    fleet: '北京城配车队',
    owner: '陈海',
    silentH: 27,
    lng: 116.3389,
    lat: 39.7289,
    notes: [],
  },
];

/** Spot check of each vehicle: hours ago, user, SPOT_KIND, SPOT_RESULT, note. */
const CHECKS: readonly (readonly [agoH: number, by: string, kind: number, result: number, note: string])[] = [
  [3, 'dispatcher', 1, 1, ''],
  [22, 'safety', 2, 1, '昨日轨迹完整'],
  [25, 'dispatcher', 1, 4, '夜间超速，已电话提醒'],
  [27, 'demo', 1, 1, ''],
  [30, 'demo', 1, 3, '连续两小时不定位'],
  [46, 'dispatcher', 2, 1, ''],
  [52, 'safety', 2, 4, '绕行未报备路线'],
  [75, 'demo', 1, 1, ''],
  [99, 'dispatcher', 1, 2, '终端离线，转维修'],
  [123, 'safety', 4, 1, '违规处理已复核'],
];

/** Creates offline vehicles with follow-up notes, and spot checks. Run it after the accounts. */
export async function enterDemoFollowups(
  tx: Queryable,
  by: Actor,
  { vehicles, now, timeZone }: Pick<Fleet, 'vehicles'> & { readonly now: number; readonly timeZone: string },
): Promise<void> {
  const idOf = await departmentIds(tx, by.departmentId);
  const accounts = new Map(
    (await tx.query<{ id: number; login: string }>('select id, login_name as login from account')).map(({ id, login }) => [
      login,
      id,
    ]),
  );
  const accountOf = (login: string): number | null => accounts.get(login) ?? by.accountId;
  const dayIn = (days: number): string => businessDay(now + days * DAY_H * HOUR_MS, timeZone).key;
  const ago = (hours: number) => at(now - hours * HOUR_MS);
  // read before more vehicles exist: those that the fleet simulates
  const driven = await tx.query<{ id: number; departmentId: number }>(sql`
    select id, department_id as "departmentId" from vehicle where deleted_at is null order by id limit ${CHECKED}`);
  const ids = await enter(
    tx,
    vehicles,
    SILENT.map(({ plate, fleet, owner }, i) => ({
      carNo: plate,
      plateColor: 2,
      vehicleType: 22,
      industryType: 5,
      deptId: idOf.get(fleet) ?? by.departmentId,
      runState: 1,
      ownerName: owner,
      ownerTel: `1009900000${i}`,
      vin: `LFWDEM0XX9A00010${i}`,
      // beyond the numbers of the vehicles that drive
      phone: `1000980000${i}`,
      terminalNo: `FW9800${i}`,
      features: [],
      protocol: 2,
      manufacturerId: 'FWSIM',
      terminalModel: 'FW-V3',
    })),
    by,
  );
  for (const [i, { silentH, lng, lat, notes }] of SILENT.entries()) {
    const id = ids[i]!;
    const [begun, silent] = [ago(silentH + 9), ago(silentH)];
    await tx.run(sql`update vehicle set created_at = ${ago(JOINED_DAYS * DAY_H)} where id = ${id}`);
    await tx.run(sql`
      insert into online_session (vehicle_id, login_at, last_msg_at, logout_at, end_reason, transport)
      values (${id}, ${begun}, ${silent}, ${silent}, 'idle', 'tcp')`);
    await tx.run(sql`
      insert into vehicle_latest (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits,
        status, status_since)
      values (${id}, ${silent}, ${silent}, ${lng}, ${lat}, 30, 0, 90, 0, 2, 0, ${silent})`);
    for (const { agoH, by: login, text, reason = 0, expectInDays, visit, stop } of notes)
      await tx.run(sql`
        insert into offline_note (vehicle_id, offline_since, kind, reason, expected_on, way, result, text, account_id, noted_at, valid_from, valid_to)
        values (${id}, ${silent}, ${visit ? 2 : stop ? 3 : 1}, ${reason}, ${expectInDays === undefined ? null : dayIn(expectInDays)},
          ${visit?.[0] ?? null}, ${visit?.[1] ?? null}, ${text}, ${accountOf(login)}, ${ago(agoH)},
          ${stop ? dayIn(stop[0]) : null}, ${stop ? dayIn(stop[1]) : null})`);
  }
  for (const [i, [agoH, login, kind, result, note]] of CHECKS.entries()) {
    const car = driven[i % Math.max(1, driven.length)];
    if (car)
      await tx.run(sql`
        insert into spot_check (vehicle_id, department_id, account_id, at, kind, result, note)
        values (${car.id}, ${car.departmentId}, ${accountOf(login)}, ${ago(agoH)}, ${kind}, ${result}, ${note})`);
  }
}
