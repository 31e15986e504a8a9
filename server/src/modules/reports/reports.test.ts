import { filterTypes, STATUS_DATA_REPORT, VEHICLE_REPORTS } from '@fleetwarden/contract/reports/report-filters';
import { reportPages } from '@fleetwarden/contract/reports/report-pages';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { texts } from '@fleetwarden/locale/languages';
import { languageNames } from '@fleetwarden/locale/names';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapParallel } from '../../../test/support/map-parallel.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { COLUMNS } from './columns/dictionary.ts';
import { DEFINITIONS } from './definitions/all.ts';
import { AWAITING } from './definitions/awaiting/all.ts';
import { getReportPermission } from './index.ts';
import { toShownColumn } from './model/template.ts';
import { parseRequest } from './query/parse-request.ts';
import { createResultCache } from './query/result-cache.ts';
import { loadPage } from './query/sql-builder.ts';
import { readScoreRules } from './scores/score-rules.ts';

let server: TestServer;
let [boss, clerk, vehicleId, root] = ['', '', 0, 0];
const CODES = [...new Set([...DEFINITIONS, ...AWAITING].map(getReportPermission))];

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('Head office');
  vehicleId = await addVehicle(server, { plate: '粤B10001', departmentId: root, phone: '13800000001' });
  await server.account('boss', root, ['2', ...CODES]);
  await server.account('clerk', root, ['2', '40107']);
  [boss, clerk] = [await server.signIn('boss'), await server.signIn('clerk')];
});
afterAll(() => server.stop());

const ask = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token, 'accept-language': 'zh-CN' })).body;
const templateOf = async (reportId: number, language = 'zh-CN'): Promise<ReportTemplate> =>
  (
    await server.call(
      'GET',
      'report/getReportTemplate',
      { reportId: String(reportId) },
      { authorization: boss, 'accept-language': language },
    )
  ).body.data;
/** Required filters of a report: vehicles, geofences, companies, or a region. */
function needed({ id, filters }: (typeof DEFINITIONS)[number]): Record<string, string> {
  const required = (type: number) => filters.find((filter) => filter.type === type && filter.required)?.name;
  if (filters.some(({ type }) => type === filterTypes.drawn)) return { region: '4:113.2644,23.1291,1000' };
  const [vehicle, vehicles, areas, companies] = [
    required(filterTypes.vehicle),
    required(filterTypes.vehicles) ?? (VEHICLE_REPORTS.includes(id) ? 'carIds' : undefined),
    required(filterTypes.areas),
    required(filterTypes.companies),
  ];
  return {
    ...(vehicle ? { [vehicle]: String(vehicleId) } : vehicles ? { [vehicles]: String(vehicleId) } : {}),
    ...(areas ? { [areas]: '1' } : {}),
    ...(companies ? { [companies]: String(root) } : {}),
  };
}
/** Region searches of one account are refused while another one runs. */
const maxInFlight = ({ filters }: (typeof DEFINITIONS)[number]): number | undefined =>
  filters.some(({ type }) => type === filterTypes.drawn) ? 1 : undefined;

describe('every report', () => {
  it('has its number and page in the contract, exactly once', () => {
    expect(Object.fromEntries(DEFINITIONS.map(({ id, page }) => [page, id]))).toEqual(reportPages);
    expect(new Set(DEFINITIONS.map(({ id }) => id)).size).toBe(DEFINITIONS.length);
  });

  it.each(DEFINITIONS.map((report) => [report.id, report] as const))(
    '%d is translated into every language, and its parts are consistent',
    async (id, report) => {
      const languages = Object.keys(languageNames);
      const templates = await mapParallel(languages, (language) => templateOf(id, language));
      for (const [index, template] of templates.entries()) {
        const language = languages[index];
        const texts = [template.reportName, template.purpose, ...template.qryCdtionCfgList.map(({ colCname }) => colCname)];
        const columns = template.colCfgList.flatMap(({ colName, hint, unit }) => [
          colName,
          hint,
          ...(unit === undefined ? [] : [unit]),
        ]);
        for (const text of [...texts, ...columns]) expect(text, `${id} ${language}`).toMatch(/\S/);
        for (const { filterType, pullDownVal, colEname } of template.qryCdtionCfgList)
          if ([filterTypes.select, filterTypes.multi, filterTypes.radio, filterTypes.alarmTypes].includes(filterType as never))
            expect(pullDownVal?.length, `${id} ${colEname}`).toBeGreaterThan(0);
        for (const { colEName, type, values } of template.colCfgList)
          if (type === 'enum') expect(Object.keys(values ?? {}).length, `${id} ${colEName}`).toBeGreaterThan(0);
      }
      const keys = report.columns.map((column) => toShownColumn(column).key);
      expect(
        keys.every((key) => Object.hasOwn(COLUMNS, key)),
        keys.join(),
      ).toBe(true);
      expect(new Set(keys).size).toBe(keys.length);
      for (const key of [
        report.order[0],
        ...Object.keys(report.sums ?? {}),
        ...(report.drills ?? []).map(({ column }) => column),
      ])
        expect(keys, `${id}`).toContain(key);
      for (const key of [...(report.chart?.y ?? [])]) expect([...keys, 'count'], `${id}`).toContain(key);
      for (const key of Object.keys(report.dynamicColumns ?? {})) expect(keys, `${id}`).toContain(key);
      for (const { report: other, takes } of report.drills ?? []) {
        const target = DEFINITIONS.find((one) => one.id === other);
        for (const condition of target ? Object.keys(takes) : [])
          expect(
            target!.filters.map(({ name }) => name),
            `${id} -> ${other}`,
          ).toContain(condition);
      }
    },
  );

  it.each(DEFINITIONS.map((report) => [report.id, report] as const))(
    '%d responds in each sort order, with its sums and chart',
    async (id, report) => {
      const conditions = needed(report);
      const { data } = await ask(boss, 'report/trendsHead', { reportId: id, conditions });
      const { list } = data as { list: { colEName: string; columns: ReportTemplate['colCfgList'] }[] };
      for (const { colName, hint } of list.flatMap(({ columns }) => columns)) expect(`${colName}|${hint}`).toMatch(/^[^|]+\|./);
      expect(list.map(({ colEName }) => colEName)).toEqual(Object.keys(report.dynamicColumns ?? {}));
      const heads = new Map(list.map(({ colEName, columns }) => [colEName, columns.map((column) => column.colEName)]));
      const spread = (keys: readonly string[]) => keys.flatMap((key) => heads.get(key) ?? [key]);
      const keys = spread(report.columns.map((column) => toShownColumn(column).key));
      const replies = await mapParallel(
        keys,
        (key) => ask(boss, 'report/advanceSearchJson', { reportId: id, conditions, orderBy: key, direction: 'desc' }),
        maxInFlight(report),
      );
      for (const [index, reply] of replies.entries()) {
        const key = keys[index];
        expect(`${key} ${reply.code} ${reply.msg}`).toMatch(new RegExp(`^${key} 0 `));
        expect(Object.keys((reply.data as { sums: object }).sums).sort()).toEqual(spread(Object.keys(report.sums ?? {})).sort());
      }
      if (report.chart) expect((await ask(boss, 'report/getReportChart', { reportId: id, conditions })).code).toBe('0');
    },
  );

  it.each(DEFINITIONS.map((report) => [report.id, report] as const))(
    '%d returns the same rows with the result cache',
    async (_id, report) => {
      const { db, clock } = server;
      const kept = createResultCache({ db, now: () => clock.now, longCost: 0 });
      const everything = new Set((await db.query<{ id: number }>('select id from department')).map(({ id }) => id));
      const asked = await parseRequest(report, needed(report), {
        db,
        departmentId: root,
        now: clock.now,
        timeZone: 'Asia/Shanghai',
        scopes: { of: async () => everything, stop: () => undefined },
      });
      const wanted = { sums: report.sums ?? {}, order: report.order, limit: 10, offset: 0 };
      const relation = await report.query(asked, { db, rulesOf: readScoreRules(server.settingsArea) });
      // relations of plain rows only store sums, unless rows are numbered
      const isKept =
        'ledgerNo' in relation.columns ||
        relation.isStored === true ||
        relation.isSearched === true ||
        relation.groupBy !== undefined ||
        relation.with !== undefined;
      const plain = await loadPage(db, relation, wanted);
      expect(await loadPage(db, relation, { ...wanted, cache: kept })).toEqual({ ...plain, at: isKept ? clock.now : null });
    },
  );

  it.each(DEFINITIONS.filter(({ cards }) => cards).map((report) => [report.id, report] as const))(
    '%d has the figures of its cards, with their titles',
    async (id, report) => {
      const { code, data } = await ask(boss, 'report/advanceSearchJson', { reportId: id, conditions: needed(report) });
      expect(code).toBe('0');
      expect(Object.keys(data.cards)).toEqual(report.cards);
      const { kpiList = [] } = await templateOf(id, 'en');
      expect(kpiList.map(({ colEName }) => colEName)).toEqual(report.cards);
      for (const { colName, colEName } of kpiList) expect(colName).not.toBe(colEName);
    },
  );

  it.each(DEFINITIONS.map(({ id }) => [id] as const))('%d is refused without its permission code', async (id) => {
    const reply = await ask(clerk, 'report/advanceSearchJson', { reportId: id, conditions: {} });
    // the status of vehicles needs any report of the first family
    expect(reply.code).toBe([401007, STATUS_DATA_REPORT].includes(id) ? '0' : '4003');
  });
});

describe('a report whose data do not exist yet', () => {
  it.each(AWAITING.map(({ id, page }) => [id, page] as const))('%d has no page, and is not listed', async (id, page) => {
    expect(Object.keys(reportPages)).not.toContain(page);
    expect(Object.values(reportPages)).not.toContain(id);
    const { data } = await ask(boss, 'report/getReportNavigation', {});
    expect((data as { list: { reportId: number }[] }).list.map(({ reportId }) => reportId)).not.toContain(id);
  });

  it('is refused by every call, in the language of the caller', async () => {
    const id = AWAITING[0]!.id;
    const said = new Set<string>();
    for (const language of ['zh-CN', 'en-US', 'es-ES', 'ja-JP']) {
      const headers = { authorization: boss, 'accept-language': language };
      const reply = await server.call('GET', 'report/getReportTemplate', { reportId: String(id) }, headers);
      expect(reply.body.code).toBe('4004');
      said.add(reply.body.msg);
    }
    expect([...said]).toEqual(Object.values(texts).map(({ error }) => error.reportAwaitsFacts));
    for (const call of ['advanceSearchJson', 'getReportChart', 'trendsHead', 'getCustomCols', 'getSavedConditions'])
      expect((await ask(boss, `report/${call}`, { reportId: id })).msg, call).toBe(texts.zh.error.reportAwaitsFacts);
  });

  it('answers users without permission in the same way as an available report', async () => {
    const id = AWAITING[0]!.id;
    expect((await ask(clerk, 'report/advanceSearchJson', { reportId: id, conditions: {} })).code).toBe('4003');
    expect((await ask(boss, 'report/advanceSearchJson', { reportId: 999_999, conditions: {} })).msg).toBe(
      texts.zh.error.notFound,
    );
  });
});

describe('filters of a report', () => {
  const run = async (conditions: object, reportId = 401007) => {
    const { code, msg } = await ask(boss, 'report/advanceSearchJson', { reportId, conditions });
    return code === '0' ? 'fine' : msg;
  };

  it('default to the last seven days and the own company', async () => {
    const { qryCdtionCfgList } = await templateOf(401007);
    const [first] = qryCdtionCfgList;
    const dates = qryCdtionCfgList.find(({ colEname }) => colEname === 'staticDate');
    const day = (back: number) =>
      new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(server.clock.now - back * DAY_MS);
    expect(first).toMatchObject({ colEname: 'deptId', filterType: 12, required: true });
    expect(dates).toMatchObject({ colEname: 'staticDate', filterType: 7, remark: '-7,-1', selectedValue: `${day(7)},${day(1)}` });
  });

  it('are refused if they are invalid', async () => {
    const WRONG = '请重新核对输入信息！';
    expect(await run({ staticDate: '2026-05-20,2026-05-10' })).toBe(WRONG);
    expect(await run({ staticDate: '2026-02-30,2026-03-01' })).toBe(WRONG);
    expect(await run({ staticDate: '2020-01-01,2025-01-01' })).toBe(WRONG);
    expect(await run({ staticDate: '2099-01-01,2099-01-02' })).toBe(WRONG);
    expect(await run({ staticDate: 'yesterday' })).toBe(WRONG);
    expect(await run({ mileageRange: '9,2' })).toBe(WRONG);
    expect(await run({ mileageRange: 'a,b' })).toBe(WRONG);
    expect(await run({ nonsense: '1' })).toBe(WRONG);
    expect(await run({ carTypes: Array.from({ length: 501 }, (_, i) => i + 1).join() })).toBe(WRONG);
    expect(await run({ mileageRange: '2,' })).toBe('fine');
    expect(await run({ staticDate: '2026-05-01,2026-05-10' })).toBe('fine');
  });

  it('require a vehicle if the report needs one, and a company for an export', async () => {
    expect(await run({}, 401014)).toBe('请先选择车辆!');
    const data = { reportId: 401007, conditions: { staticDate: '2026-05-01,2026-05-10' } };
    const { body } = await server.post(
      'report/exportdata',
      { data, sign: sign(data) },
      { authorization: boss, 'accept-language': 'zh-CN' },
    );
    expect(body.msg).toBe('请选择公司!');
  });

  it('do not accept companies and vehicles outside the scope', async () => {
    const elsewhere = await server.department('Elsewhere');
    const foreign = await addVehicle(server, { plate: '粤B20001', departmentId: elsewhere, phone: '13800000002' });
    const own = async (conditions: object) =>
      (await ask(boss, 'report/advanceSearchJson', { reportId: 401007, conditions })).code;
    expect(await own({ deptId: String(elsewhere) })).toBe('4004');
    expect(await own({ carIds: String(foreign) })).toBe('4004');
  });
});
