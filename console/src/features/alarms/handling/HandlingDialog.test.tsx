import { MAX_HANDLED } from '@fleetwarden/contract/alarms/alarm-rights';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { endSession, knowUser } from '../../../api/session.ts';
import type { AlarmToHandle, HandlingOptions } from '../../../shared/open-alarm-handling.ts';
import { findDialog, refuse, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { HandlingDialog } from './HandlingDialog.tsx';

const HANDLE = 'alarm/handleAlarms';
const NO_REASON = { alreadyHandled: [], claimed: [], changed: [] };

const overspeed: AlarmToHandle = {
  alarmGid: 'a',
  alarmId: '0',
  targId: '1',
  carNo: '京A1',
  warnId: 1,
  mainType: 0,
  subType: 1,
  vTime: 10_000,
  nLevel: 2,
  times: 3,
  ncheckAdasAlarmStatus: 0,
};
/** What a decision says of it (console.md 3, Alarm deal request). */
const asDealt = { targId: '1', alarmId: '0', alarmGid: 'a', vTime: 10_000, mainType: 0, subType: 1, nLevel: 2 };
const fatigue: AlarmToHandle = {
  ...overspeed,
  alarmGid: 'b',
  targId: '2',
  carNo: '京A2',
  warnId: 77,
  mainType: 2,
  subType: 1,
  times: 1,
  ncheckAdasAlarmStatus: 1,
};

beforeEach(() => startTexts('zh'));
afterEach(() => {
  cleanup();
  takeNotices();
  endSession();
});

async function setUp(
  alarms: readonly AlarmToHandle[],
  handlers: Parameters<typeof stubServer>[0] = {},
  rights: readonly string[] = ['20201', '20209', '20502'],
  options: HandlingOptions = {},
) {
  knowUser(userInfo, rights);
  const server = stubServer({
    'msg/getTemplate': () => ({ templates: [{ id: '5', name: '超速提醒', desc: '', content: '您已超速' }] }),
    [HANDLE]: () => ({ handled: alarms.map(({ alarmGid }) => alarmGid), refused: [], ...NO_REASON }),
    ...handlers,
  });
  const onClose = vi.fn();
  renderLive(<HandlingDialog alarms={alarms} {...options} onClose={onClose} />, storeOf([]));
  const dialog = within(await findDialog('报警处理'));
  const user = userEvent.setup();
  const submit = () => user.click(dialog.getByRole('button', { name: '提交' }));
  const choose = (name: string) => user.click(dialog.getByRole('radio', { name }));
  /** What the dialog asked of the server, apart from the templates. */
  const calls = () => server.requests.map(({ path }) => path).filter((path) => path !== 'msg/getTemplate');
  return { server, calls, onClose, dialog, user, submit, choose };
}
const notices = () => takeNotices().map(({ kind, text }) => [kind, text]);

describe('a decision by message', () => {
  it('is one call: the default text by speech, flag 3 + 8, with the handling', async () => {
    const { server, calls, onClose, dialog, submit } = await setUp([overspeed]);
    expect((dialog.getByRole('textbox', { name: '消息内容' }) as HTMLTextAreaElement).value).toBe(
      '您的车辆当前发生超速报警，请注意',
    );
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith(1));
    const text = '您的车辆当前发生超速报警，请注意';
    expect(calls()).toEqual([HANDLE]);
    expect(server.of(HANDLE).map(({ data }) => data)).toEqual([
      {
        dealList: [asDealt],
        dealType: 1,
        vNotes: '',
        batchFlag: 0,
        times: 3,
        equipId: '1',
        status: 4,
        userName: '系统管理员',
        vRemark: '',
        message: { flag: 1, message: text, isSetToTemplate: false, sendFlag: 11, userId: '7' },
      },
    ]);
    expect(server.of(HANDLE)[0]?.sign).toBeTruthy();
    expect(notices()).toEqual([['success', '报警处理成功!']]);
  });

  it('handles several alarms at once: still one call, batchFlag 1', async () => {
    const { server, calls, onClose, dialog, user, submit } = await setUp([overspeed, { ...overspeed, alarmGid: 'c' }, fatigue]);
    await user.click(dialog.getByRole('checkbox', { name: '广告屏' }));
    await user.click(dialog.getByRole('checkbox', { name: '终端显示器显示' }));
    await user.type(dialog.getByRole('textbox', { name: '处理备注' }), '已提醒');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(calls()).toEqual([HANDLE]);
    expect(server.of(HANDLE)[0]?.data).toMatchObject({
      batchFlag: 1,
      times: 7,
      vNotes: '已提醒',
      vRemark: '已提醒',
      message: { sendFlag: 31 },
    });
    expect(server.of(HANDLE)[0]?.data['dealList']).toMatchObject([
      { alarmGid: 'a', targId: '1' },
      { alarmGid: 'c', targId: '1' },
      { alarmGid: 'b', targId: '2' },
    ]);
  });

  it('needs a channel: 请选择具体的下发报文的方式!', async () => {
    const { server, dialog, user, submit } = await setUp([overspeed]);
    await user.click(dialog.getByRole('checkbox', { name: '终端TTS播读' }));
    await submit();
    await waitFor(() => expect(notices()).toEqual([['warning', '请选择具体的下发报文的方式!']]));
    expect(server.of(HANDLE)).toHaveLength(0);
  });

  it('needs a custom text of at most 250 characters, or a template; only the selected one is validated', async () => {
    const { server, dialog, user, submit, choose } = await setUp([overspeed]);
    const text = dialog.getByRole('textbox', { name: '消息内容' });
    await user.clear(text);
    await submit();
    expect(await dialog.findByText('请输入自定义内容')).toBeTruthy();
    await user.click(text);
    await user.paste('字'.repeat(251));
    await submit();
    expect(await dialog.findByText('最大长度为250个字')).toBeTruthy();
    await choose('模板');
    await submit();
    expect(await dialog.findByText('请选择发送模板')).toBeTruthy();
    expect(server.of(HANDLE)).toHaveLength(0);
    await user.click(dialog.getByRole('combobox', { name: '模板' }));
    await user.click(await screen.findByTitle('超速提醒'));
    await submit();
    await waitFor(() => expect(server.of(HANDLE)[0]?.data).toMatchObject({ message: { flag: 0, templateMsg: '您已超速' } }));
  });

  it('that could not be sent shows this message and stays open: 报警处理失败!', async () => {
    const { calls, onClose, submit } = await setUp([overspeed], {
      [HANDLE]: () => {
        throw new Error('offline');
      },
    });
    await submit();
    await waitFor(() => expect(notices()).toEqual([['error', '报警处理失败!']]));
    expect(calls()).toEqual([HANDLE]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ['terminal', '4022'],
    ['permission', '4003'],
  ])('that the server refuses because of the %s stays open and shows the server’s message', async (_why, code) => {
    const { server, onClose, dialog, submit } = await setUp([overspeed], { [HANDLE]: () => refuse(code, '终端拒绝执行') });
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe('终端拒绝执行');
    expect(server.of(HANDLE)).toHaveLength(1);
    expect(notices()).toEqual([]);
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ['广告屏', 3 + 16],
    ['终端TTS播读', 3 + 8],
    ['终端显示器显示', 3 + 4],
  ])('by %s alone has the send flag %i', async (channel, sendFlag) => {
    const { server, onClose, dialog, user, submit } = await setUp([overspeed]);
    const box = () => dialog.getByRole('checkbox', { name: channel }) as HTMLInputElement;
    if (!box().checked) {
      await user.click(box());
      await user.click(dialog.getByRole('checkbox', { name: '终端TTS播读' }));
    }
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(server.of(HANDLE)[0]?.data['message']).toMatchObject({ sendFlag });
  });

  it('is offered only to users with permission to send texts', async () => {
    const { dialog } = await setUp([overspeed], {}, ['20502']);
    expect(dialog.queryByRole('radio', { name: '下发消息' })).toBeNull();
    expect((dialog.getByRole('radio', { name: '电话处理' }) as HTMLInputElement).checked).toBe(true);
  });
});

describe('a decision without a message', () => {
  it.each([
    ['电话处理', 5],
    ['确认误报', 6],
  ])('%s is deal type %i', async (name, dealType) => {
    const { server, calls, onClose, submit, choose } = await setUp([overspeed]);
    await choose(name);
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(calls()).toEqual([HANDLE]);
    expect(server.of(HANDLE).map(({ data }) => data)).toEqual([{ dealList: [asDealt], dealType, vNotes: '' }]);
  });

  it('of an alarm that the terminal holds leaves the confirmation to the server', async () => {
    const { calls, onClose, submit, choose } = await setUp([{ ...overspeed, warnId: 0 }]);
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(calls()).toEqual([HANDLE]);
    expect(notices()).toEqual([['success', '报警处理成功!']]);
  });

  it('that could not be submitted shows this message: 报警信息发送失败!', async () => {
    const { onClose, submit, choose } = await setUp([overspeed], {
      [HANDLE]: () => {
        throw new Error('offline');
      },
    });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(notices()).toEqual([['error', '报警信息发送失败!']]));
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('an alarm that another user has handled', () => {
  it('is reported after the response: 该信息已被处理! and is marked', async () => {
    const { calls, onClose, dialog, submit } = await setUp([fatigue], {
      [HANDLE]: () => ({ handled: [], refused: ['b'], ...NO_REASON, alreadyHandled: ['b'] }),
    });
    await submit();
    await waitFor(() => expect(notices()).toEqual([['warning', '该信息已被处理!']]));
    expect(calls()).toEqual([HANDLE]);
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog.getByText('已处理')).toBeTruthy();
    expect((dialog.getByRole('button', { name: '提交' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('among several leaves the others to be submitted again', async () => {
    const { server, onClose, submit, choose } = await setUp([overspeed, fatigue], {
      [HANDLE]: ({ data }) =>
        (data['dealList'] as unknown[]).length > 1
          ? { handled: [], refused: ['a', 'b'], ...NO_REASON, alreadyHandled: ['b'] }
          : { handled: ['a'], refused: [], ...NO_REASON },
    });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(notices()).toEqual([['warning', '该信息已被处理!']]));
    expect(onClose).not.toHaveBeenCalled();
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(server.of(HANDLE)[1]?.data['dealList']).toMatchObject([{ alarmGid: 'a' }]);
    expect(notices()).toEqual([['success', '报警处理成功!']]);
  });

  it('among several is reported, and the dialog closes if the others were handled', async () => {
    const { onClose, submit, choose } = await setUp([overspeed, { ...overspeed, alarmGid: 'c' }], {
      [HANDLE]: () => ({ handled: ['a'], refused: ['c'], ...NO_REASON, alreadyHandled: ['c'] }),
    });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith(1));
    expect(notices()).toEqual([
      ['warning', '该信息已被处理!'],
      ['success', '报警处理成功!'],
    ]);
  });

  it('is not confused with one that a colleague claimed: the claim is shown, and a retry is possible', async () => {
    let free = false;
    const { server, onClose, dialog, submit, choose } = await setUp([overspeed], {
      [HANDLE]: () =>
        free
          ? { handled: ['a'], refused: [], ...NO_REASON }
          : { handled: [], refused: ['a'], ...NO_REASON, claimed: [{ alarmGid: 'a', username: '李四' }] },
    });
    await choose('电话处理');
    await submit();
    expect((await dialog.findByRole('alert')).textContent).toBe('1 条报警已被李四认领，未处理');
    expect(notices()).toEqual([]);
    expect(dialog.queryByText('已处理')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    free = true;
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith(1));
    expect(server.of(HANDLE)).toHaveLength(2);
  });

  it('is not reported for alarms that colleagues claimed, if others were handled', async () => {
    const { onClose, submit, choose } = await setUp([overspeed, { ...overspeed, alarmGid: 'c' }], {
      [HANDLE]: () => ({ handled: ['a'], refused: ['c'], ...NO_REASON, claimed: [{ alarmGid: 'c', username: '李四' }] }),
    });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith(1));
    expect(notices()).toEqual([
      ['warning', '1 条报警已被李四认领，未处理'],
      ['success', '报警处理成功!'],
    ]);
  });
});

describe('more alarms than one call accepts', () => {
  const many = Array.from({ length: MAX_HANDLED + 3 }, (_, i) => ({ ...overspeed, alarmGid: `g${i}`, targId: `${i % 2}` }));
  const gidsOf = (data: Record<string, unknown>) => (data['dealList'] as { alarmGid: string }[]).map(({ alarmGid }) => alarmGid);
  const handleAll = ({ data }: { data: Record<string, unknown> }) => ({ handled: gidsOf(data), refused: [], ...NO_REASON });

  it('are handled in batches, each alarm once; the text becomes a template once', async () => {
    const { server, onClose, dialog, user, submit } = await setUp(many, { [HANDLE]: handleAll });
    await user.click(dialog.getByRole('checkbox', { name: '保存为模板' }));
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith(1));
    const lots = server.of(HANDLE).map(({ data }) => data);
    expect(lots.map((data) => gidsOf(data).length)).toEqual([MAX_HANDLED, 3]);
    expect(new Set(lots.flatMap(gidsOf)).size).toBe(many.length);
    expect(lots.map((data) => (data['message'] as { isSetToTemplate: boolean }).isSetToTemplate)).toEqual([true, false]);
  });

  it('continue after a batch that was refused completely; the alarms of that batch stay open', async () => {
    let calls = 0;
    const onHandled = vi.fn();
    const handlers = {
      [HANDLE]: (request: { data: Record<string, unknown> }) => {
        const gids = gidsOf(request.data);
        if (++calls > 1) return handleAll(request);
        return { handled: [], refused: gids, ...NO_REASON, alreadyHandled: gids.slice(0, 1) };
      },
    };
    const { server, onClose, submit, choose } = await setUp(many, handlers, undefined, { onHandled });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(notices()).toEqual([['warning', '该信息已被处理!']]));
    expect(onClose).not.toHaveBeenCalled();
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    const [, second, third] = server.of(HANDLE).map(({ data }) => gidsOf(data));
    expect(third).toHaveLength(MAX_HANDLED - 1);
    expect(onHandled.mock.calls).toEqual([[second], [third]]);
  });

  it('are submitted again only if their batch failed', async () => {
    let calls = 0;
    const { server, onClose, submit, choose } = await setUp(many, {
      [HANDLE]: (request) => {
        if (++calls === 2) throw new Error('offline');
        return handleAll(request);
      },
    });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(notices()).toEqual([['error', '报警信息发送失败!']]));
    expect(onClose).not.toHaveBeenCalled();
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(gidsOf(server.of(HANDLE)[2]!.data)).toHaveLength(3);
  });
});

it('does not close on a click outside', async () => {
  const { onClose, user } = await setUp([overspeed]);
  await user.click(document.querySelector('.ant-modal-wrap') as HTMLElement);
  expect(onClose).not.toHaveBeenCalled();
});

it('cancelling returns 0 and submits nothing', async () => {
  const { server, onClose, dialog, user } = await setUp([overspeed]);
  await user.click(dialog.getByRole('button', { name: /取\s*消/ }));
  expect(onClose).toHaveBeenCalledExactlyOnceWith(0);
  expect(server.of(HANDLE)).toHaveLength(0);
});

describe('handling one alarm after the other', () => {
  const checked = (dialog: Awaited<ReturnType<typeof setUp>>['dialog']) =>
    dialog
      .getAllByRole('radio')
      .flatMap((radio) => ((radio as HTMLInputElement).checked ? [radio.closest('label')?.textContent] : []));

  it.each([
    ['1', '下发消息'],
    ['5', '电话处理'],
    ['6', '确认误报'],
  ])('%s selects %s, but not while the user types', async (key, name) => {
    const other = key === '1' ? '5' : '1';
    const { dialog, user } = await setUp([overspeed]);
    await user.keyboard(other);
    await user.keyboard(key);
    expect(checked(dialog).filter((label) => label === name)).toEqual([name]);
    await user.click(dialog.getByRole('textbox', { name: '处理备注' }));
    await user.keyboard(other);
    expect(checked(dialog)).toContain(name);
  });

  it('starts with the requested decision', async () => {
    const { dialog } = await setUp([overspeed], {}, undefined, { dealType: 6 });
    expect(checked(dialog)).toEqual(['确认误报']);
  });

  it.each(['处理并下一条', 'Ctrl+Enter'])('%s submits the decision and continues', async (how) => {
    const next = vi.fn();
    const { dialog, user, server, onClose } = await setUp([overspeed], {}, undefined, { next, dealType: 5 });
    if (how === 'Ctrl+Enter') await user.keyboard('{Control>}{Enter}{/Control}');
    else await user.click(dialog.getByRole('button', { name: how }));
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(next).toHaveBeenCalledOnce();
    expect(server.requests.filter(({ path }) => path === HANDLE)).toHaveLength(1);
  });

  it('N skips the alarm without a decision', async () => {
    const next = vi.fn();
    const { user, server, onClose } = await setUp([overspeed], {}, undefined, { next });
    await user.keyboard('n');
    expect(onClose).toHaveBeenCalledWith(0);
    expect(next).toHaveBeenCalledOnce();
    expect(server.requests.filter(({ path }) => path === HANDLE)).toEqual([]);
  });

  it('is not offered for a single alarm', async () => {
    const { dialog, user, submit, onClose } = await setUp([overspeed], {}, undefined, { dealType: 5 });
    expect(dialog.queryByRole('button', { name: '处理并下一条' })).toBeNull();
    await user.keyboard('n');
    expect(onClose).not.toHaveBeenCalled();
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
  });
});

it('shows the files of its only alarm, and in a queue plays the video automatically', async () => {
  const film = { attachmentType: 2, attachmentPath: '/f/b.mp4', bytes: 1, fileId: '2', name: 'b.mp4', thumbPath: '' };
  const files = { 'activeSafety/alarm/qryAttachment': () => ({ list: [film], state: 2, reason: '' }) };
  await setUp([{ ...fatigue, files: 1 }], files, ['20502'], { autoPlay: true });
  const shown = (await screen.findByLabelText('视频 1', { selector: 'video' })) as HTMLVideoElement;
  expect([shown.getAttribute('src'), shown.autoplay, shown.muted]).toEqual(['/f/b.mp4', true, true]);
  cleanup();
  const { server } = await setUp([overspeed, fatigue], files);
  expect(server.of('activeSafety/alarm/qryAttachment')).toEqual([]);
});
