import { randomUUID } from 'node:crypto';
import { businessDay, parseDayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { DEFINITIONS } from '../../../src/modules/reports/definitions/all.ts';
import { getReportPermission } from '../../../src/modules/reports/index.ts';
import { parseRequest } from '../../../src/modules/reports/query/parse-request.ts';
import { at, type Db, name, type Sql, sql } from '../../../src/platform/db/database.ts';
import { dayOf } from '../../../src/platform/db/day.ts';
import { createPartitions } from '../../../src/platform/db/partitions.ts';
import { addVehicle } from '../test-fleet.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../test-server.ts';

/** Retention of positions in days. */
const KEPT_DAYS = 400;
const PAGE_ROWS = 50;

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies as they come
type Row = { readonly ids: Record<string, string>; readonly cells: Record<string, any> };
// biome-ignore lint/suspicious/noExplicitAny: as above
type ReportReply = { readonly list: Row[]; readonly sums: Record<string, any>; readonly total: number };

/** For tests: a company with a branch and a foreign one, a vehicle in each, and a user of the company with all reports. */
export type TestReports = TestServer & {
  readonly company: number;
  readonly branch: number;
  readonly foreign: number;
  /** Vehicles of the company, of its branch, and of the foreign one. */
  readonly cars: readonly [own: number, branch: number, foreign: number];
  readonly boss: number;
  /** All rows of a report as the boss gets them. Throws where it is refused. */
  ask(reportId: number, conditions?: Record<string, string>, more?: object): Promise<ReportReply>;
  /** The data of its chart. */
  draw(reportId: number, conditions?: Record<string, string>): Promise<{ x: string[]; series: { values: (number | null)[] }[] }>;
  /** The drill-down of a figure: by report number, with filters. Throws if the target would refuse them. */
  follow(
    reportId: number,
    row: Row,
    column: string,
    conditions?: Record<string, string>,
  ): Promise<Record<number, Record<string, string>>>;
  /** Enters a row of a table. */
  add(table: string, values: Record<string, unknown>): Promise<number | undefined>;
  /** Makes the partitions of positions of a day. */
  partitions(day: string): Promise<void>;
};

export async function startTestReports(options: Pick<TestServerOptions, 'database'> = {}): Promise<TestReports> {
  const server = await startTestServer(options);
  const { db } = server;
  const company = await server.department('集团');
  const branch = await server.department('分公司', company);
  const foreign = await server.department('别家');
  const car = (plate: string, departmentId: number, phone: string, driver?: string) =>
    addVehicle(server, { plate, departmentId, phone, ...(driver === undefined ? {} : { driver }) });
  const cars = [
    await car('粤B10001', company, '13800000001', '李强'),
    await car('粤B10002', branch, '13800000002'),
    await car('粤B10003', foreign, '13800000003'),
  ] as const;
  const boss = await server.account('boss', company, ['2', ...new Set(DEFINITIONS.map(getReportPermission))]);
  const token = await server.signIn('boss');
  const send = async (path: string, data: object, page = 1) => {
    const pageModel = { page, limit: PAGE_ROWS };
    const { body } = await server.post(path, { data, pageModel }, { authorization: token, 'accept-language': 'zh-CN' });
    if (body.code !== '0') throw new Error(`${path} ${JSON.stringify(data)}: ${JSON.stringify(body)}`);
    return { ...body.data, total: body.pageModel?.total };
  };
  const ask: TestReports['ask'] = async (reportId, conditions = {}, more = {}) => {
    const path = 'report/advanceSearchJson';
    const first = await send(path, { reportId, conditions, ...more });
    const list = [...first.list];
    for (let page = 2; list.length < first.total; page++)
      list.push(...(await send(path, { reportId, conditions, ...more }, page)).list);
    return { ...first, list };
  };
  const days = createPartitions(db, KEPT_DAYS);

  return {
    ...server,
    company,
    branch,
    foreign,
    cars,
    boss,
    ask,
    draw: (reportId, conditions = {}) => send('report/getReportChart', { reportId, conditions }),
    follow: async (reportId, { ids }, colEName, conditions = {}) => {
      const { list } = await send('report/getReportRedirectorTabs', { reportId, conditions, colEName, ids });
      const found: Record<number, Record<string, string>> = {};
      for (const { reportId: target, conditions: taken } of list as { reportId: number; conditions: Record<string, string> }[]) {
        await acceptable(server, company, target, taken);
        found[target] = taken;
      }
      return found;
    },
    add: (table, values) => add(db, table, values),
    partitions: (day) => days.ensure([dayOf(parseDayKey(day).startAt), dayOf(parseDayKey(day).endAt)]),
  };
}

/** Throws where a report refuses conditions. */
async function acceptable(
  { db, identity, clock }: TestServer,
  departmentId: number,
  reportId: number,
  given: Record<string, string>,
) {
  const report = DEFINITIONS.find(({ id }) => id === reportId)!;
  await parseRequest(report, given, { db, scopes: identity.scopes, departmentId, now: clock.now, timeZone: 'Asia/Shanghai' });
}

async function add(db: Db, table: string, values: Record<string, unknown>): Promise<number | undefined> {
  const listed = (parts: readonly Sql[]) => parts.reduce((all, part) => sql`${all}, ${part}`);
  const columns = Object.keys(values).map((key) => name(key));
  const row = await db.first<Record<string, unknown>>(sql`
    insert into ${name(table)} (${listed(columns)}) values (${listed(Object.values(values).map((value) => sql`${value}`))}) returning *`);
  return row?.['id'] as number | undefined;
}

/** A clock time of a day in China, as an instant. */
export const timeOf = (day: string, clock: string): Date => at(Date.parse(`${day}T${clock}+08:00`));
/** Days before a moment, by the calendar of China. */
export const dayBefore = (now: number, days: number): string => businessDay(now - days * DAY_MS, 'Asia/Shanghai').key;
/** A position as terminals send it, for `add`. */
/** A superior platform of a department, identified by its port. */
export const addPlatform = async (server: TestReports, name: string, departmentId: number, port: number): Promise<number> =>
  (await server.add('superior_platform', {
    department_id: departmentId,
    name,
    standard: 0,
    ip: '10.0.0.1',
    port: 9000,
    user_id: '1',
    password: '',
    access_code: '1',
    local_ip: '10.0.0.2',
    local_port: port,
    m1: '',
    ia1: '',
    ic1: '',
  }))!;

export const position = (vehicleId: number, gnssAt: Date, values: Record<string, unknown> = {}): Record<string, unknown> => ({
  vehicle_id: vehicleId,
  gnss_at: gnssAt,
  received_at: gnssAt,
  lng: 113.2644,
  lat: 23.1291,
  altitude_m: 21,
  speed_kmh: 60,
  heading: 90,
  alarm_bits: 0,
  status_bits: 3,
  backfill: false,
  quality: 0,
  ...values,
});
/** An alarm of a kind, for `add`. */
export const alarm = (
  vehicleId: number,
  startAt: Date,
  typeId: number,
  values: Record<string, unknown> = {},
): Record<string, unknown> => ({
  gid: randomUUID(),
  vehicle_id: vehicleId,
  type_id: typeId,
  source: 0,
  level: 1,
  start_at: startAt,
  last_at: startAt,
  received_at: startAt,
  start_lng: 113,
  start_lat: 23,
  last_lng: 113,
  last_lat: 23,
  start_kmh: 90,
  max_kmh: 95,
  times: 1,
  ...values,
});

/** A post-check of a superior platform; `values`: at least receipt time and deadline. */
export const addCheck = (server: TestReports, superiorId: number, values: Readonly<Record<string, unknown>>) =>
  server.add('post_check', {
    superior_id: superiorId,
    serial: 1,
    info_id: 7,
    object_type: 2,
    object_id: '4401',
    question: '在吗',
    ...values,
  });

/** An alarm of a vehicle that a superior platform wants dealt with; `values` as above, and when it was raised. */
export const addSupervision = (
  server: TestReports,
  superiorId: number,
  vehicleId: number,
  values: Readonly<Record<string, unknown>>,
) =>
  server.add('supervision', {
    superior_id: superiorId,
    serial: 1,
    supervision_no: 5,
    vehicle_id: vehicleId,
    plate: '粤B10001',
    warn_source: 1,
    warn_type: 2,
    level: 0,
    supervisor: '',
    phone: '',
    mail: '',
    ...values,
  });
