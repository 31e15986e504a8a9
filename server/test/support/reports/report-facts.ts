import type { ReportCell, ReportRow } from '@fleetwarden/contract/reports/schemas';
import { DEFINITIONS } from '../../../src/modules/reports/definitions/all.ts';
import { getReportPermission } from '../../../src/modules/reports/index.ts';
import { toShownColumn } from '../../../src/modules/reports/model/template.ts';
import { buildDrillFilters } from '../../../src/modules/reports/query/drill-down.ts';
import { startTestServer, type TestServer } from '../test-server.ts';

type Given = Readonly<Record<string, string | number>>;
type Page = { readonly list: readonly ReportRow[]; readonly sums: Readonly<Record<string, ReportCell>> };

/** For tests of reports: a company next to a foreign one, and a user who requests the company's reports. */
export type ReportFixture = {
  readonly server: TestServer;
  readonly east: number;
  readonly west: number;
  /** The requesting account, of the eastern company. */
  readonly clerk: number;
  /** The token of the clerk. */
  readonly authorization: string;
  /** Any call of reports. */
  call(path: string, data: object, language?: string): Promise<{ code: string; msg: string; data: never }>;
  /** All rows of a report; fails where it is refused. */
  page(reportId: number, conditions?: Given, language?: string): Promise<Page>;
  /** Some cells of each row. */
  cells(reportId: number, conditions: Given, columns: readonly string[], language?: string): Promise<ReportCell[][]>;
  chart(reportId: number, conditions?: Given): Promise<{ x: string[]; values: (number | null)[] }>;
  /** The drill-down of a figure, by report. */
  drill(reportId: number, conditions: Given, row: ReportRow, column: string): Record<number, Record<string, string>>;
};

/** Time of all requests: noon of 18 March 2026 in Shanghai. */
export const NOW = Date.UTC(2026, 2, 18, 4);
/** An instant by the clocks of Shanghai. */
export const shanghai = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+08:00`);

export async function startReports(): Promise<ReportFixture> {
  const server = await startTestServer();
  server.clock.now = NOW;
  const root = await server.department('集团');
  const east = await server.department('华东', root);
  const west = await server.department('华西', root);
  const clerk = await server.account('clerk', east, ['2', ...new Set(DEFINITIONS.map(getReportPermission))]);
  const authorization = await server.signIn('clerk');
  const call: ReportFixture['call'] = async (path, data, language = 'zh') => {
    const body = { data, ...(path === 'advanceSearchJson' ? { pageModel: { page: 1, limit: 50 } } : {}) };
    return (await server.post(`report/${path}`, body, { authorization, cookie: `language=${language}` })).body;
  };
  const page: ReportFixture['page'] = async (reportId, conditions = {}, language = 'zh') => {
    const reply = await call('advanceSearchJson', { reportId, conditions }, language);
    if (reply.code !== '0') throw new Error(`report ${reportId}: ${reply.code} ${reply.msg}`);
    return reply.data;
  };
  return {
    server,
    east,
    west,
    clerk,
    authorization,
    call,
    page,
    cells: async (reportId, conditions, columns, language) =>
      (await page(reportId, conditions, language)).list.map(({ cells }) => columns.map((column) => cells[column] ?? null)),
    chart: async (reportId, conditions = {}) => {
      const { code, data } = await call('getReportChart', { reportId, conditions });
      if (code !== '0') throw new Error(`chart of ${reportId}: ${code}`);
      const { x, series } = data as { x: string[]; series: { values: (number | null)[] }[] };
      return { x, values: series[0]!.values };
    },
    drill: (reportId, conditions, { ids }, column) => {
      const { drills = [], filters: own } = DEFINITIONS.find(({ id }) => id === reportId)!;
      const [from = '', to = ''] = String(conditions['staticDate'] ?? conditions['timeRange'] ?? '').split(',');
      const days = conditions['month'] ? getMonth(String(conditions['month'])) : { from: from.slice(0, 10), to: to.slice(0, 10) };
      const text = (name: string) => (own.some((each) => each.name === name) ? String(conditions[name] ?? '') : '');
      const request = { text, days, now: Date.now(), timeZone: 'Asia/Shanghai' };
      return Object.fromEntries(
        drills
          .filter((drill) => drill.column === column)
          .flatMap((drill) => {
            const target = DEFINITIONS.find(({ id }) => id === drill.report)!;
            const filters = buildDrillFilters(drill, ids, request, { from: { filters: own }, to: target });
            return filters === null ? [] : [[drill.report, filters] as const];
          }),
      );
    },
  };
}

const getMonth = (month: string) => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
};

/** Requests a report sorted by each of its columns, both ways. Throws if the rows differ. */
export async function inEveryOrder({ call }: ReportFixture, reportId: number, conditions: Given): Promise<void> {
  const { columns, dynamicColumns: spread = {} } = DEFINITIONS.find(({ id }) => id === reportId)!;
  const rows = new Set<string>();
  // placeholders of dynamic columns cannot be sorted
  for (const { key } of columns.map(toShownColumn).filter((shown) => !Object.hasOwn(spread, shown.key)))
    for (const direction of ['asc', 'desc']) {
      const reply = await call('advanceSearchJson', { reportId, conditions, orderBy: key, direction });
      if (reply.code !== '0') throw new Error(`report ${reportId} by ${key}: ${reply.code} ${reply.msg}`);
      const { list } = reply.data as Page;
      rows.add(
        list
          .map((row) => JSON.stringify(row.cells))
          .sort()
          .join('\n'),
      );
    }
  if (rows.size !== 1) throw new Error(`report ${reportId} has other rows in another order`);
}
