import { getText } from '@fleetwarden/locale/languages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import type { Reply as Heard } from '../../../test/support/gateway/terminal.ts';
import { answer, type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let radio: Radio;
let north: number;
let team: number;
let south: number;
const tokens = new Map<string, string>();
const accounts = new Map<string, number>();
let vehicle: Vehicle;

beforeAll(async () => {
  server = await startTestServer();
  radio = await startRadio(server);
  const root = await server.department('Head office');
  north = await server.department('North', root);
  team = await server.department('Team', north);
  south = await server.department('South', root);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  for (const [name, codes] of [
    ['writer', ['20201', '20208', '20209']],
    ['sender', ['20201']],
    ['looker', ['2']],
  ] as const) {
    accounts.set(name, await server.account(name, north, codes));
    tokens.set(name, await server.signIn(name));
  }
  vehicle = await radio.vehicle('京A00001', north);
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

const call = async (name: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: tokens.get(name)!, 'accept-language': 'zh' })).body;
const send = (name: string, data: object) => call(name, 'msg/sendMessage', { targetIds: [String(vehicle.id)], ...data });
const of = (type: Heard['type']) => (reply: Heard) => reply.type === type;
/** The field a call is refused at, and its text. */
const fault = async (body: Promise<{ code: string; data: { fields: { path: string; message: string }[] } }>) => {
  const { code, data } = await body;
  expect(code).toBe('4001');
  return [data.fields[0]!.path, data.fields[0]!.message];
};
const zh = (key: string) => getText('zh', key);

describe('a text', () => {
  it('uses TTS if no channel is selected, and appears in the list', async () => {
    const terminal = await radio.online(vehicle);
    const { data } = await send('sender', { flag: 1, message: '请靠边停车' });
    expect(data.list).toMatchObject([{ targId: String(vehicle.id), state: 1 }]);
    const heard = await terminal.reply(of('sendText'));
    expect(heard.body).toEqual({ flag: 8, kind: undefined, text: '请靠边停车' });
    answer(terminal, heard);
    await eventually(async () => {
      const { list } = (await call('sender', 'msg/listMessage', { text: '靠边' })).data;
      expect(list).toMatchObject([
        { seqId: data.list[0].seqId, carNo: '京A00001', message: '请靠边停车', sendFlag: 11, state: 2, username: 'sender' },
      ]);
    });
    expect((await call('sender', 'msg/listMessage', { text: '掉头' })).data.list).toEqual([]);
    terminal.end();
  });

  it.each([
    [7, 4],
    [11, 8],
    [19, 16],
    [31, 28],
  ])('with send flag %i uses the channels %i', async (sendFlag, channels) => {
    const own = await radio.vehicle(`京B${sendFlag}000`, north);
    const terminal = await radio.online(own);
    await call('sender', 'msg/sendMessage', { targetIds: [String(own.id)], message: 'x', sendFlag });
    expect((await terminal.reply(of('sendText'))).body).toMatchObject({ flag: channels });
  });

  it('waits for a terminal that is offline', async () => {
    const away = await radio.vehicle('京A00002', north);
    const { data } = await call('sender', 'msg/sendMessage', { targetIds: [String(away.id)], message: '回场' });
    expect(data.list).toMatchObject([{ state: 0 }]);
    const terminal = await radio.online(away);
    expect((await terminal.reply(of('sendText'))).body).toMatchObject({ text: '回场' });
  });

  it('is refused if it is empty, too long or without a valid channel, with the specified error texts', async () => {
    expect(await fault(send('sender', { flag: 1, message: '  ' }))).toEqual(['message', '请输入自定义内容']);
    expect(await fault(send('sender', { flag: 1 }))).toEqual(['message', '请输入自定义内容']);
    expect(await fault(send('sender', { flag: 0 }))).toEqual(['templateMsg', '请选择发送模板']);
    expect(await fault(send('sender', { message: '字'.repeat(251) }))).toEqual(['message', '最大长度为250个字']);
    expect(await fault(send('sender', { message: 'x', sendFlag: 3 }))).toEqual(['sendFlag', '请选择具体的下发报文的方式!']);
    for (const sendFlag of [0, 1, 2, 4, 8, 12, 35, 255])
      expect(await fault(send('sender', { message: 'x', sendFlag }))).toEqual(['sendFlag', zh('field.invalid')]);
    // 250 characters are accepted, whatever their encoded size, and the unselected text is ignored
    expect((await send('sender', { message: '🚚'.repeat(250), templateMsg: 'x'.repeat(900) })).code).toBe('0');
    expect((await send('sender', { flag: 0, templateMsg: 'x', message: 'y'.repeat(900) })).code).toBe('0');
  });

  it('cannot be sent in the name of another user, or to vehicles outside the scope', async () => {
    const foreign = await radio.vehicle('京A00003', south);
    expect((await call('sender', 'msg/sendMessage', { targetIds: [String(foreign.id)], message: 'x' })).code).toBe('4004');
    expect((await send('sender', { message: 'x', userId: String(accounts.get('writer')) })).code).toBe('4004');
    expect((await send('sender', { message: 'x', userId: String(accounts.get('sender')) })).code).toBe('0');
    expect((await send('looker', { message: 'x' })).code).toBe('4003');
  });
});

describe('a text to departments', () => {
  const toDepartments = (name: string, ...ids: readonly number[]) =>
    call(name, 'msg/sendMessageForDept', { targetIds: ids.map(String), message: '全体注意' });

  it('is sent once to each vehicle of the departments and their descendants', async () => {
    const [one, two] = [await radio.vehicle('京C00001', team), await radio.vehicle('京C00002', team)];
    const { data } = await toDepartments('writer', team, team);
    expect(data.list.map((row: { targId: string }) => row.targId)).toEqual([one.id, two.id].map(String));
    const { n } = (await server.db.first<{ n: number }>(
      sql`select count(*) as n from vehicle where department_id = any(${[north, team]})`,
    ))!;
    expect((await toDepartments('writer', north, team)).data.list).toHaveLength(n);
  });

  it('requires its own permission, departments in the scope, and vehicles in them', async () => {
    expect((await toDepartments('sender', team)).code).toBe('4003');
    expect((await toDepartments('writer', south)).code).toBe('4004');
    const empty = await server.department('Empty', north);
    server.bus.publish('fleet.changed', { vehicleIds: [] });
    expect(await fault(toDepartments('writer', empty))).toEqual(['targetIds', zh('message.noVehicles')]);
  });
});

describe('templates', () => {
  const templates = async (name: string) => (await call(name, 'msg/getTemplate', {})).data.templates;

  it('are stored, listed only for their own account, and removed', async () => {
    const added = { content: '请系好安全带', name: '安全带', desc: '上车时' };
    const { id } = (await call('writer', 'msg/addTemplate', added)).data;
    expect(await templates('writer')).toEqual([{ id, ...added }]);
    expect(await templates('sender')).toEqual([]);
    expect((await call('sender', 'msg/addTemplate', added)).code).toBe('4003');
    expect((await call('sender', 'msg/getTemplate', { userId: String(accounts.get('writer')) })).code).toBe('4004');
    expect((await call('writer', 'msg/addTemplate', { ...added, content: 'x'.repeat(251) })).code).toBe('4001');
    expect((await call('writer', 'msg/delTemplate', { ids: [id] })).data).toEqual({ removed: 1 });
    expect((await call('writer', 'msg/delTemplate', { ids: [id] })).code).toBe('4004');
    expect(await templates('writer')).toEqual([]);
  });

  it('are created from a sent text by users with permission', async () => {
    expect((await send('sender', { message: 'x', isSetToTemplate: true })).code).toBe('4003');
    expect((await send('writer', { message: '前方施工，请绕行', isSetToTemplate: 1 })).code).toBe('0');
    expect(await templates('writer')).toMatchObject([{ name: '前方施工，请绕行', content: '前方施工，请绕行' }]);
    // sending a template does not store it again
    expect((await send('writer', { flag: 0, templateMsg: '前方施工，请绕行', isSetToTemplate: true })).code).toBe('0');
    expect(await templates('writer')).toHaveLength(1);
  });
});
