// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of SMS templates
import type { Resource } from '@fleetwarden/contract/resources/resource';
import { smsAccount } from '@fleetwarden/contract/sms/sms-account-resource';
import { smsLog } from '@fleetwarden/contract/sms/sms-log-resource';
import { smsRule } from '@fleetwarden/contract/sms/sms-rule-resource';
import { smsTemplate } from '@fleetwarden/contract/sms/sms-template-resource';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { findDialog, giveSize, page, renderLive, runRowAction, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { SmsAccountPage } from './SmsAccountPage.tsx';
import { SmsRulePage } from './SmsRulePage.tsx';

beforeEach(async () => {
  giveSize(600, 'still');
  await startTexts('zh');
  takeNotices();
});
afterEach(cleanup);

const blank = ({ fields }: Resource) => Object.fromEntries(Object.keys(fields).map((key) => [key, null]));
const head = { id: '5', version: 1, createdAt: 1_000, updatedAt: 2_000 };
const record = (resource: Resource, more: object) => ({ ...head, ...blank(resource), ...more });
const account = record(smsAccount, {
  accountName: '阿里云短信',
  provider: 1,
  deptId: '1',
  deptName: '演示集团',
  signName: '车队卫士',
  accessKeySecret: true,
  monthCap: 1000,
  usedThisMonth: 12,
  state: 1,
  lastError: 'isv.AMOUNT_NOT_ENOUGH 余额不足',
});
const template = record(smsTemplate, {
  templateName: '报警提醒',
  accountId: '5',
  accountName: '阿里云短信',
  kind: 1,
  content: '${plate}',
});
const rule = record(smsRule, {
  ruleName: '超速通知',
  deptId: '1',
  deptName: '演示集团',
  types: [1],
  levels: [],
  receivers: [4],
  mobiles: '13800001234',
  templateId: '5',
  templateName: '报警提醒',
  departments: [],
  departmentNames: [],
  vehicles: [],
  vehicleNames: [],
  minGap: 10,
  dayCap: 20,
  onlyUnhandled: false,
  after: 0,
  state: 1,
});
const sent = record(smsLog, {
  createdOn: 1_000,
  deptId: '1',
  deptName: '演示集团',
  carNo: '沪A11111',
  mobile: '138****1234',
  state: 2,
  kind: 1,
});

function open(Page: ComponentType, rights: readonly string[], at = '/') {
  useSession.setState({ token: 'p.s', userInfo, rights });
  const server = stubServer({
    'sms/listAccount': () => page([account]),
    'sms/listTemplate': () => page([template]),
    'sms/listRule': () => page([rule]),
    'sms/listLog': () => page([sent]),
    'sms/optionTemplate': () => ({ list: [{ id: '5', name: '报警提醒' }] }),
    'sms/enableAccount': () => ({ changed: 1 }),
    'sms/enableRule': () => ({ changed: 1 }),
    'sms/sendTest': () => ({ id: '9' }),
    'sms/getAccess': () => ({
      receiptUrl: 'https://fleet.example.com/api/smsReceipt/5.secret',
      balance: { amount: '43.89', currency: 'CNY' },
      balanceError: null,
    }),
    'sms/getRule': () => rule,
    'mainPage/getDeptTree': () => ({ list: [{ deptId: '1', deptName: '演示集团', parentId: null }] }),
  });
  const router = createMemoryRouter([{ path: '/', Component: Page }], { initialEntries: [at] });
  renderLive(<RouterProvider router={router} />, storeOf([]));
  return { server, router, user: userEvent.setup() };
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

describe('SMS accounts', () => {
  it('show their last error, and send a validated test message', async () => {
    const { server, user } = open(SmsAccountPage, ['7060101', '7060107', '7060110']);
    expect(await screen.findByText('isv.AMOUNT_NOT_ENOUGH 余额不足')).toBeDefined();
    await runRowAction(user, await rowOf('阿里云短信'), '测试发送');
    const dialog = within(await findDialog('测试发送 - 阿里云短信'));
    await user.click(dialog.getByRole('button', { name: /发\s*送/ }));
    await waitFor(() => expect(dialog.getAllByText('必填')).toHaveLength(2));
    fireEvent.mouseDown(dialog.getByRole('combobox'));
    await user.click(await screen.findByText('报警提醒'));
    await user.type(dialog.getByLabelText('接收号码'), '1380000');
    await user.click(dialog.getByRole('button', { name: /发\s*送/ }));
    expect(await dialog.findByText('请输入11位手机号')).toBeDefined();
    await user.type(dialog.getByLabelText('接收号码'), '1234');
    await user.click(dialog.getByRole('button', { name: /发\s*送/ }));
    await waitFor(() =>
      expect(server.of('sms/sendTest').map(({ data }) => data)).toEqual([{ id: '5', templateId: '5', mobile: '13800001234' }]),
    );
  });

  it('show the receipt URL and the balance to users with edit permission', async () => {
    const { server, user } = open(SmsAccountPage, ['7060101', '7060103']);
    await runRowAction(user, await rowOf('阿里云短信'), '回执与余额');
    const dialog = within(await findDialog('回执与余额 - 阿里云短信'));
    expect(await dialog.findByText('43.89 CNY')).toBeDefined();
    expect(dialog.getByText('https://fleet.example.com/api/smsReceipt/5.secret')).toBeDefined();
    expect(server.of('sms/getAccess')[0]?.data).toEqual({ id: '5' });
  });

  it('are disabled, and have templates that show their variables', async () => {
    const { server, user } = open(SmsAccountPage, ['7060101', '7060107']);
    await screen.findByText('阿里云短信');
    await runRowAction(user, await rowOf('阿里云短信'), '停用');
    await waitFor(() => expect(server.of('sms/enableAccount')[0]?.data).toEqual({ ids: ['5'], enabled: false }));
    await user.click(screen.getByRole('tab', { name: '短信模板' }));
    expect(await screen.findByText('报警提醒')).toBeDefined();
    expect(screen.getByText(/可用变量：\$\{plate\} \$\{department\}/)).toBeDefined();
  });
});

describe('SMS rules', () => {
  it('show the names of their alarms', async () => {
    open(SmsRulePage, ['7060201', '7060203', '7060207'], '/?id=5');
    expect((await screen.findAllByText('超速报警')).length).toBeGreaterThan(0);
  });

  it('have a log with masked numbers', async () => {
    const { user } = open(SmsRulePage, ['7060201']);
    await user.click(await screen.findByText('发送记录'));
    expect(await screen.findByText('138****1234')).toBeDefined();
    expect(screen.getByText('已送达')).toBeDefined();
  });
});
