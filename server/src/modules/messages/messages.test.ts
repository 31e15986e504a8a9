import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import type { TestTerminal } from '../../../test/support/gateway/terminal.ts';
import { openLiveSocket } from '../../../test/support/live-socket.ts';
import { answer, type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { forgetCommands } from '../commands/index.ts';
import { readMenus } from './terminal-menus.ts';

const ALL = ['text', 'question', 'info', 'event', 'answer', 'demand'];

let server: TestServer;
let radio: Radio;
let east: number;
let plates = 40_000;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  radio = await startRadio(server);
  const root = await server.department('集团');
  east = await server.department('华东', root);
  const west = await server.department('华西', root);
  const rights = ['20201', '7010401', '7010409', '7011101', '7011109'];
  for (const [name, department] of [
    ['boss', root],
    ['stranger', west],
  ] as const) {
    await server.account(name, department, rights);
    tokens[name] = await server.signIn(name);
  }
  await server.account('nobody', root, ['20101']);
  tokens['nobody'] = await server.signIn('nobody');
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

const call = async (path: string, data: object, who = 'boss') =>
  (await server.call('POST', path, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const list = async (path: string, data: object, who = 'boss') => (await call(path, data, who)).data.list;

type Parked = Vehicle & { readonly plate: string; readonly terminal: TestTerminal };
async function parked(): Promise<Parked> {
  const plate = `京M${++plates}`;
  const vehicle = await radio.vehicle(plate, east);
  return { ...vehicle, plate, terminal: await radio.online(vehicle) };
}
/** Sends a command that the terminal accepts. */
async function send({ id, terminal }: Parked, cmdCode: string, params: object): Promise<{ serial: number; seqId: string }> {
  const message = Number.parseInt(cmdCode, 16);
  server.clock.now += 1_000;
  const sending = call('terminal/sendCommand', { cmdCode, params, targIds: [String(id)] });
  const reply = await terminal.reply((each) => each.id === message);
  answer(terminal, reply);
  const body = await sending;
  expect(body).toMatchObject({ code: '0' });
  const { seqId } = body.data.list[0];
  // a question is answered by the driver
  if (cmdCode !== '8302')
    await eventually(async () =>
      expect((await list('terminal/listCommand', { seqIds: [seqId] }))[0]).toMatchObject({ state: 2 }),
    );
  server.clock.now += 1_000;
  return { serial: reply.serial, seqId };
}
const events = (...rows: readonly (readonly [number, string])[]) => rows.map(([eventId, eventText]) => ({ eventId, eventText }));
const QUESTION = {
  questionChannels: [8],
  question: '是否需要救援？',
  answers: [
    { answerId: 1, answerText: '需要' },
    { answerId: 2, answerText: '不需要' },
  ],
};

describe('messages in both directions', () => {
  it('are one list of sent messages and driver answers with their names', async () => {
    const one = await parked();
    await send(one, '8300', { channels: [8], text: '请减速' });
    await send(one, '8301', { action: 1, events: events([7, '车辆故障']) });
    const { serial } = await send(one, '8302', QUESTION);
    expect(await one.terminal.ask({ type: 'questionAnswer', body: { serial, answerId: 1 } })).toBe(0);
    expect(await one.terminal.ask({ type: 'eventReport', body: { eventId: 7 } })).toBe(0);
    expect(await one.terminal.ask({ type: 'infoDemand', body: { kind: 3, action: 1 } })).toBe(0);
    const of = { targId: String(one.id) };
    await eventually(async () =>
      expect(await list('msg/listMessage', { ...of, kinds: ALL })).toMatchObject([
        { kind: 'demand', number: 3, message: '', subscribed: true, state: null },
        { kind: 'event', number: 7, message: '车辆故障', seqId: '' },
        { kind: 'answer', number: 1, message: '需要', question: '是否需要救援？' },
        { kind: 'question', message: '是否需要救援？', state: 6, username: 'boss' },
        { kind: 'text', message: '请减速', sendFlag: 11, state: 2, carNo: one.plate },
      ]),
    );
    expect(await list('msg/listMessage', of)).toMatchObject([{ kind: 'text' }]);
    expect(await list('msg/listMessage', { carNo: one.plate, kinds: ['event', 'answer'] })).toHaveLength(2);
    expect(await list('msg/listMessage', { ...of, kinds: ALL, text: '救援' })).toMatchObject([{ kind: 'question' }]);
    const before = { endTime: Date.now() - DAY_MS };
    expect(await list('msg/listMessage', { ...of, kinds: ALL, ...before })).toEqual([]);
  });

  it('retain the names that the terminal had at that time', async () => {
    const one = await parked();
    await send(one, '8301', { action: 1, events: events([1, '加油']) });
    expect(await one.terminal.ask({ type: 'eventReport', body: { eventId: 1 } })).toBe(0);
    await send(one, '8301', { action: 3, events: events([1, '休息']) });
    expect(await one.terminal.ask({ type: 'eventReport', body: { eventId: 1 } })).toBe(0);
    const shown = await list('msg/listMessage', { targId: String(one.id), kinds: ['event'] });
    expect(shown.map(({ message }: { message: string }) => message)).toEqual(['休息', '加油']);
  });

  it('are limited to the scope, and require a permission', async () => {
    const one = await parked();
    expect(await one.terminal.ask({ type: 'eventReport', body: { eventId: 1 } })).toBe(0);
    const data = { targId: String(one.id), kinds: ALL };
    expect(await list('msg/listMessage', data, 'boss')).toHaveLength(1);
    expect(await list('msg/listMessage', data, 'stranger')).toEqual([]);
    for (const path of ['msg/listMessage', 'msg/listMenu', 'msg/listSubscription'])
      expect(await call(path, {}, 'nobody')).toMatchObject({ code: '4003' });
  });
});

describe('driver menus of a terminal', () => {
  it('are shown as last set, with the phone book and the last question', async () => {
    const one = await parked();
    await send(one, '8301', { action: 1, events: events([1, '加油'], [2, '休息']) });
    await send(one, '8301', { action: 2, events: events([3, '故障']) });
    await send(one, '8303', { action: 1, menu: [{ infoType: 5, infoName: '天气' }] });
    await send(one, '8401', { action: 1, contacts: [{ callDirection: 3, phone: '13800138000', contactName: '调度' }] });
    const [menu] = await list('msg/listMenu', { targId: String(one.id) });
    expect(menu).toMatchObject({
      carNo: one.plate,
      events: [
        { number: 1, name: '加油' },
        { number: 2, name: '休息' },
        { number: 3, name: '故障' },
      ],
      infos: [{ number: 5, name: '天气' }],
      contacts: [{ callDirection: 3, phone: '13800138000', contactName: '调度' }],
      question: '',
      questionAt: null,
    });
    expect(await list('msg/listMenu', { targId: String(one.id) }, 'stranger')).toEqual([]);
    // long after: commands are deleted, but not what the terminal still has
    await forgetCommands(server.db, Date.now() + 400 * DAY_MS);
    expect((await list('msg/listMenu', { targId: String(one.id) }))[0]).toMatchObject({ events: menu.events, infos: menu.infos });
  });

  it('exclude lists that the terminal refused', async () => {
    const one = await parked();
    const sending = call('terminal/sendCommand', {
      cmdCode: '8301',
      params: { action: 1, events: events([1, '加油']) },
      targIds: [String(one.id)],
    });
    answer(one.terminal, await one.terminal.reply(({ id }) => id === 0x8301), 1);
    await sending;
    expect(await list('msg/listMenu', { targId: String(one.id) })).toEqual([]);
  });

  it('are listed as subscriptions until the driver cancels them', async () => {
    const one = await parked();
    await send(one, '8303', { action: 1, menu: [{ infoType: 5, infoName: '天气' }] });
    expect(await one.terminal.ask({ type: 'infoDemand', body: { kind: 5, action: 1 } })).toBe(0);
    const of = { carNo: one.plate, infoType: 5 };
    expect(await list('msg/listSubscription', of)).toMatchObject([{ infoType: 5, name: '天气', carNo: one.plate }]);
    expect(await list('msg/listSubscription', of, 'stranger')).toEqual([]);
    expect(await one.terminal.ask({ type: 'infoDemand', body: { kind: 5, action: 0 } })).toBe(0);
    expect(await list('msg/listSubscription', of)).toEqual([]);
  });
});

describe('lists of a terminal', () => {
  const set = (params: Readonly<Record<string, unknown>>) => ({ cmd_code: '8301', params, result_data: null, answered_at: 1 });

  it.each([
    [
      'replaced',
      [
        { action: 1, events: events([1, 'a']) },
        { action: 1, events: events([2, 'b']) },
      ],
      ['b'],
    ],
    [
      'appended to',
      [
        { action: 1, events: events([1, 'a']) },
        { action: 2, events: events([2, 'b']) },
      ],
      ['a', 'b'],
    ],
    [
      'modified',
      [
        { action: 1, events: events([1, 'a'], [2, 'b']) },
        { action: 3, events: events([1, 'c']) },
      ],
      ['c', 'b'],
    ],
    [
      'partly deleted',
      [
        { action: 1, events: events([1, 'a'], [2, 'b']) },
        { action: 4, events: events([1, '']) },
      ],
      ['b'],
    ],
    [
      'cleared',
      [
        { action: 1, events: events([1, 'a']) },
        { action: 0, events: [] },
      ],
      [],
    ],
  ] as const)('are %s', (_, commands, names) => {
    expect(readMenus(commands.map((params) => set(params))).events.map(({ name }) => name)).toEqual(names);
  });
});

it('consoles in scope are notified of a driver’s message, others are not', async () => {
  const one = await parked();
  const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
  const [boss, stranger] = await Promise.all(['boss', 'stranger'].map((who) => openLiveSocket(port, tokens[who]!, 'commonmsg')));
  expect(await one.terminal.ask({ type: 'eventReport', body: { eventId: 9 } })).toBe(0);
  const news = JSON.stringify({ type: 'driverMessage', data: { targId: String(one.id) } });
  await eventually(() => expect(boss!.messages).toContain(news));
  expect(stranger!.messages).not.toContain(news);
  for (const { socket } of [boss!, stranger!]) socket.terminate();
});
