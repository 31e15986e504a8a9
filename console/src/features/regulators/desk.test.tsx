import type { PlatMessage, PostCheck, SuperviseTask } from '@fleetwarden/contract/regulators/regulator-questions';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../api/feedback.ts';
import { startTexts } from '../../api/i18n.ts';
import { useSession } from '../../api/session.ts';
import { createCommonMessages } from '../../live/common-messages.ts';
import { findDialog, page, refuse, renderLive, storeOf, stubServer, userInfo } from '../../ui/testing.tsx';
import { chime } from './chime.ts';
import { DeskButton } from './DeskButton.tsx';
import { DeskWatch } from './DeskWatch.tsx';
import { clearDesk, openDuty, takeTask, useDesk } from './desk-store.ts';

vi.mock('./chime.ts', () => ({ chime: vi.fn() }));

const ALL = ['208', '20801', '20802', '20803', '20804'];

beforeEach(async () => {
  await startTexts('zh');
  takeNotices();
  clearDesk();
  vi.mocked(chime).mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const task = (more: Partial<SuperviseTask> = {}): SuperviseTask => ({
  supervise_id: '1',
  cmd_code: '0x9401',
  upPlatId: '5',
  platName: '省平台',
  receivedAt: 1_000,
  tid: '9',
  cno: '沪A00009',
  warnInfo_src: 1,
  warn_type: 1,
  warn_time: 1_000,
  supervise_time: 9_000,
  todo_level: 0,
  overdue: false,
  note: '',
  supervisor: '王五',
  supervisor_tel: '010-1',
  supervisor_mail: '',
  supervise_jg: null,
  repliedAt: null,
  repliedBy: '',
  takenAt: null,
  ...more,
});
const check = (more: Partial<PostCheck> = {}): PostCheck => ({
  msgId: '0x00B9',
  upPlatId: '5',
  platName: '省平台',
  receivedAt: 1_000,
  seqId: '3',
  msg: '谁在岗？',
  objectType: 1,
  objectId: '7',
  deadline: 2_000,
  leftMs: 120_000,
  called: 0,
  reply: null,
  repliedAt: null,
  repliedBy: '',
  automatic: false,
  takenAt: null,
  ...more,
});
const text = (more: Partial<PlatMessage> = {}): PlatMessage => ({
  id: '4',
  upPlatId: '5',
  platName: '省平台',
  receivedAt: 1_000,
  objectType: 1,
  objectId: '7',
  content: '今晚维护',
  note: null,
  answeredAt: null,
  answeredBy: '',
  ...more,
});

function setUp(handlers: Record<string, () => unknown> = {}, rights: readonly string[] = ALL, who: object = {}) {
  useSession.setState({ token: 'p.s', userInfo: { ...userInfo, ...who }, rights });
  const server = stubServer({
    'msg/listPlatCheck': () => ({ list: [] }),
    'warnScheme/qryWarnSuperviseReq': () => page([]),
    ...handlers,
  });
  const common = createCommonMessages();
  renderLive(
    <>
      <DeskButton />
      <DeskWatch />
    </>,
    storeOf([]),
    common,
  );
  return { server, user: userEvent.setup(), tell: (type: string, data: unknown) => common.publish({ type, data }) };
}
const plates = async () =>
  within(await findDialog('督办'))
    .getAllByText(/^沪A/)
    .map((cell) => cell.textContent);

describe('the supervision table', () => {
  it('opens with a sound, shows the newest first, and adds a row for each supervision of a vehicle', async () => {
    const { tell } = setUp();
    tell('warnSuperviseMessage', task());
    tell('warnSuperviseMessage', task({ supervise_id: '2', tid: '8', cno: '沪A00008' }));
    await waitFor(async () => expect(await plates()).toEqual(['沪A00008', '沪A00009']));
    expect(chime).toHaveBeenCalledTimes(2);
    // another one of the same vehicle has a row of its own, because the first still waits
    tell('warnSuperviseMessage', task({ supervise_id: '3', cno: '沪A00007' }));
    await waitFor(async () => expect(await plates()).toEqual(['沪A00007', '沪A00008', '沪A00009']));
    expect(chime).toHaveBeenCalledTimes(3);
  });

  it('opens with one sound for supervisions pending at login, without duplicate rows', async () => {
    const waiting = [task({ supervise_id: '2', cno: '沪A00008' }), task()];
    const { tell } = setUp({ 'warnScheme/qryWarnSuperviseReq': () => page(waiting) });
    await waitFor(async () => expect(await plates()).toEqual(['沪A00008', '沪A00009']));
    expect(chime).toHaveBeenCalledOnce();
    tell('warnSuperviseMessage', task({ overdue: true }));
    await waitFor(async () => expect(await plates()).toEqual(['沪A00008', '沪A00009']));
    expect(chime).toHaveBeenCalledOnce();
  });

  it('has no primary button until a reply is entered', async () => {
    const { tell, user } = setUp();
    for (const id of ['1', '2', '3']) tell('warnSuperviseMessage', task({ supervise_id: id, tid: id }));
    const dialog = within(await findDialog('督办'));
    await waitFor(() => expect(dialog.getAllByPlaceholderText('应答内容')).toHaveLength(3));
    const primary = () => document.querySelectorAll('.ant-btn-primary').length;
    expect(primary()).toBe(0);
    await user.type(dialog.getAllByPlaceholderText('应答内容')[1]!, '已处理');
    expect(primary()).toBe(1);
  });

  it('sounds for a new supervision of a vehicle after the last was answered, but not for a repeated one', async () => {
    const { tell } = setUp();
    tell('warnSuperviseMessage', task());
    tell('warnSuperviseMessage', task({ supervise_jg: 1 }));
    tell('warnSuperviseMessage', task({ overdue: true }));
    expect(chime).toHaveBeenCalledOnce();
    tell('warnSuperviseMessage', task({ supervise_jg: 1 }));
    tell('warnSuperviseMessage', task({ supervise_id: '3', cno: '沪A00007' }));
    await waitFor(async () => expect(await plates()).toEqual(['沪A00007']));
    expect(chime).toHaveBeenCalledTimes(2);
  });

  it('keeps at most 200 rows', () => {
    for (let i = 0; i < 205; i++) takeTask(task({ supervise_id: String(i), tid: String(i) }));
    const { tasks } = useDesk.getState();
    expect([tasks.length, tasks[0]!.tid, tasks.at(-1)!.tid]).toEqual([200, '204', '5']);
  });

  it('requires a reply text, sends it with the data of the supervision, and shows it as handled', async () => {
    const { server, user, tell } = setUp({ 'warnScheme/sendWarnSuperviseRsp': () => ({}) });
    tell('warnSuperviseMessage', task());
    const dialog = within(await findDialog('督办'));
    await user.click(await dialog.findByRole('button', { name: /应\s*答/ }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'warning', text: '应答内容不能为空!' }]));
    expect(server.of('warnScheme/sendWarnSuperviseRsp')).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: '应答内容' }), ' 已联系驾驶员 ');
    await user.click(dialog.getByRole('button', { name: /应\s*答/ }));
    await waitFor(() => expect(server.of('warnScheme/sendWarnSuperviseRsp')).toHaveLength(1));
    expect(server.of('warnScheme/sendWarnSuperviseRsp')[0]!.data).toEqual({
      carNo: '沪A00009',
      newCommandId: '0x9401',
      result: 2,
      superviseId: '1',
      targId: '9',
      choice: 1,
      data: '已联系驾驶员',
    });
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'success', text: '处理成功!' }]));
    expect((await dialog.findAllByText('已处理')).length).toBeGreaterThan(0);
    expect(dialog.queryByRole('textbox', { name: '应答内容' })).toBeNull();
  });

  it('shows an error if the reply cannot be sent, but none for a refusal', async () => {
    let reply = (): unknown => refuse('4013', 'Someone else has already answered');
    const { server, user, tell } = setUp({ 'warnScheme/sendWarnSuperviseRsp': () => reply() });
    tell('warnSuperviseMessage', task());
    const dialog = within(await findDialog('督办'));
    await user.type(await dialog.findByRole('textbox', { name: '应答内容' }), '好{Enter}');
    await waitFor(() => expect(server.of('warnScheme/sendWarnSuperviseRsp')).toHaveLength(1));
    await waitFor(() => expect(dialog.getByRole('button', { name: /应\s*答/ }).className).not.toContain('loading'));
    expect(takeNotices()).toEqual([]);
    reply = () => {
      throw new TypeError('no network');
    };
    await user.click(dialog.getByRole('button', { name: /应\s*答/ }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'error', text: '应答失败,请稍后重试!' }]));
    expect(dialog.getByText('待处理')).toBeDefined();
  });

  it('shows pending supervisions, their number and overdue ones after the console opens', async () => {
    const { user } = setUp({ 'warnScheme/qryWarnSuperviseReq': () => page([task({ overdue: true })]) });
    await user.click(await screen.findByRole('button', { name: '监管应答，1 条督办待处理' }));
    const dialog = within(await findDialog('督办'));
    expect(await dialog.findByText('超期')).toBeDefined();
    expect(dialog.getByText('010-1')).toBeDefined();
    expect(chime).toHaveBeenCalledOnce();
  });

  it('counts only pending supervisions, and marks one that names no vehicle', async () => {
    const { tell } = setUp();
    tell('warnSuperviseMessage', task({ tid: '8', supervise_id: '8', supervise_jg: 1 }));
    tell('warnSuperviseMessage', task({ tid: '-7', supervise_id: '7', cno: '' }));
    const dialog = within(await findDialog('督办'));
    expect(await dialog.findByText('未指明车辆')).toBeDefined();
    expect(dialog.getByRole('tab', { name: /当前督办/ }).textContent).toMatch(/1$/);
  });

  it('stays open on a click outside', async () => {
    const { user, tell } = setUp();
    tell('warnSuperviseMessage', task());
    await findDialog('督办');
    await user.click(document.querySelector('.ant-modal-wrap') as HTMLElement);
    expect(useDesk.getState().open).toBe('supervisions');
  });

  it('offers no reply to users with read-only permission', async () => {
    const { tell } = setUp({}, ['208', '20801']);
    tell('warnSuperviseMessage', task());
    const dialog = within(await findDialog('督办'));
    await dialog.findByText('沪A00009');
    expect(dialog.queryByRole('textbox')).toBeNull();
  });
});

describe('a post-check', () => {
  it('sounds, stays open until answered, and sends object, number and reply with a signature', async () => {
    const { server, user, tell } = setUp({ 'msg/replyPlatCheck': () => ({}) });
    tell('postCheck', check());
    const dialog = within(await findDialog('查岗'));
    expect(chime).toHaveBeenCalledOnce();
    expect(dialog.getByText('谁在岗？')).toBeDefined();
    expect(dialog.queryByRole('button', { name: /关闭|close/i })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(document.querySelector('.ant-modal-wrap') as HTMLElement);
    expect(useDesk.getState().checks).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: /应\s*答/ }));
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'warning', text: '应答内容不能为空!' }]));
    await user.type(dialog.getByRole('textbox', { name: '应答内容' }), '张三在岗');
    await user.click(dialog.getByRole('button', { name: /应\s*答/ }));
    await waitFor(() => expect(server.of('msg/replyPlatCheck')).toHaveLength(1));
    const [request] = server.of('msg/replyPlatCheck');
    expect(request!.data).toEqual({ objectId: '7', rspSeqId: '3', data: '张三在岗' });
    expect(request!.sign).toMatch(/^[0-9a-f]{32}$/i);
    await waitFor(() => expect(takeNotices()).toMatchObject([{ kind: 'success', text: '应答成功!' }]));
    await waitFor(() => expect(useDesk.getState().checks).toEqual([]));
  });

  it('accepts 500 characters, and shows that the check was passed on', async () => {
    const { tell } = setUp();
    tell('postCheck', check({ called: 2 }));
    const dialog = within(await findDialog('查岗'));
    expect(dialog.getByRole('textbox', { name: '应答内容' }).getAttribute('maxlength')).toBe('500');
    expect(dialog.getByText('前序值班人员未应答，已转交给您')).toBeDefined();
  });

  it('counts down the remaining time from the server independently of the local clock, and closes at zero', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { tell } = setUp();
    tell('postCheck', check({ leftMs: 65_000 }));
    const dialog = within(await findDialog('查岗'));
    expect(dialog.getByRole('timer').textContent).toMatch(/^1 .*分/);
    await vi.advanceTimersByTimeAsync(66_000);
    await waitFor(() => expect(useDesk.getState().checks).toEqual([]));
    expect(takeNotices()).toMatchObject([{ kind: 'warning', text: '查岗已超时未应答' }]);
  });

  it('closes when another user answers, and the most urgent one is shown first', async () => {
    const { tell } = setUp();
    tell('postCheck', check());
    tell('postCheck', check({ seqId: '6', msg: '更急', leftMs: 60_000 }));
    expect(await screen.findByText('更急')).toBeDefined();
    expect(await screen.findByText('另有 1 条查岗待应答')).toBeDefined();
    tell('postCheck', check({ seqId: '6', reply: '在', repliedAt: 5_000 }));
    expect(await screen.findByText('谁在岗？')).toBeDefined();
    expect(useDesk.getState().checks.map(({ seqId }) => seqId)).toEqual(['3']);
  });

  it('that is pending is shown when the console opens, to users with permission to answer', async () => {
    setUp({ 'msg/listPlatCheck': () => ({ list: [check()] }) });
    expect(await screen.findByText('谁在岗？')).toBeDefined();
    cleanup();
    const { server } = setUp({ 'msg/listPlatCheck': () => ({ list: [check()] }) }, ['208', '20801']);
    await waitFor(() => expect(server.of('warnScheme/qryWarnSuperviseReq')).toHaveLength(1));
    expect(server.of('msg/listPlatCheck')).toEqual([]);
  });
});

describe('a text message from a superior platform', () => {
  it('is shown, and the handling note is sent', async () => {
    const { server, user, tell } = setUp({ 'plat/replyPlatMessage': () => ({}) });
    tell('platMessage', text());
    const dialog = within(await findDialog('平台间报文'));
    expect(dialog.getByText('今晚维护')).toBeDefined();
    expect(dialog.getByText('来自 省平台')).toBeDefined();
    await user.type(dialog.getByRole('textbox', { name: '处理说明' }), '已知悉');
    await user.click(dialog.getByRole('button', { name: /应\s*答/ }));
    await waitFor(() => expect(server.of('plat/replyPlatMessage')[0]?.data).toEqual({ id: '4', note: '已知悉' }));
    await waitFor(() => expect(useDesk.getState().messages).toEqual([]));
  });

  it('closes when another user has handled it', async () => {
    const { tell } = setUp();
    tell('platMessage', text());
    await findDialog('平台间报文');
    tell('platMessage', text({ note: '好', answeredAt: 5_000 }));
    await waitFor(() => expect(useDesk.getState().messages).toEqual([]));
  });
});

describe('duty shifts', () => {
  const shift = (more: object = {}) => ({
    id: '1',
    accountId: '7',
    userName: '系统管理员',
    startedAt: 1_000,
    endedAt: null,
    note: '',
    handedTo: '',
    shiftName: '',
    confirmedAt: null,
    ...more,
  });

  it('are confirmed, started, and handed over with a note and the pending items', async () => {
    let own: ReturnType<typeof shift> | null = null;
    let mayConfirm = true;
    const other = shift({ id: '2', accountId: '8', userName: '李四' });
    const { server, user } = setUp({
      'duty/getDuty': () => ({
        own,
        list: own ? [own, other] : [other],
        openChecks: 1,
        openSupervisions: 2,
        mayConfirm,
        last: shift({ id: '3', userName: '赵六', endedAt: 2_000, note: '沪A00001 待回访' }),
      }),
      'duty/confirm': () => {
        mayConfirm = false;
        return shift({ id: '3', endedAt: 2_000, confirmedAt: 2_500 });
      },
      'duty/signIn': () => {
        own = shift();
        return own;
      },
      'duty/handOver': () => {
        own = null;
        return shift({ endedAt: 3_000 });
      },
      'duty/listShift': () => page([]),
    });
    openDuty();
    expect(await screen.findByText('待应答：查岗 1 条，督办 2 条')).toBeDefined();
    expect(screen.getByText('沪A00001 待回访')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '确认交接' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '确认交接' })).toBeNull());
    expect(server.of('duty/confirm')[0]?.data).toEqual({ id: '3' });
    await user.type(screen.getByRole('textbox', { name: /班次名称/ }), '早班');
    await user.click(screen.getByRole('button', { name: '签到值班' }));
    await waitFor(() => expect(server.of('duty/signIn')[0]?.data).toEqual({ shiftName: '早班' }));
    await user.type(await screen.findByRole('textbox', { name: '交班内容' }), '无');
    await user.click(screen.getByRole('combobox', { name: '接班人' }));
    await user.click(await screen.findByTitle('李四'));
    await user.click(screen.getByRole('button', { name: /交\s*班/ }));
    await waitFor(() => expect(server.of('duty/handOver')[0]?.data).toEqual({ note: '无', toId: '2' }));
    expect(await screen.findByRole('button', { name: '签到值班' })).toBeDefined();
  });

  it('are reloaded when a user starts or ends duty', async () => {
    let list = [shift({ userName: '李四' })];
    const { tell } = setUp({
      'duty/getDuty': () => ({ own: null, list, last: null, mayConfirm: false, openChecks: 0, openSupervisions: 0 }),
      'duty/listShift': () => page([]),
    });
    openDuty();
    await screen.findByText('李四');
    list = [];
    tell('duty', {});
    expect(await screen.findByText('暂无值班人员')).toBeDefined();
  });
});

it('in inspection mode no check or supervision is shown, and no request is sent', async () => {
  const inspected = { carNo: '京A1', carId: '1', targId: '1', color: 2 };
  const { server, tell } = setUp({}, ALL, { inspection: inspected });
  tell('postCheck', check());
  tell('warnSuperviseMessage', task());
  tell('platMessage', text());
  expect(chime).not.toHaveBeenCalled();
  expect(useDesk.getState()).toMatchObject({ tasks: [], checks: [], messages: [], open: null });
  expect(server.requests).toEqual([]);
});
