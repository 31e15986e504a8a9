import { MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { locationBody, type TestTerminal } from '../../../test/support/gateway/terminal.ts';
import { type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { PASSWORD } from '../../../test/support/test-calls.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

let server: TestServer;
let radio: Radio;
let root: number;
let plates = 20_000;
const tokens = new Map<string, string>();
const CODES = ['7010909', '7010910', '7011010', '7011011', '7010209', '7010409'];

beforeAll(async () => {
  server = await startTestServer();
  radio = await startRadio(server);
  root = await server.department('Head office');
  const branch = await server.department('Branch', root);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  for (const [name, departmentId, codes] of [
    ['sender', root, CODES],
    ['second', root, CODES],
    ['branch', branch, CODES],
    ['looker', root, ['7010901']],
    ['starter', root, ['7010909']],
  ] as const) {
    await server.account(name, departmentId, codes);
    tokens.set(name, await server.signIn(name));
  }
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});
beforeEach(() => setting({ commandMaxKmh: null, commandApproval: null, approvalMinutes: null }));

const call = async (name: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: tokens.get(name)! })).body;
async function setting(values: Readonly<Record<string, unknown>>) {
  for (const [key, value] of Object.entries(values)) {
    await server.db.run(sql`delete from setting_value where key = ${key} and department_id is null`);
    if (value !== null)
      await server.db.run(
        sql`insert into setting_value (department_id, key, value) values (null, ${key}, ${JSON.stringify(value)}::jsonb)`,
      );
  }
  server.bus.publish('settings.changed', { departmentId: null });
}

type Car = Vehicle & { readonly plate: string };
const car = async (version: 2013 | 2019 = 2013): Promise<Car> => {
  const plate = `京B${++plates}`;
  return { ...(await radio.vehicle(plate, root, version)), plate };
};
const drive = async (terminal: TestTerminal, agoMs: number, speedKmh: number, statusBits = 3) => {
  const deviceAt = Math.floor((server.clock.now - agoMs) / SECOND_MS) * SECOND_MS;
  expect(await terminal.ask({ id: 0x0200, body: locationBody(deviceAt, { speedKmh, statusBits }) })).toBe(0);
};
const confirming = async ({ plate }: Car, cmdCode: string, more: object = {}) => ({
  confirmation: { cmdCode, vehicles: 1, plate, password: await server.vPasswd(PASSWORD), ...more },
});
const send = (name: string, cmdCode: string, cars: readonly Car[], more: object = {}) =>
  call(name, 'terminal/sendCommand', { cmdCode, targIds: cars.map(({ id }) => String(id)), ...more });
const commandsOf = async ({ id }: Car) =>
  (await server.db.query<{ params: unknown }>(sql`select cmd_code, params from command where vehicle_id = ${id}`)) ?? [];

describe('a command with a danger level', () => {
  it('is refused without a confirmation', async () => {
    const target = await car();
    await radio.online(target);
    for (const code of ['8105reset', '8105dataOff'])
      expect(await send('sender', code, [target])).toMatchObject({ code: '4001', msg: 'This command needs a confirmation' });
    expect(await commandsOf(target)).toEqual([]);
  });

  it('is refused if the confirmation names another command, count or plate', async () => {
    const target = await car();
    await radio.online(target);
    for (const [wrong, path] of [
      [{ cmdCode: '8105dataOff' }, 'confirmation.cmdCode'],
      [{ vehicles: 2 }, 'confirmation.vehicles'],
      [{ plate: '京B00000' }, 'confirmation.plate'],
      [{ plate: undefined }, 'confirmation.plate'],
    ] as const) {
      const body = await send('sender', '8105reset', [target], await confirming(target, '8105reset', wrong));
      expect([body.code, body.data.fields[0].path]).toEqual(['4001', path]);
    }
    expect(await commandsOf(target)).toEqual([]);
  });

  it('requires the password if it is dangerous, but not if it only needs a confirmation', async () => {
    const target = await car();
    await radio.online(target);
    const without = { confirmation: { cmdCode: '8105dataOff', vehicles: 1, plate: target.plate } };
    expect((await send('sender', '8105dataOff', [target], without)).msg).toBe('Incorrect password');
    const wrong = await confirming(target, '8105dataOff', { password: await server.vPasswd('Wrong-horse-7') });
    expect((await send('sender', '8105dataOff', [target], wrong)).code).toBe('4001');
    expect(await commandsOf(target)).toEqual([]);
    const reset = { confirmation: { cmdCode: '8105reset', vehicles: 1, plate: target.plate } };
    expect((await send('sender', '8105reset', [target], reset)).code).toBe('0');
    expect((await send('sender', '8105dataOff', [target], await confirming(target, '8105dataOff'))).code).toBe('0');
    expect((await commandsOf(target)).map(({ params }) => params)).toEqual([{ command: 4 }, { command: 6 }]);
  });

  it('requires its own permission', async () => {
    const target = await car();
    await radio.online(target);
    for (const [name, code] of [
      ['looker', '8105reset'],
      ['starter', '8105factoryReset'],
    ] as const)
      expect((await send(name, code, [target], await confirming(target, code))).code).toBe('4003');
  });

  it('cannot be resent from the command list; commands of other modules cannot be sent directly', async () => {
    const target = await car();
    const { id } = (await server.db.first<{ id: number }>(sql`
      insert into command (vehicle_id, account_id, cmd_code, message_id, params, resends, limit_ms, state, created_at, expire_at)
      select ${target.id}, id, '8105reset', 33029, '{"command": 4}', 0, 1000, 4, now(), now() from account where login_name = 'sender'
      returning id`))!;
    expect((await call('sender', 'terminal/resendCommand', { seqIds: [String(id)] })).msg).toBe(
      'This command needs a confirmation',
    );
    expect((await send('sender', '8105', [target])).code).toBe('4003');
    expect((await send('sender', '8108', [target], { params: { firmwareId: '1' } })).code).toBe('4003');
  });
});

describe('a moving vehicle', () => {
  const off = async (target: Car) => send('sender', '8105powerOff', [target], await confirming(target, '8105powerOff'));

  it('does not receive a command above the speed of the platform setting', async () => {
    const target = await car();
    const terminal = await radio.online(target);
    await drive(terminal, 10 * SECOND_MS, 6);
    expect(await off(target)).toMatchObject({ code: '4024', msg: 'The vehicle is moving, so this command is not allowed' });
    await setting({ commandMaxKmh: 6 });
    expect((await off(target)).code).toBe('0');
  });

  it('does not receive a command if its speed is unknown: no position, an old one, or no fix', async () => {
    const target = await car();
    const terminal = await radio.online(target);
    expect(await off(target)).toMatchObject({
      code: '4025',
      msg: 'The current speed of the vehicle is unknown, so this command is not allowed',
    });
    await drive(terminal, 6 * MINUTE_MS, 0);
    expect((await off(target)).code).toBe('4025');
    await drive(terminal, 5 * SECOND_MS, 0, 1);
    expect((await off(target)).code).toBe('4025');
    await drive(terminal, SECOND_MS, 0);
    expect((await off(target)).code).toBe('0');
  });

  it('is excluded from a send to several vehicles, with the reason', async () => {
    const [moving, still] = [await car(), await car()];
    await drive(await radio.online(moving), SECOND_MS, 60);
    await drive(await radio.online(still), SECOND_MS, 0);
    const confirmation = { cmdCode: '8105powerOff', vehicles: 2, password: await server.vPasswd(PASSWORD) };
    const body = await send('sender', '8105powerOff', [moving, still], { confirmation });
    const results = new Map(body.data.list.map((row: { targId: string; resultCode: unknown }) => [row.targId, row.resultCode]));
    expect([results.get(String(moving.id)), results.get(String(still.id))]).toEqual([4024, null]);
  });
});

describe('cutting fuel and power', () => {
  const cut = async (target: Car, cmdCode = '8105relayCut') =>
    send('sender', cmdCode, [target], { params: { reason: '车辆失窃' }, ...(await confirming(target, cmdCode)) });
  const model = async ({ phone }: Car, values: { relay?: number; lockValue?: number }) => {
    await server.db.run(sql`
      insert into terminal_model (department_id, maker, model, relay, lock_value)
      values (${root}, 'M', ${phone}, ${values.relay ?? null}, ${values.lockValue ?? null})`);
    await server.db.run(sql`update terminal set maker = 'M', model = ${phone} where phone = ${phone}`);
  };

  it('requires a terminal model with known relay commands', async () => {
    const target = await car();
    const terminal = await radio.online(target);
    for (const ago of [4, 2, 0]) await drive(terminal, ago * MINUTE_MS, 0);
    expect(await cut(target)).toMatchObject({ code: '4023', msg: 'This terminal does not support it' });
    await model(target, { relay: 2 });
    expect((await cut(target)).code).toBe('0');
    expect((await cut(target, '8105relayRestore')).code).toBe('0');
    expect((await commandsOf(target)).map(({ params }) => params)).toEqual([
      { command: 0xf0, relay: 1, reason: '车辆失窃' },
      { command: 0xf1, relay: 0, reason: '车辆失窃' },
    ]);
  });

  it('requires three minutes of standstill', async () => {
    const target = await car();
    await model(target, { relay: 1 });
    const terminal = await radio.online(target);
    await drive(terminal, 4 * MINUTE_MS, 30);
    await drive(terminal, 2 * MINUTE_MS, 0);
    await drive(terminal, 0, 0);
    expect(await cut(target)).toMatchObject({ code: '4024', msg: 'The vehicle is moving: fuel and power must not be cut' });
    server.clock.now += MINUTE_MS;
    expect((await cut(target)).code).toBe('0');
    server.clock.now -= MINUTE_MS;
  });

  it('requires a reason', async () => {
    const target = await car();
    const body = await send('sender', '8105relayCut', [target], await confirming(target, '8105relayCut'));
    expect([body.code, body.data.fields[0].path]).toEqual(['4001', 'params.reason']);
  });

  it('reads the door lock value from the terminal model in version 2019 only', async () => {
    const [old, newer] = [await car(2013), await car(2019)];
    for (const target of [old, newer]) await drive(await radio.online(target), SECOND_MS, 0);
    const lock = async (target: Car) => send('sender', '8500door', [target], await confirming(target, '8500door'));
    expect((await lock(old)).code).toBe('0');
    expect((await lock(newer)).code).toBe('4023');
    await model(newer, { lockValue: 0 });
    expect((await lock(newer)).code).toBe('0');
    expect((await commandsOf(newer)).map(({ params }) => params)).toEqual([{ door: 1, lockValue: 0 }]);
  });
});

describe('passwords in parameters', () => {
  it('are stored encrypted and never shown', async () => {
    const target = await car();
    await drive(await radio.online(target), SECOND_MS, 0);
    const params = { url: 'http://files.example.com/a.bin', firmware: '2.1', password: 'apn-secret' };
    const { data } = await send('sender', '8105upgrade', [target], { params, ...(await confirming(target, '8105upgrade')) });
    const stored = JSON.stringify(await commandsOf(target));
    expect(stored).toContain('sealedPassword');
    expect(stored).not.toContain('apn-secret');
    const list = JSON.stringify(await call('sender', 'terminal/listCommand', { seqIds: [data.list[0].seqId] }));
    expect(list).toContain('files.example.com');
    expect(list).not.toMatch(/sealedPassword|apn-secret/);
    const logged = JSON.stringify(await server.db.query(sql`select after from audit_log where object = ${target.plate}`));
    expect(logged).toContain('files.example.com');
    expect(logged).not.toMatch(/apn-secret/);
  });
});

describe('the approval of a second user', () => {
  const request = async (target: Car) => {
    const body = await send('sender', '8105dataOff', [target], await confirming(target, '8105dataOff'));
    expect(body).toMatchObject({ code: '0', data: { list: [] } });
    return body.data.batchId as string;
  };
  const decide = (name: string, batchId: string, approve: boolean, note = '') =>
    call(name, 'terminal/decideBatch', { batchId, approve, note });
  const batch = async (name: string, batchId: string) =>
    (await call(name, 'terminal/listBatch', {})).data.list.find((row: { batchId: string }) => row.batchId === batchId);

  it('is required before a dangerous command is sent, if the platform setting requires it', async () => {
    await setting({ commandApproval: true });
    const target = await car();
    const terminal = await radio.online(target);
    const id = await request(target);
    expect(await commandsOf(target)).toEqual([]);
    expect(await batch('sender', id)).toMatchObject({ state: 0, mine: true, mayDecide: false, total: 1 });
    expect(await batch('second', id)).toMatchObject({ state: 0, mine: false, mayDecide: true, username: 'sender' });
    const toDecide = await call('second', 'terminal/listBatch', { toDecide: true });
    expect(toDecide.data.list.map((row: { batchId: string }) => row.batchId)).toContain(id);
    expect((await call('sender', 'terminal/listBatch', { toDecide: true })).data.list).toEqual([]);

    expect(await decide('second', id, true, '已核实')).toMatchObject({ code: '0', data: { state: 1 } });
    const { serial, id: messageId } = await terminal.reply(({ type }) => type === 'terminalControl');
    terminal.send({ type: 'terminalAck', body: { serial, id: messageId, result: 0 } });
    await expect
      .poll(() => batch('sender', id), { timeout: 10_000 })
      .toMatchObject({ state: 3, decidedBy: 'second', note: '已核实' });
    expect((await decide('second', id, true)).code).toBe('4010');
    const audit = await server.db.query(
      sql`select account, after from audit_log where action = 'decideBatch' and object = ${id} and result = '0'`,
    );
    expect(audit).toEqual([{ account: 'second', after: { approve: true, note: '已核实' } }]);
  });

  it('is refused for the sender, for users without permission, and for vehicles outside the scope', async () => {
    await setting({ commandApproval: true });
    const target = await car();
    await radio.online(target);
    const id = await request(target);
    const codes = [];
    for (const name of ['sender', 'looker', 'branch', 'starter']) codes.push((await decide(name, id, true)).code);
    expect(codes).toEqual(['4003', '4004', '4004', '4004']);
    expect(await decide('second', id, false, '不同意')).toMatchObject({ data: { state: 5 } });
    expect(await batch('sender', id)).toMatchObject({ state: 5, decidedBy: 'second', note: '不同意' });
    expect(await commandsOf(target)).toEqual([]);
  });

  it('expires', async () => {
    await setting({ commandApproval: true, approvalMinutes: 5 });
    const target = await car();
    await radio.online(target);
    const id = await request(target);
    server.clock.now += 5 * MINUTE_MS;
    expect((await decide('second', id, true)).code).toBe('4010');
    await expect.poll(() => batch('sender', id), { timeout: 10_000 }).toMatchObject({ state: 6 });
    server.clock.now -= 5 * MINUTE_MS;
    expect(await commandsOf(target)).toEqual([]);
  });

  it('is not required for a command that only needs a confirmation', async () => {
    await setting({ commandApproval: true });
    const target = await car();
    await radio.online(target);
    const body = await send('sender', '8105reset', [target], await confirming(target, '8105reset'));
    expect(body.data.list).toHaveLength(1);
  });
});
