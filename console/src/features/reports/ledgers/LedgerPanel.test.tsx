import type { Ledger } from '@fleetwarden/contract/reports/ledgers/schemas';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '../../../api/session.ts';
import { page, refuse } from '../../../ui/testing.tsx';
import { filter, template } from '../testing.ts';
import { beginPage, endPage, type Handlers, showReport } from '../testing-page.tsx';
import { findLedgerSheet } from './ledger-sheet.ts';

const [GET, SAVE, SIGN] = ['report/getLedger', 'report/saveLedger', 'report/signLedger'];
const HOME = '/report/monitorledgerreport/monitorDailyLedger';
const AT = 1_795_000_000_000;
const entry = (field: 'weather' | 'remark' | 'staff', text: string, late = false) => ({
  field,
  text,
  userName: '王值班',
  at: AT,
  late,
  reason: late ? '漏填' : '',
});
const ledger = (more: Partial<Ledger> = {}): Ledger => ({
  kind: 'day',
  version: 2,
  lockedAt: AT,
  locked: false,
  current: [entry('weather', '晴')],
  history: [entry('weather', '晴'), entry('weather', '多云')],
  ...more,
});

beforeEach(beginPage);
afterEach(endPage);

function setUp(rights: readonly string[], answer: Ledger, handlers: Handlers = {}) {
  useSession.setState({ rights });
  const made = template({
    reportId: 409001,
    reportName: '监控日台账',
    path: HOME,
    reportRedirector: [],
    sumColCfgList: [],
    qryCdtionCfgList: [
      filter('deptId', 12, { colCname: '所属企业', required: true, selectedValue: '1' }),
      filter('day', 25, { colCname: '日期', required: true, selectedValue: '2026-11-19' }),
    ],
  });
  return showReport(made, '', {
    'report/advanceSearchJson': () => page([], 0, { sums: {}, asOf: AT, incomplete: [] }),
    [GET]: () => answer,
    ...handlers,
  });
}
const panel = async () => within(await screen.findByRole('region', { name: '台账登记' }));
const told = async () => (await panel()).getAllByRole('definition').map(({ textContent }) => textContent);
/** antd sets two letters apart. */
const toSheetInput = (name: string) => (text: string) => text.replace(/\s/g, '') === name;

describe('ledger entries', () => {
  it('are shown with their report, and are read-only without permission', async () => {
    const { server } = setUp(
      ['40901'],
      ledger({ current: [entry('weather', '晴', true), entry('staff', '王值班')], locked: true }),
    );
    const [weather, remark, staff, head] = await told();
    expect([weather, remark, head]).toEqual(['晴补录', '未填写', '未签字']);
    expect(staff).toMatch(/^王值班 /);
    expect(server.of(GET).at(-1)!.data).toEqual({ deptId: '1', period: '2026-11-19' });
    const { getAllByRole, getByText } = await panel();
    expect(getByText('已锁定')).toBeTruthy();
    expect(getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['登记记录']);
  });

  it('are saved with the version that was read', async () => {
    const after = ledger({ version: 3, current: [entry('weather', '小雨')] });
    const { server, user } = setUp(['40901', '4090103'], ledger(), { [SAVE]: () => after });
    await user.click((await panel()).getByRole('button', { name: toSheetInput('填写') }));
    const weather = await screen.findByRole('textbox', { name: '天气' });
    expect((weather as HTMLInputElement).value).toBe('晴');
    expect(screen.queryByRole('textbox', { name: '补录原因' })).toBeNull();
    await user.clear(weather);
    await user.type(weather, '小雨');
    await user.click(screen.getByRole('button', { name: toSheetInput('保存') }));
    await expect.poll(() => server.of(SAVE).length).toBe(1);
    expect(server.of(SAVE)[0]!.data).toEqual({
      deptId: '1',
      period: '2026-11-19',
      version: 2,
      reason: '',
      words: { weather: '小雨', remark: '' },
    });
    await expect.poll(told).toEqual(['小雨', '未填写', '未签字', '未签字']);
  });

  it('require a reason when the ledger is locked', async () => {
    const { server, user } = setUp(['40901', '4090103'], ledger({ locked: true }), { [SAVE]: () => ledger({ locked: true }) });
    await user.click((await panel()).getByRole('button', { name: toSheetInput('填写') }));
    const reason = await screen.findByRole('textbox', { name: '补录原因' });
    await user.click(screen.getByRole('button', { name: toSheetInput('保存') }));
    expect((await screen.findAllByText('必填')).length).toBeGreaterThan(0);
    expect(server.of(SAVE)).toEqual([]);
    await user.type(reason, '漏填');
    await user.click(screen.getByRole('button', { name: toSheetInput('保存') }));
    await expect.poll(() => server.of(SAVE).at(-1)?.data).toMatchObject({ reason: '漏填' });
  });

  it('are signed by users with permission, and reloaded after a version conflict', async () => {
    let answers = 0;
    const { server, user } = setUp(['40901', '4090110'], ledger(), {
      [SIGN]: () =>
        ++answers === 1 ? refuse('4010', '数据已被修改') : ledger({ version: 5, current: [entry('staff', '王值班')] }),
    });
    const { getAllByRole, getByRole } = await panel();
    expect(getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['监控员签字', '登记记录']);
    await user.click(getByRole('button', { name: '监控员签字' }));
    const asked = server.of(GET).length;
    await user.click(await screen.findByRole('button', { name: toSheetInput('签字') }));
    await expect.poll(() => server.of(GET).length).toBe(asked + 1);
    await user.click(screen.getByRole('button', { name: toSheetInput('签字') }));
    await expect.poll(() => server.of(SIGN).length).toBe(2);
    expect(server.of(SIGN)[0]!.data).toEqual({ deptId: '1', period: '2026-11-19', version: 2, role: 'staff', reason: '' });
    await expect.poll(async () => (await told())[2]).toMatch(/^王值班 /);
  });

  it('show the reason if they cannot be loaded', async () => {
    setUp(['40901'], ledger(), { [GET]: () => refuse('5000', '数据库忙') });
    expect(await screen.findByText(/数据库忙/)).toBeTruthy();
  });

  it('belong to a day or a month of a ledger report, and to no other report', () => {
    expect(findLedgerSheet(409001, { deptId: '1', day: '2026-11-19' })).toEqual({
      kind: 'day',
      deptId: '1',
      period: '2026-11-19',
    });
    expect(findLedgerSheet(409002, { month: '2026-10' })).toEqual({ kind: 'month', deptId: '', period: '2026-10' });
    expect(findLedgerSheet(409001, { deptId: '1' })).toBeNull();
    expect(findLedgerSheet(401007, { deptId: '1', day: '2026-11-19' })).toBeNull();
  });
});
