import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { filterTypes, VEHICLE_REPORTS } from '@fleetwarden/contract/reports/report-filters';
import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { ReportCell, ReportColumn, ReportRow, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { sign } from '@fleetwarden/contract/sign';
import { dayKey } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { DEFINITIONS } from '../../../src/modules/reports/definitions/all.ts';
import { createExportTask, createWriteReport } from '../../../src/modules/reports/export/write-report.ts';
import { addDays, formatWeek } from '../../../src/modules/reports/model/dates.ts';
import type { ReportDefinition } from '../../../src/modules/reports/model/definition.ts';
import { readScoreRules } from '../../../src/modules/reports/scores/score-rules.ts';
import { at, sql } from '../../../src/platform/db/database.ts';
import type { ReplyLanguage } from '../../../src/platform/http/language.ts';
import type { TestServer } from '../test-server.ts';
import { startTestDemo } from './test-demo.ts';

/** Two of most fleets. */
const VEHICLES = 17;
const PAGE_ROWS = 50;
/** A longer report is requested for one vehicle, so that all rows are compared. */
const MAX_ROWS = 1_000;
/** Days of a request, if a report accepts more: all days of the demo's vehicles. Position reports, which accept just as many, are requested for one. */
const DAYS = 7;
const REPORTS = new Map(DEFINITIONS.map((report) => [report.id, report]));

type Conditions = Readonly<Record<string, string>>;
type Page = { readonly list: ReportRow[]; readonly sums: Readonly<Record<string, ReportCell>>; readonly total: number };
type Chart = { readonly x: readonly string[]; readonly series: readonly { readonly values: readonly (number | null)[] }[] };
type Tab = { readonly reportId: number; readonly conditions: Record<string, string> };
/** A report with its filters, all its rows, and its columns. */
type Walked = { readonly asked: Conditions; readonly page: Page; readonly columns: readonly ReportColumn[] };

/** For tests: a user with all permissions who reads all reports of a demo. */
export type Walk = {
  template(reportId: number, language: ReplyLanguage): Promise<ReportTemplate>;
  /** Requested once, then cached. */
  of(report: ReportDefinition): Promise<Walked>;
  /** The same for all days of the last month that is over. */
  ofLastMonth(report: ReportDefinition): Promise<Walked>;
  search(reportId: number, conditions: Conditions, more?: Asking): Promise<Page>;
  all(reportId: number, conditions: Conditions, language: ReplyLanguage): Promise<Page>;
  columns(reportId: number, conditions: Conditions, language: ReplyLanguage): Promise<readonly ReportColumn[]>;
  chart(reportId: number, conditions: Conditions): Promise<Chart>;
  /** The drill-down of a figure. */
  tabs(reportId: number, conditions: Conditions, column: string, row: ReportRow): Promise<readonly Tab[]>;
  /** The file of a report as the job writes it. */
  file(
    report: ReportDefinition,
    format: ReportFormat,
    language: ReplyLanguage,
  ): Promise<{ name: string; bytes: Buffer; rows: number }>;
  stop(): Promise<void>;
};
type Asking = { readonly language?: ReplyLanguage; readonly page?: number; readonly limit?: number };

export async function startWalk(): Promise<Walk> {
  const { server, root, stop } = await startTestDemo(VEHICLES);
  const { db, identity, clock } = server;
  const walker = await server.account('walker', root, allPermissions);
  const token = await server.login('walker');
  const principal = (await identity.principalOf(walker))!;
  const daysAgo = (days: number) => dayKey(clock.now - days * DAY_MS, 'Asia/Shanghai');
  const yesterday = daysAgo(1);
  // raised an alarm yesterday at this place, and has the most handled alarms, so most reports have rows for it
  const { car, lng, lat } = (await db.first<{ car: number; lng: number; lat: number }>(sql`
    select p.vehicle_id as car, p.lng, p.lat from position p
    where p.alarm_bits <> 0 and p.gnss_at >= ${at(startOf(yesterday))} and p.gnss_at < ${at(startOf(daysAgo(0)))}
    order by (select count(*) from alarm_case c where c.vehicle_id = p.vehicle_id and c.state in (2, 3)) desc,
      p.vehicle_id, p.gnss_at limit 1`))!;
  const idsOf = async (query: string) => (await db.query<{ id: number }>(query)).map(({ id }) => id).join();
  // choices that a report may require
  const chosen: Readonly<Partial<Record<number, string>>> = {
    [filterTypes.vehicles]: await idsOf('select id from vehicle order by id'),
    [filterTypes.areas]: await idsOf('select id from area order by id'),
    [filterTypes.companies]: await idsOf('select id from department order by id limit 20'),
  };
  // entries for the operation log
  for (const reportId of [401002, 401007]) await writeOne(server, token, { reportId, conditions: { deptId: String(root) } });
  const headersOf = (language: ReplyLanguage) => ({ authorization: token, cookie: `language=${language}` });
  // the record of documents has downloads
  for (const { id } of await db.query<{ id: number }>(
    'select min(id) as id from company_document where state = 2 group by kind, first_day',
  )) {
    const data = { id: String(id) };
    await server.post('report/downloadDocument', { data, sign: sign(data) }, headersOf('zh'));
  }

  const post = async (path: string, data: object, { language = 'zh', page = 1, limit = PAGE_ROWS }: Asking = {}) => {
    const { body } = await server.post(`report/${path}`, { data, pageModel: { page, limit } }, headersOf(language));
    if (body.code !== '0') throw new Error(`${path} ${JSON.stringify(data)}: ${body.code} ${body.msg}`);
    return { ...body.data, total: body.pageModel?.total };
  };
  const search: Walk['search'] = (reportId, conditions, more) => post('advanceSearchJson', { reportId, conditions }, more);
  const template: Walk['template'] = async (reportId, language) =>
    (await server.call('GET', 'report/getReportTemplate', { reportId: String(reportId) }, headersOf(language))).body.data;
  const all: Walk['all'] = async (reportId, conditions, language) => {
    const first = await search(reportId, conditions, { language });
    const list = [...first.list];
    for (let page = 2; list.length < first.total; page++)
      list.push(...(await search(reportId, conditions, { language, page })).list);
    return { ...first, list };
  };
  const columns: Walk['columns'] = async (reportId, conditions, language) => {
    const { colCfgList } = await template(reportId, language);
    const { list } = await post('trendsHead', { reportId, conditions }, { language });
    const heads = new Map((list as { colEName: string; columns: ReportColumn[] }[]).map((head) => [head.colEName, head.columns]));
    return colCfgList.flatMap((column) => heads.get(column.colEName) ?? [column]);
  };

  /** Filters of a report: its defaults and required ones; one vehicle for a long report. */
  const askedOf = async ({ id, filters: conditions }: ReportDefinition): Promise<Conditions> => {
    const needed: Readonly<Partial<Record<number, string>>> = {
      [filterTypes.company]: String(root),
      [filterTypes.alarmTypes]: 'all',
      [filterTypes.vehicle]: String(car),
      [filterTypes.drawn]: `4:${lng},${lat},5000`,
      // documents of the last one may not be due yet
      [filterTypes.week]: formatWeek(daysAgo(2 * DAYS)),
    };
    const [first, today] = [daysAgo(DAYS - 1), daysAgo(0)];
    const found: Record<string, string> = {};
    for (const { name, type, required, maxDays = 0 } of conditions) {
      const value = needed[type] ?? (required ? chosen[type] : undefined);
      if (value !== undefined) found[name] = value;
      if (type === filterTypes.days && maxDays > DAYS) found[name] = `${first},${today}`;
      if (type === filterTypes.times && maxDays > DAYS) found[name] = `${first} 00:00:00,${today} 23:59:59`;
      // the day that began just now has few positions
      else if (type === filterTypes.times) found[name] = `${yesterday} 00:00:00,${yesterday} 23:59:59`;
    }
    if (VEHICLE_REPORTS.includes(id) && found['carId'] === undefined) found['carIds'] = String(car);
    const { total } = await search(id, found, { limit: 10 });
    return total > MAX_ROWS && conditions.some(({ name }) => name === 'carIds') ? { ...found, carIds: String(car) } : found;
  };
  /** Each place is in several files, and finding an address takes long. */
  const addresses = new Map<string, Promise<string>>();
  const findAddress = async (place: string, language: ReplyLanguage) => {
    const [east, north] = place.split(',').map(Number) as [number, number];
    return (await server.details.addressOf(east, north, language)) ?? place;
  };
  const nameOfPlace = (place: string, language: ReplyLanguage) => {
    const key = `${language} ${place}`;
    const found = addresses.get(key) ?? findAddress(place, language);
    addresses.set(key, found);
    return found;
  };
  const walked = new Map<number, Promise<Walked>>();
  const read = async ({ id }: ReportDefinition, asked: Conditions): Promise<Walked> => ({
    asked,
    page: await all(id, asked, 'zh'),
    columns: await columns(id, asked, 'zh'),
  });
  const walk = async (report: ReportDefinition) => read(report, await askedOf(report));
  const of: Walk['of'] = (report) => {
    const found = walked.get(report.id) ?? walk(report);
    walked.set(report.id, found);
    return found;
  };

  return {
    template,
    of,
    ofLastMonth: async (report) =>
      read(report, { ...(await of(report)).asked, ...formatLastMonth(report, dayKey(clock.now, 'Asia/Shanghai').slice(0, 7)) }),
    search,
    all,
    columns,
    chart: (reportId, conditions) => post('getReportChart', { reportId, conditions }),
    tabs: async (reportId, conditions, colEName, { ids }) =>
      (await post('getReportRedirectorTabs', { reportId, conditions, colEName, ids })).list,
    file: async (report, format, language) => {
      const task = createExportTask(
        createWriteReport({
          db,
          reports: REPORTS,
          scopes: identity.scopes,
          timeZone: 'Asia/Shanghai',
          nameOfPlace,
          searchRegion: server.regions.searchPast,
          platformNameOf: async () => '',
          now: () => clock.now,
          rulesOf: readScoreRules(server.settingsArea),
        }),
      );
      const { asked, columns: shown } = await of(report);
      let made = { name: '', bytes: Buffer.alloc(0) };
      const wish = {
        reportId: report.id,
        conditions: asked,
        format,
        order: [...report.order] as [string, 'asc' | 'desc'],
        columns: shown.filter(({ isPageShow }) => isPageShow === 1).map(({ colEName }) => colEName),
      };
      const result = await task.run(wish, {
        progress: () => undefined,
        signal: new AbortController().signal,
        account: principal,
        departmentId: root,
        language,
        units: 'metric',
        file: async (name, write) => {
          const stream = new PassThrough();
          const whole = buffer(stream);
          await write(stream);
          stream.end();
          made = { name, bytes: await whole };
        },
      });
      return { ...made, rows: (result as { rows: number }).rows };
    },
    stop,
  };
}

/** Epoch ms of the begin of a day. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);

/** All days of the month before, for the filter of days of a report. */
function formatLastMonth({ filters }: ReportDefinition, month: string): Record<string, string> {
  const end = addDays(`${month}-01`, -1);
  const begin = `${end.slice(0, 7)}-01`;
  const days = filters.find(({ type }) => type === filterTypes.days);
  return days ? { [days.name]: `${begin},${end}` } : {};
}

/** Exports a report as a task. */
async function writeOne(
  server: TestServer,
  authorization: string,
  data: { reportId: number; conditions: Record<string, string> },
) {
  const { body } = await server.post('report/exportdata', { data, sign: sign(data) }, { authorization, cookie: 'language=zh' });
  if (body.code !== '0') throw new Error(`exportdata ${data.reportId}: ${body.code} ${body.msg}`);
}
