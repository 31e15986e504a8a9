import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeNotices } from '../../../api/feedback.ts';
import { startTexts } from '../../../api/i18n.ts';
import { endSession, knowUser } from '../../../api/session.ts';
import type { DealAlarm, DealOptions } from '../../../shared/open-alarm-handling.ts';
import { findDialog, refuse, renderLive, storeOf, stubServer, userInfo } from '../../../ui/testing.tsx';
import { DealDialog } from './HandlingDialog.tsx';

const SAVE = 'warnScheme/saveWarnHistoryDeal';
const CHECK = 'activeSafety/checkAdasAlarmStatus';
const SEND = 'msg/sendMessage';
const STATUS = 'warnScheme/getWarnHistory';
const CONFIRM = 'setting/confirmAlarm';

const overspeed: DealAlarm = {
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
const fatigue: DealAlarm = {
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
  alarms: readonly DealAlarm[],
  handlers: Parameters<typeof stubServer>[0] = {},
  rights: readonly string[] = ['20201', '20209', '20502'],
  options: DealOptions = {},
) {
  knowUser(userInfo, rights);
  const server = stubServer({
    'msg/getTemplate': () => ({ templates: [{ id: '5', name: '超速提醒', desc: '', content: '您已超速' }] }),
    [SEND]: ({ data }) => ({
      list: (data['targetIds'] as string[]).map((targId) => ({ targId, seqId: `9${targId}`, state: 1, resultCode: null })),
    }),
    [SAVE]: () => ({ handled: alarms.map(({ alarmGid }) => alarmGid), refused: [] }),
    [CHECK]: () => ({ result: 1, state: 0, version: 1, dealtBy: '' }),
    [CONFIRM]: () => ({ list: [] }),
    ...handlers,
  });
  const onClose = vi.fn();
  renderLive(<DealDialog alarms={alarms} {...options} onClose={onClose} />, storeOf([]));
  const dialog = within(await findDialog('报警处理'));
  const user = userEvent.setup();
  const submit = () => user.click(dialog.getByRole('button', { name: '提交' }));
  const choose = (name: string) => user.click(dialog.getByRole('radio', { name }));
  return { server, onClose, dialog, user, submit, choose };
}
const notices = () => takeNotices().map(({ kind, text }) => [kind, text]);

describe('a decision by message', () => {
  it('sends the default text by speech, flag 3 + 8, and then the handling', async () => {
    const { server, onClose, dialog, submit } = await setUp([overspeed]);
    expect((dialog.getByRole('textbox', { name: '消息内容' }) as HTMLTextAreaElement).value).toBe(
      '您的车辆当前发生超速报警，请注意',
    );
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledExactlyOnceWith(1));
    const text = '您的车辆当前发生超速报警，请注意';
    expect(server.of(SEND).map(({ data }) => data)).toEqual([
      { flag: 1, message: text, isSetToTemplate: false, sendFlag: 11, userId: '7', targetIds: ['1'] },
    ]);
    expect(server.of(SAVE).map(({ data }) => data)).toEqual([
      {
        dealList: [{ ...asDealt, sendMsg: text, seqId: '91' }],
        dealType: 1,
        vNotes: '',
        batchFlag: 0,
        times: 3,
        equipId: '1',
        status: 4,
        userName: '系统管理员',
        vRemark: '',
      },
    ]);
    expect(server.of(SAVE)[0]?.sign).toBeTruthy();
    expect(notices()).toEqual([['success', '报警处理成功!']]);
  });

  it('takes several alarms at once: each vehicle one text, batchFlag 1', async () => {
    const { server, onClose, dialog, user, submit } = await setUp([overspeed, { ...overspeed, alarmGid: 'c' }, fatigue]);
    await user.click(dialog.getByRole('checkbox', { name: '广告屏' }));
    await user.click(dialog.getByRole('checkbox', { name: '终端显示器显示' }));
    await user.type(dialog.getByRole('textbox', { name: '处理备注' }), '已提醒');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(server.of(SEND)[0]?.data).toMatchObject({ sendFlag: 31, targetIds: ['1', '2'] });
    expect(server.of(SAVE)[0]?.data).toMatchObject({ batchFlag: 1, times: 7, vNotes: '已提醒', vRemark: '已提醒' });
    expect(server.of(SAVE)[0]?.data['dealList']).toHaveLength(3);
    expect(server.of(CHECK).map(({ data }) => data)).toEqual([{ alarmGid: 'b' }]);
  });

  it('needs a channel: 请选择具体的下发报文的方式!', async () => {
    const { server, dialog, user, submit } = await setUp([overspeed]);
    await user.click(dialog.getByRole('checkbox', { name: '终端TTS播读' }));
    await submit();
    await waitFor(() => expect(notices()).toEqual([['warning', '请选择具体的下发报文的方式!']]));
    expect(server.of(SEND)).toHaveLength(0);
    expect(server.of(SAVE)).toHaveLength(0);
  });

  it('needs a text of one’s own, 250 characters at the most, or a template; the other is not looked at', async () => {
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
    expect(server.of(SEND)).toHaveLength(0);
    await user.click(dialog.getByRole('combobox', { name: '模板' }));
    await user.click(await screen.findByTitle('超速提醒'));
    await submit();
    await waitFor(() => expect(server.of(SEND)[0]?.data).toMatchObject({ flag: 0, templateMsg: '您已超速' }));
  });

  it('that could not be sent submits nothing: 报警处理失败!', async () => {
    const { server, onClose, submit } = await setUp([overspeed], {
      [SEND]: () => {
        throw new Error('offline');
      },
    });
    await submit();
    await waitFor(() => expect(notices()).toEqual([['error', '报警处理失败!']]));
    expect(server.of(SAVE)).toHaveLength(0);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('whose handling could not be submitted says so: 报警信息发送失败!', async () => {
    const { onClose, submit } = await setUp([overspeed], {
      [SAVE]: () => {
        throw new Error('offline');
      },
    });
    await submit();
    await waitFor(() => expect(notices()).toEqual([['error', '报警信息发送失败!']]));
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([SEND, SAVE])('that the server refuses at %s stays silent and open', async (path) => {
    const { server, onClose, dialog, submit } = await setUp([overspeed], { [path]: () => refuse('4022', '终端拒绝执行') });
    await submit();
    await waitFor(() => expect(server.of(path)).toHaveLength(1));
    await waitFor(() => expect(dialog.getByRole('button', { name: '提交' }).className).not.toContain('loading'));
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
    expect(server.of(SEND)[0]?.data['sendFlag']).toBe(sendFlag);
  });

  it('is offered to who may send texts only', async () => {
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
    const { server, onClose, submit, choose } = await setUp([overspeed]);
    await choose(name);
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(server.of(SEND)).toHaveLength(0);
    expect(server.of(SAVE).map(({ data }) => data)).toEqual([{ dealList: [asDealt], dealType, vNotes: '' }]);
  });

  it('of an alarm the terminal holds confirms it there, whatever comes of that', async () => {
    const emergency = { ...overspeed, warnId: 0 };
    const { server, onClose, submit, choose } = await setUp([emergency], { [CONFIRM]: () => refuse('4020', '终端不在线') });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(server.of(CONFIRM)[0]?.data).toMatchObject({ dealList: [{ alarmGid: 'a' }] });
    expect(notices()).toEqual([['success', '报警处理成功!']]);
  });

  it('of another one confirms nothing', async () => {
    const { server, onClose, submit, choose } = await setUp([overspeed]);
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(server.of(CONFIRM)).toHaveLength(0);
  });
});

describe('an alarm that somebody else has handled', () => {
  it('is asked for first where ncheckAdasAlarmStatus is 1: 0 means 该信息已被处理! and nothing is submitted', async () => {
    const { server, onClose, dialog, submit } = await setUp([fatigue], {
      [CHECK]: () => ({ result: 0, state: 2, version: 2, dealtBy: '李四' }),
    });
    await submit();
    await waitFor(() => expect(notices()).toEqual([['warning', '该信息已被处理!']]));
    expect(server.of(SEND)).toHaveLength(0);
    expect(server.of(SAVE)).toHaveLength(0);
    expect(onClose).not.toHaveBeenCalled();
    expect(dialog.getByText('已处理')).toBeTruthy();
    expect((dialog.getByRole('button', { name: '提交' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('among several leaves the others to be submitted', async () => {
    const { server, onClose, submit, choose } = await setUp([overspeed, fatigue], {
      [CHECK]: () => ({ result: 0, state: 2, version: 2, dealtBy: '李四' }),
    });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(notices()).toEqual([['warning', '该信息已被处理!']]));
    expect(server.of(SAVE)).toHaveLength(0);
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(server.of(SAVE)[0]?.data['dealList']).toMatchObject([{ alarmGid: 'a' }]);
  });

  it('while the dialog was open is found when the decision is refused, and marked', async () => {
    const { server, onClose, dialog, submit, choose } = await setUp([overspeed], {
      [SAVE]: () => refuse('4010', '该信息已被处理!'),
      [STATUS]: () => ({ result: 0, state: 2, version: 2, dealtBy: '李四' }),
    });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(notices()).toEqual([['warning', '该信息已被处理!']]));
    expect(server.of(STATUS).map(({ data }) => data)).toEqual([{ alarmGid: 'a' }]);
    expect(dialog.getByText('已处理')).toBeTruthy();
    expect((dialog.getByRole('button', { name: '提交' }) as HTMLButtonElement).disabled).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is not what a decision is refused for where a colleague is at it: nothing is said, and it can be tried again', async () => {
    const { server, onClose, dialog, submit, choose } = await setUp([overspeed], {
      [SAVE]: () => refuse('4010', '该信息已被处理!'),
      [STATUS]: () => ({ result: 1, state: 1, version: 2, dealtBy: '' }),
    });
    await choose('电话处理');
    await submit();
    await waitFor(() => expect(server.of(STATUS)).toHaveLength(1));
    await waitFor(() => expect(dialog.getByRole('button', { name: '提交' }).className).not.toContain('loading'));
    expect(notices()).toEqual([]);
    expect(dialog.queryByText('已处理')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });
});

it('does not close by a press beside it', async () => {
  const { onClose, user } = await setUp([overspeed]);
  await user.click(document.querySelector('.ant-modal-wrap') as HTMLElement);
  expect(onClose).not.toHaveBeenCalled();
});

it('cancelling gives 0 and submits nothing', async () => {
  const { server, onClose, dialog, user } = await setUp([overspeed]);
  await user.click(dialog.getByRole('button', { name: /取\s*消/ }));
  expect(onClose).toHaveBeenCalledExactlyOnceWith(0);
  expect(server.of(SAVE)).toHaveLength(0);
});

describe('going through one after the other', () => {
  const checked = (dialog: Awaited<ReturnType<typeof setUp>>['dialog']) =>
    dialog
      .getAllByRole('radio')
      .flatMap((radio) => ((radio as HTMLInputElement).checked ? [radio.closest('label')?.textContent] : []));

  it.each([
    ['1', '下发消息'],
    ['5', '电话处理'],
    ['6', '确认误报'],
  ])('%s chooses %s, but not while one writes', async (key, name) => {
    const other = key === '1' ? '5' : '1';
    const { dialog, user } = await setUp([overspeed]);
    await user.keyboard(other);
    await user.keyboard(key);
    expect(checked(dialog).filter((label) => label === name)).toEqual([name]);
    await user.click(dialog.getByRole('textbox', { name: '处理备注' }));
    await user.keyboard(other);
    expect(checked(dialog)).toContain(name);
  });

  it('begins with what was asked for', async () => {
    const { dialog } = await setUp([overspeed], {}, undefined, { dealType: 6 });
    expect(checked(dialog)).toEqual(['确认误报']);
  });

  it.each(['处理并下一条', 'Ctrl+Enter'])('%s decides it and goes on', async (how) => {
    const next = vi.fn();
    const { dialog, user, server, onClose } = await setUp([overspeed], {}, undefined, { next, dealType: 5 });
    if (how === 'Ctrl+Enter') await user.keyboard('{Control>}{Enter}{/Control}');
    else await user.click(dialog.getByRole('button', { name: how }));
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
    expect(next).toHaveBeenCalledOnce();
    expect(server.requests.filter(({ path }) => path === SAVE)).toHaveLength(1);
  });

  it('N passes over it: nothing is decided', async () => {
    const next = vi.fn();
    const { user, server, onClose } = await setUp([overspeed], {}, undefined, { next });
    await user.keyboard('n');
    expect(onClose).toHaveBeenCalledWith(0);
    expect(next).toHaveBeenCalledOnce();
    expect(server.requests.filter(({ path }) => path === SAVE)).toEqual([]);
  });

  it('is not offered where there is one alone', async () => {
    const { dialog, user, submit, onClose } = await setUp([overspeed], {}, undefined, { dealType: 5 });
    expect(dialog.queryByRole('button', { name: '处理并下一条' })).toBeNull();
    await user.keyboard('n');
    expect(onClose).not.toHaveBeenCalled();
    await submit();
    await waitFor(() => expect(onClose).toHaveBeenCalledWith(1));
  });
});
