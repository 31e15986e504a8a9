import type { DocumentSection } from '@fleetwarden/contract/reports/documents/report-documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarm, dayBefore, startTestReports, type TestReports, timeOf } from '../../../../test/support/reports/report-server.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { sql } from '../../../platform/db/database.ts';

const [OVERSPEED, LANE, PHONE] = [1, 70, 78] as const;
let server: TestReports;
let [own, below, elsewhere, short, beside] = [0, 0, 0, 0, 0];
let [company, branch, foreign, second] = [0, 0, 0, 0];
let [from, first, to, earlier, anna] = ['', '', '', '', 0];
let authorization = '';

const drove = (vehicleId: number, departmentId: number, day: string, km: number, seconds = 3_600, night = 0) =>
  server.add('vehicle_day', {
    vehicle_id: vehicleId,
    day,
    department_id: departmentId,
    point_total: 10,
    point_valid: 10,
    gnss_km: km,
    drive_s: seconds,
    night_drive_s: night,
  });
const warned = (vehicleId: number, departmentId: number, day: string, typeId: number, values: object, hour = 8) =>
  server.add('alarm_day', {
    vehicle_id: vehicleId,
    day,
    type_id: typeId,
    level: 1,
    department_id: departmentId,
    dur_s: 30,
    cnt: 1,
    needed: 0,
    handled: 0,
    timely: 0,
    false_cnt: 0,
    auto_cnt: 0,
    message_cnt: 0,
    phone_cnt: 0,
    handle_s: 0,
    hours: Array.from({ length: 24 }, (_, at) => (at === hour ? ((values as { cnt?: number }).cnt ?? 1) : 0)),
    ...values,
  });
const ask = async (call: string, conditions: object, token = authorization, language = 'zh') =>
  (await server.post(`safetyAna/${call}`, { data: { conditions } }, { authorization: token, cookie: `language=${language}` }))
    .body;
const period = () => ({ staticDate: `${from},${to}` });
type Sections = { readonly [Kind in DocumentSection['kind']]: (title: string) => Extract<DocumentSection, { kind: Kind }> };
const sectionsOf = (list: readonly DocumentSection[]): Sections => {
  const of = (kind: string) => (title: string) =>
    list.find((section) => section.title === title && section.kind === kind) as never;
  return { figures: of('figures'), table: of('table'), chart: of('chart'), strip: of('strip'), words: of('words') };
};
const figuresOf = (section: { figures: readonly { label: string; text: string }[] }) =>
  Object.fromEntries(section.figures.map(({ label, text }) => [label, text]));

beforeAll(async () => {
  server = await startTestReports();
  ({ company, branch, foreign } = server);
  [own, below, elsewhere] = server.cars as unknown as [number, number, number];
  second = await server.department('二分公司', company);
  short = await addVehicle(server, { plate: '粤B10008', departmentId: branch, phone: '13800000008' });
  beside = await addVehicle(server, { plate: '粤B10009', departmentId: second, phone: '13800000009' });
  await server.account('asker', company, ['2', '170505', '170507', '170508', '170603']);
  authorization = await server.signIn('asker');
  [from, first, to, earlier] = [12, 11, 3, 20].map((days) => dayBefore(server.clock.now, days)) as [
    string,
    string,
    string,
    string,
  ];
  anna = (await server.add('driver', { name: '安娜', department_id: company }))!;
  await drove(own, company, first, 200, 7_200);
  await drove(below, branch, first, 100, 3_600, 720);
  await drove(short, branch, first, 50);
  await drove(beside, second, first, 100);
  await drove(elsewhere, foreign, first, 500);
  await drove(own, company, earlier, 1_250.5);
  await warned(own, company, first, PHONE, {
    level: 3,
    cnt: 2,
    needed: 2,
    handled: 1,
    timely: 1,
    driver_id: anna,
    evid_expected: 4,
    evid_received: 3,
  });
  await warned(own, company, first, LANE, { level: 2, cnt: 4, needed: 4, handled: 4, timely: 2 }, 22);
  // no alarm of active safety, and yet a risk
  await warned(own, company, first, OVERSPEED, { cnt: 5 });
  await warned(below, branch, to, PHONE, {});
  await warned(elsewhere, foreign, first, PHONE, { level: 3, cnt: 90 });
  await warned(own, company, earlier, PHONE, {});
  await server.add('driver_day', {
    driver_id: anna,
    day: first,
    vehicle_id: own,
    department_id: company,
    km: 200,
    drive_s: 7_200,
    night_drive_s: 0,
    longest_drive_s: 7_200,
  });
  const raised = async (vehicleId: number, clock: string, typeId: number, level: number, kmh: number) => {
    const row = alarm(vehicleId, timeOf(first, clock), typeId, { level, start_kmh: kmh });
    await server.add('alarm', row);
    return row['gid'] as string;
  };
  await raised(own, '08:00:00', PHONE, 3, 60);
  await raised(own, '22:00:00', LANE, 2, 70);
  await raised(own, '22:30:00', LANE, 2, 95);
  await raised(own, '09:00:00', OVERSPEED, 3, 140);
  await raised(elsewhere, '08:00:00', PHONE, 3, 60);
  const wrong = await raised(own, '10:00:00', PHONE, 3, 120);
  await server.db.run(sql`insert into alarm_case (gid, vehicle_id, type_id, start_at, state, deal_type, dealt_at)
    select gid, vehicle_id, type_id, start_at, 3, 6, now() from alarm where gid = ${wrong}`);
  for (let at = 0; at < 12; at++) await raised(below, `11:${10 + at}:00`, PHONE, 1, 30 + at);
}, 120_000);
afterAll(() => server.stop());

/*
 * The vehicle on 200 km: speeding 5 / 2 = 2.5 of 6: 41.67; phoning 2 x 6 / 2 = 6 of 8: 75; lanes 4 x 3 / 2 = 6 of 15: 40.
 * Risk 0.25 x 41.67 + 0.2 x 75 + 0.2 x 40 = 33.4. The vehicle of the branch: 1 of 8: 12.5, a fifth at night: 100; 2.5 + 10 = 12.5.
 */
describe('the safety document of a vehicle', () => {
  it('shows vehicle data, figures, rank and suggested improvements', async () => {
    const { code, data } = await ask('styVehicleAsReport', { ...period(), carId: String(own) });
    expect(code).toBe('0');
    expect([data.title, data.company]).toEqual(['车辆主动安全报告', '集团']);
    expect(data.about[0]).toBe(`报告周期: ${from} ~ ${to}`);
    const list = data.sections as DocumentSection[];
    expect(list.map(({ kind }) => kind)).toEqual([
      'figures',
      'figures',
      'figures',
      'words',
      'table',
      'chart',
      'table',
      'strip',
      'table',
      'figures',
      'words',
    ]);
    const { figures, table, chart, strip, words } = sectionsOf(list);
    expect(figuresOf(figures('车辆档案'))).toMatchObject({ 车牌号: '粤B10001', 所属企业: '集团', 驾驶员: '李强' });
    expect(figuresOf(figures('概况'))).toMatchObject({
      '行驶里程 (km)': '200.00',
      行驶时长: '2:00:00',
      '主动安全报警数 (次)': '6',
      'ADAS次数 (次)': '4',
      'DSM次数 (次)': '2',
      '一级次数 (次)': '0',
      '二级次数 (次)': '4',
      '三级次数 (次)': '2',
      '百公里报警数 (次)': '3.00',
      报警处理率: '83.33%',
    });
    expect(figuresOf(figures('风险指数与评分'))).toMatchObject({
      超速指数: '41.7',
      分神指数: '75.0',
      '风险分 (分)': '33.4',
      '安全评分 (分)': '66.6',
    });
    expect(words('排名').lines).toEqual(['在 3 辆有评分的车辆中排第 3 位']);
    expect(words('改进建议').lines[0]).toMatch(/^分神指数最高/);
    expect(table('与上期比较').rows).toEqual([
      ['行驶里程 (km)', '200', '1,250.5', '-1,050.5'],
      ['主动安全报警数 (次)', '6', '1', '5'],
      ['百公里报警数 (次)', '3', '0.08', '2.92'],
      ['报警处理率 (%)', '83.33', '', ''],
      ['风险分 (分)', '33.4', '0.2', '33.2'],
      ['安全评分 (分)', '66.6', '99.8', '-33.2'],
    ]);
    const trend = chart('每日报警趋势');
    expect([trend.labels.length, trend.labels[0], trend.labels.at(-1)]).toEqual([10, from, to]);
    expect(trend.series[0]!.values).toEqual([0, 6, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(table('报警类型').rows.map(([, , count, part]) => [count, part])).toEqual([
      ['4', '66.67%'],
      ['2', '33.33%'],
    ]);
    expect(table('报警类型').foot?.[2]).toBe('6');
    expect(strip('报警时段分布').cells.filter(({ value }) => value > 0)).toEqual([
      { label: '8', value: 2 },
      { label: '22', value: 4 },
    ]);
    expect(strip('报警时段分布').cells).toHaveLength(24);
    // by level, then by speed; without false alarms and ordinary alarms
    expect(table('最严重的报警').rows.map(([time, , , , speed]) => [time?.slice(11), speed])).toEqual([
      ['08:00:00', '60.0'],
      ['22:30:00', '95.0'],
      ['22:00:00', '70.0'],
    ]);
    expect(figuresOf(figures('报警处理情况'))).toMatchObject({
      '应处理数 (次)': '6',
      '已处理数 (次)': '5',
      处理及时率: '50.00%',
    });
  });

  it('shows that there is no score if the mileage is too low', async () => {
    const { data } = await ask('styVehicleAsReport', { ...period(), carId: String(short) });
    const { words, table } = sectionsOf(data.sections);
    expect(words('排名').lines).toEqual(['行驶里程不足 100 公里，暂不评分']);
    expect(words('改进建议').lines).toEqual(['行驶里程不足 100 公里，暂不评分']);
    expect(table('报警类型')).toMatchObject({ rows: [], note: '无记录' });
  });

  it('requires a vehicle within the scope', async () => {
    expect((await ask('styVehicleAsReport', { ...period(), carId: String(elsewhere) })).code).toBe('4004');
    expect((await ask('styVehicleAsReport', period())).code).not.toBe('0');
    expect((await ask('styVehicleAsReport', { staticDate: `${to},${from}`, carId: String(own) })).code).toBe('4001');
    await server.account('reader', company, ['2', '170508']);
    expect((await ask('styVehicleAsReport', { ...period(), carId: String(own) }, await server.signIn('reader'))).code).toBe(
      '4003',
    );
  });
});

describe('the safety document of a company', () => {
  it('shows no vehicle total, instead of zero, if vehicles have not been counted yet', async () => {
    const total = async () => {
      const { data } = await ask('styEeAsReport', period());
      const { 车辆总数, ...others } = Object.fromEntries(
        Object.entries(figuresOf(sectionsOf(data.sections).figures('概况'))).map(([label, text]) => [
          label.replace(/ .*$/, ''),
          text,
        ]),
      );
      expect(others['上线车辆数']).toBe('4');
      return 车辆总数;
    };
    expect(await total()).toBe('');
    await server.add('dept_day', {
      department_id: company,
      day: first,
      vehicle_total: 6,
      joined: 6,
      exempt: 0,
      new_count: 0,
      left_count: 0,
    });
    expect(await total()).toBe('6');
    await server.db.run('delete from dept_day');
  });

  it('covers the company and its subsidiaries only', async () => {
    const { data } = await ask('styEeAsReport', period());
    const list = data.sections as DocumentSection[];
    const { figures, table, chart, words } = sectionsOf(list);
    expect(JSON.stringify(data)).not.toContain('粤B10003');
    expect(figuresOf(figures('概况'))).toMatchObject({
      所属企业: '集团',
      '上线车辆数 (辆)': '4',
      '行驶里程 (km)': '450.00',
      '主动安全报警数 (次)': '7',
      'DSM次数 (次)': '3',
      '一级次数 (次)': '1',
      '三级次数 (次)': '2',
    });
    expect(figuresOf(figures('附件上传'))).toMatchObject({ '应传附件数 (个)': '4', '已传附件数 (个)': '3' });
    // by the way of each that has a score, 200, 100 and 100 km: (41.67 x 200) / 400, (75 x 200 + 12.5 x 100) / 400, ...
    expect(figuresOf(figures('风险指数与评分'))).toMatchObject({
      超速指数: '20.8',
      分神指数: '40.6',
      碰撞风险指数: '20.0',
      夜间指数: '25.0',
      '风险分 (分)': '19.8',
      '安全评分 (分)': '80.2',
      等级: 'B',
    });
    expect(words('排名').lines).toEqual(['没有可比较的同级企业']);
    expect(table('与上期比较').rows).toEqual(
      expect.arrayContaining([
        ['主动安全报警数 (次)', '7', '1', '6'],
        ['风险分 (分)', '19.8', '0.2', '19.6'],
        ['处理及时率 (%)', '50', '', ''],
      ]),
    );
    expect(chart('每日报警趋势').series[0]!.values).toEqual([0, 6, 0, 0, 0, 0, 0, 0, 0, 1]);
    const grades = chart('车辆评级分布');
    expect([grades.labels, grades.series[0]!.values]).toEqual([
      ['A', 'B', 'C'],
      [1, 1, 1],
    ]);
    expect(table('风险最高的车辆').rows.map(([plate, , , , count, , risk]) => [plate, count, risk])).toEqual([
      ['粤B10001', '6', '33.4'],
      ['粤B10002', '1', '12.5'],
      ['粤B10009', '0', '0.0'],
    ]);
    expect(table('风险最高的驾驶员').rows.map(([name, , km, , , dsm, , risk]) => [name, km, dsm, risk])).toEqual([
      ['安娜', '200.00', '2', '15.0'],
    ]);
    const events = table('最严重的报警');
    expect(events.rows).toHaveLength(10);
    expect(events.rows.slice(0, 4).map(([time, plate]) => [time?.slice(11), plate])).toEqual([
      ['08:00:00', '粤B10001'],
      ['22:30:00', '粤B10001'],
      ['22:00:00', '粤B10001'],
      ['11:21:00', '粤B10002'],
    ]);
  });

  it('ranks the company among the siblings that the caller may see', async () => {
    const lines = async (deptId: number, token = authorization) =>
      sectionsOf((await ask('styEeAsReport', { ...period(), deptId: String(deptId) }, token)).data.sections).words('排名').lines;
    expect(await lines(branch)).toEqual(['在 2 家有评分的同级企业中排第 2 位']);
    expect(await lines(second)).toEqual(['在 2 家有评分的同级企业中排第 1 位']);
    await server.account('lower', branch, ['2', '170508']);
    const lower = await server.signIn('lower');
    expect(await lines(branch, lower)).toEqual(['没有可比较的同级企业']);
    expect((await ask('styEeAsReport', { ...period(), deptId: String(second) }, lower)).code).toBe('4004');
    expect((await ask('styEeAsReport', { ...period(), deptId: String(foreign) })).code).toBe('4004');
  });

  it('replaces sections of reports that the caller may not see by a notice', async () => {
    await server.account('narrow', company, ['2', '170507', '170508']);
    const narrow = await server.signIn('narrow');
    for (const [call, conditions] of [
      ['styEeAsReport', period()],
      ['styVehicleAsReport', { ...period(), carId: String(own) }],
    ] as const) {
      const whole: DocumentSection[] = (await ask(call, conditions)).data.sections;
      const told: DocumentSection[] = (await ask(call, conditions, narrow)).data.sections;
      expect(whole.find(({ title }) => title === '报警类型')?.kind).toBe('table');
      expect(told).toEqual(
        whole.map((section) =>
          section.title === '报警类型' ? { kind: 'words', title: section.title, lines: ['您没有查看该内容的权限'] } : section,
        ),
      );
    }
  });

  it('is translated into every language', async () => {
    const titles = new Set<string>();
    for (const language of ['zh', 'en', 'es', 'ja']) {
      const { data } = await ask('styEeAsReport', period(), authorization, language);
      for (const { title } of data.sections as DocumentSection[]) {
        expect(title).not.toMatch(/^safety[A-Z]/);
        titles.add(title);
      }
    }
    expect(titles.size).toBe(4 * 14);
  });

  it('has rows like any report, which link to the days of its alarms', async () => {
    const { list } = await server.ask(170508, { ...period(), deptId: String(branch) });
    expect(list.map(({ cells }) => cells)).toEqual([
      expect.objectContaining({ deptName: '分公司', statPeriod: `${from}~${to}`, safetyCount: 1, rankNo: 2, riskScore: 12.5 }),
    ]);
    const led = (await server.follow(170508, list[0]!, 'safetyCount', period()))[170602]!;
    expect((await server.ask(170602, led)).sums).toMatchObject({ safetyCount: 1 });
    const [car] = (await server.ask(170507, { ...period(), carId: String(own) })).list;
    expect(car!.cells).toMatchObject({ carNo: '粤B10001', safetyCount: 6, rankNo: 3, scoreGrade: 'C' });
    const days = (await server.follow(170507, car!, 'safetyCount', { ...period(), carId: String(own) }))[170602]!;
    expect((await server.ask(170602, days)).sums).toMatchObject({ safetyCount: 6 });
  });
});
