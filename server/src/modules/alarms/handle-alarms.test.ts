import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { allPermissions } from '@fleetwarden/contract/permission-tree';
import { sign } from '@fleetwarden/contract/sign';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addAlarm, type WantedAlarm } from '../../../test/support/alarms.ts';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { answer, type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { createOutbox, type Outbox } from '../../platform/bus/outbox.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { createCaseService } from './case-service.ts';

const NOW = Date.parse('2026-11-20T04:00:00Z');
const [EMERGENCY, FATIGUE_SEEN] = [0, 77];
const TEXT = '请减速';
const NO_REASON = { alreadyHandled: [], claimed: [], changed: [] };

let server: TestServer;
let radio: Radio;
let east: number;
let car: Vehicle;
let second: number;
let phones = 0;
const tokens = new Map<string, string>();
const accounts = new Map<string, number>();

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = NOW;
  radio = await startRadio(server);
  const root = await server.department('集团');
  east = await server.department('华东', root);
  for (const [name, codes] of [
    ['anna', allPermissions],
    ['ben', allPermissions],
    ['noTexts', ['20501', '20502']],
    ['noTemplates', ['20501', '20502', '20201']],
  ] as const) {
    accounts.set(name, await server.account(name, east, codes));
    tokens.set(name, await server.signIn(name));
  }
  second = await addVehicle(server, { plate: '京E22222', departmentId: east });
});
beforeEach(async () => {
  for (const table of ['alarm', 'command', 'bus_outbox', 'message_template', 'audit_log'])
    await server.db.run(`delete from ${table}`);
  car = await radio.vehicle(`京E1${String(++phones).padStart(4, '0')}`, east);
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

type Name = 'handleAlarms' | 'saveWarnHistoryDeal' | 'claimWarn' | 'getWarnDetail' | 'getWarnHistory';
const ask = async (who: string, name: Name, data: object) => {
  const { path, signed } = { signed: false, ...alarmsCalls[name] };
  const headers = { authorization: tokens.get(who)!, 'accept-language': 'zh' };
  return (await server.post(path, { data, ...(signed ? { sign: sign(data as never) } : {}) }, headers)).body;
};
const done = async (who: string, name: Name, data: object) => {
  const body = await ask(who, name, data);
  expect([name, body.code, body.msg]).toEqual([name, '0', expect.anything()]);
  return body.data;
};
const alarm = (wanted: Partial<WantedAlarm> = {}) =>
  addAlarm(server.db, { vehicleId: car.id, startAt: NOW - MINUTE_MS, ...wanted });
const item = (alarmGid: string, rest: object = {}) => ({ targId: String(car.id), alarmGid, ...rest });
const message = { flag: 1, message: TEXT, sendFlag: 11 };
const byMessage = (...gids: string[]) => ({ dealList: gids.map((gid) => item(gid)), dealType: 1, message });
const historyOf = async (alarmGid: string): Promise<{ action: string; detail: Record<string, unknown> }[]> =>
  (await done('anna', 'getWarnDetail', { alarmGid })).history;
const actions = async (gid: string) => (await historyOf(gid)).map(({ action }) => action);
const stateOf = async (alarmGid: string) => (await done('anna', 'getWarnHistory', { alarmGid })).state;
const commands = () =>
  server.db.query<{ code: string; state: number; sends: number }>(
    'select cmd_code as code, state, sends from command order by id',
  );
const outboxRows = () => server.db.query<{ subject: string }>('select subject from bus_outbox order by id');
/** Nothing of a handling remains: no case, no command, no event. */
const expectNothing = async (gid: string, state: 0 | 1 = 0) => {
  expect([await stateOf(gid), await commands(), await outboxRows()]).toEqual([state, [], []]);
};

describe('handling alarms in one call', () => {
  it('saves the case, sends text and confirmation to the terminal, and adds their answers to the history', async () => {
    const terminal = await radio.online(car);
    const gid = await alarm({ typeId: EMERGENCY });
    const data = { ...byMessage(gid), vNotes: '已提醒', status: 4, times: 3 };
    const changed: unknown[] = [];
    const end = server.bus.subscribe('cases.changed', (event) => void changed.push(event));
    expect(await done('anna', 'handleAlarms', data)).toEqual({
      handled: [gid],
      refused: [],
      ...NO_REASON,
    });
    end();
    expect(changed).toEqual([{ gids: [gid] }]);
    const text = await terminal.reply(({ type }) => type === 'sendText');
    expect(text.body).toMatchObject({ flag: 8, text: TEXT });
    const confirmation = await terminal.reply(({ type }) => type === 'confirmAlarm');
    expect(confirmation.body).toEqual({ serial: 0, alarmBits: 1 });
    answer(terminal, text);
    answer(terminal, confirmation);
    await eventually(async () => expect(await actions(gid)).toEqual(['handled', 'message', 'confirmed', 'answer', 'answer']));
    const [handled, texted, confirmed] = await historyOf(gid);
    expect(handled!.detail).toMatchObject({ dealType: 1, notes: '已提醒', status: 4, times: 3 });
    expect(texted!.detail).toMatchObject({ text: TEXT, channels: [8], commandId: expect.any(String) });
    expect(confirmed!.detail).toEqual({ commandId: expect.any(String) });
    expect(await stateOf(gid)).toBe(2);
    expect(await outboxRows()).toEqual([]);
    terminal.end();
  });

  it('sends one text per vehicle, which waits for a terminal that is offline', async () => {
    const gids = [await alarm(), await alarm(), await alarm({ vehicleId: second })];
    const dealList = [item(gids[0]!), item(gids[1]!), { targId: String(second), alarmGid: gids[2]! }];
    const reply = await done('anna', 'handleAlarms', { dealList, dealType: 1, message });
    expect(reply.handled.sort()).toEqual([...gids].sort());
    expect(await commands()).toEqual(Array(2).fill({ code: '8300', state: 0, sends: 0 }));
    const noted = await Promise.all(gids.map(async (gid) => (await historyOf(gid))[1]!.detail['commandId']));
    expect([noted[0] === noted[1], noted[0] === noted[2]]).toEqual([true, false]);
  });

  it.each([
    [5, 2],
    [6, 3],
  ])('with dealType %i sends no text', async (dealType, state) => {
    const gid = await alarm();
    await done('anna', 'handleAlarms', { dealList: [item(gid, { version: 1 })], dealType });
    expect([await stateOf(gid), await commands(), await actions(gid)]).toEqual([state, [], [state === 2 ? 'handled' : 'false']]);
    const data = { dealList: [item(await alarm())], dealType, message };
    expect(await ask('anna', 'handleAlarms', data)).toMatchObject({ code: '4001', data: { fields: [{ path: 'message' }] } });
  });

  it('does not depend on the confirmation: an offline terminal is skipped', async () => {
    const gid = await alarm({ typeId: EMERGENCY });
    await done('anna', 'handleAlarms', { dealList: [item(gid)], dealType: 5 });
    expect([await stateOf(gid), await actions(gid), await commands()]).toEqual([2, ['handled'], []]);
  });

  it('handles an alarm whose vehicle was removed', async () => {
    const gid = await alarm({ typeId: EMERGENCY });
    await server.db.run(sql`update vehicle set deleted_at = now() where id = ${car.id}`);
    expect(await done('anna', 'handleAlarms', { dealList: [item(gid)], dealType: 5 })).toMatchObject({ handled: [gid] });
    expect((await ask('anna', 'handleAlarms', byMessage(await alarm()))).code).toBe('4004');
  });

  it('must be signed, and is in the audit log with its result', async () => {
    const gid = await alarm();
    const headers = { authorization: tokens.get('anna')! };
    expect((await server.post(alarmsCalls.handleAlarms.path, { data: byMessage(gid) }, headers)).body.code).toBe('4002');
    await done('anna', 'handleAlarms', byMessage(gid));
    const rows = await server.db.query<{ after: object; result: string }>(
      "select after, result from audit_log where action = 'handleAlarms' and result = '0'",
    );
    expect(rows).toMatchObject([{ after: { message: { message: TEXT }, handled: [gid] } }]);
  });
});

describe('a case that changed since it was loaded', () => {
  it('by an escalation is still handled, and the text is sent once', async () => {
    const gid = await alarm({ dueAt: NOW - MINUTE_MS });
    await server.caseTransitions.escalate([gid], { accountId: null, scope: null, notes: '', idleMs: 0 });
    expect(await done('anna', 'handleAlarms', byMessage(gid))).toMatchObject({ handled: [gid], refused: [] });
    expect(await done('anna', 'handleAlarms', byMessage(gid))).toMatchObject({ handled: [], alreadyHandled: [gid] });
    expect((await commands()).map(({ code }) => code)).toEqual(['8300']);
  });

  it('by an own claim in another tab is handled; a case claimed by a colleague is returned, others are handled', async () => {
    const [mine, taken, open] = [await alarm(), await alarm(), await alarm()];
    await done('anna', 'claimWarn', { alarmGids: [mine] });
    await done('ben', 'claimWarn', { alarmGids: [taken] });
    const reply = await done('anna', 'handleAlarms', byMessage(mine, taken, open));
    expect({ ...reply, handled: reply.handled.toSorted() }).toEqual({
      handled: [mine, open].toSorted(),
      refused: [taken],
      ...NO_REASON,
      claimed: [{ alarmGid: taken, username: 'ben' }],
    });
    expect(await actions(taken)).toEqual(['claimed']);
  });
});

describe('a refused handling', () => {
  it('because of the version saves and sends nothing', async () => {
    const gid = await alarm();
    const data = { ...byMessage(), dealList: [item(gid, { version: 2 })] };
    expect(await done('anna', 'handleAlarms', data)).toEqual({
      handled: [],
      refused: [gid],
      ...NO_REASON,
      changed: [gid],
    });
    await expectNothing(gid);
  });

  it('because of the claim of a colleague saves and sends nothing', async () => {
    const gid = await alarm();
    await done('ben', 'claimWarn', { alarmGids: [gid] });
    expect(await done('anna', 'handleAlarms', byMessage(gid))).toEqual({
      handled: [],
      refused: [gid],
      ...NO_REASON,
      claimed: [{ alarmGid: gid, username: 'ben' }],
    });
    await expectNothing(gid, 1);
  });

  it('because of an earlier handling returns the alarm', async () => {
    const gid = await alarm();
    await done('ben', 'saveWarnHistoryDeal', { dealList: [item(gid)], dealType: 6 });
    expect(await done('anna', 'handleAlarms', byMessage(gid))).toEqual({
      handled: [],
      refused: [gid],
      ...NO_REASON,
      alreadyHandled: [gid],
    });
    expect([await stateOf(gid), await commands(), await outboxRows()]).toEqual([3, [], []]);
  });

  it('of an ordinary alarm does not affect the others; of a safety alarm prevents all', async () => {
    const [ordinary, safety, open] = [await alarm(), await alarm({ typeId: FATIGUE_SEEN }), await alarm()];
    await done('ben', 'saveWarnHistoryDeal', { dealList: [item(ordinary), item(safety)], dealType: 6 });
    expect(await done('anna', 'handleAlarms', byMessage(safety, open))).toEqual({
      handled: [],
      refused: [safety, open],
      ...NO_REASON,
      alreadyHandled: [safety],
    });
    await expectNothing(open);
    expect(await done('anna', 'handleAlarms', byMessage(ordinary, open))).toEqual({
      handled: [open],
      refused: [ordinary],
      ...NO_REASON,
      alreadyHandled: [ordinary],
    });
  });

  it('of the second of two simultaneous users leaves one case and one text', async () => {
    const gid = await alarm();
    const replies = await Promise.all(['anna', 'ben'].map((who) => done(who, 'handleAlarms', byMessage(gid))));
    expect(replies.map(({ handled }) => handled.length).sort()).toEqual([0, 1]);
    expect(await actions(gid)).toEqual(['handled', 'message']);
    expect(await commands()).toHaveLength(1);
  });

  it('because of a text that cannot be sent saves nothing', async () => {
    const gid = await alarm();
    await server.db.run(sql`
      insert into command (vehicle_id, account_id, cmd_code, message_id, params, resends, limit_ms, state, created_at, expire_at)
      select ${car.id}, ${accounts.get('ben')!}, '8300', 33536, '{}', 2, 1000, 0, to_timestamp(${NOW / 1000}), now() + interval '1 year'
      from generate_series(1, 200)`);
    expect((await ask('anna', 'handleAlarms', byMessage(gid))).code).toBe('4029');
    expect([await stateOf(gid), await actions(gid), await outboxRows()]).toEqual([0, [], []]);
    expect(await commands()).toHaveLength(200);
  });

  it('because of an invalid text or too many templates saves nothing', async () => {
    const gid = await alarm();
    for (const wrong of [{ message: '' }, { message: '字'.repeat(251) }, { sendFlag: 3 }])
      expect((await ask('anna', 'handleAlarms', { ...byMessage(gid), message: { ...message, ...wrong } })).code).toBe('4001');
    await server.db.run(sql`
      insert into message_template (account_id, name, description, content, created_at)
      select ${accounts.get('anna')!}, 'n' || n, '', 'x', now() from generate_series(1, 500) n`);
    const keep = { ...byMessage(gid), message: { ...message, isSetToTemplate: true } };
    expect((await ask('anna', 'handleAlarms', keep)).code).not.toBe('0');
    await expectNothing(gid);
    await server.db.run('delete from message_template');
    await done('anna', 'handleAlarms', keep);
    expect(await server.db.query('select content from message_template')).toEqual([{ content: TEXT }]);
  });

  it.each([
    ['text messages', 'noTexts', message],
    ['templates', 'noTemplates', { ...message, isSetToTemplate: true }],
  ])('without permission for %s saves nothing', async (_right, who, text) => {
    const gid = await alarm();
    expect((await ask(who, 'handleAlarms', { ...byMessage(gid), message: text })).code).toBe('4003');
    await expectNothing(gid);
    expect(await done(who, 'handleAlarms', { dealList: [item(gid)], dealType: 5 })).toMatchObject({ handled: [gid] });
  });

  it('of several alarms requires its own permission', async () => {
    const dealList = [item(await alarm()), item(await alarm())];
    expect((await ask('noTexts', 'handleAlarms', { dealList, dealType: 5 })).code).toBe('4003');
  });
});

describe('a crash between the commit and the send', () => {
  /** Handles as the call does, by a process that ends right after its commit. */
  const handleAndCrash = async (gid: string): Promise<void> => {
    const { db, bus, identity, commands: parts, caseTransitions } = server;
    const crashing: Pick<Outbox, 'add' | 'flushSoon'> = {
      ...createOutbox({ db, bus, log: console }),
      flushSoon: async () => undefined,
    };
    const answers = { note: async () => undefined, stop: async () => undefined };
    const cases = createCaseService({
      db,
      scopes: identity.scopes,
      caseTransitions,
      service: parts.service,
      answers,
      outbox: crashing,
      now: () => NOW,
    });
    const user = { accountId: accounts.get('anna')!, departmentId: east, rights: new Set(allPermissions) };
    const principal = user as unknown as Parameters<typeof cases.handle>[0];
    const found = await cases.findAlarms(principal, [gid], ['ordinary']);
    const data = { dealList: [item(gid)], dealType: 1, vNotes: '', message: { ...message, isSetToTemplate: false } } as const;
    const { dealList, ...rest } = data;
    await cases.handle(principal, found, { ...rest, dealList: [...dealList] } as Parameters<typeof cases.handle>[2]);
  };
  const texts = async () => (await commands()).filter(({ code }) => code === '8300');

  it('loses nothing and sends nothing twice, regardless of how often the outbox runs', async () => {
    const terminal = await radio.online(car);
    const gid = await alarm();
    await handleAndCrash(gid);
    expect([await stateOf(gid), await texts()]).toEqual([2, [{ code: '8300', state: 0, sends: 0 }]]);
    expect(await outboxRows()).toEqual([{ subject: 'cases.changed' }, { subject: 'command.queued' }]);
    const outbox = createOutbox({ db: server.db, bus: server.bus, log: console });
    const counts = await Promise.all([outbox.flush(), outbox.flush()]);
    expect(counts[0]! + counts[1]!).toBe(2);
    const text = await terminal.reply(({ type }) => type === 'sendText');
    expect(await outbox.flush()).toBe(0);
    answer(terminal, text);
    await eventually(async () => expect(await texts()).toEqual([{ code: '8300', state: 2, sends: 1 }]));
    terminal.end();
  });

  it('or during outbox publishing repeats the events, but sends the text once', async () => {
    const terminal = await radio.online(car);
    const gid = await alarm();
    await handleAndCrash(gid);
    const { db, bus } = server;
    const crash = new Error('crash');
    const crashing: Db = {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          await work(tx);
          throw crash;
        }),
    };
    await expect(createOutbox({ db: crashing, bus, log: console }).flush()).rejects.toBe(crash);
    const text = await terminal.reply(({ type }) => type === 'sendText');
    expect(await outboxRows()).toHaveLength(2);
    expect(await createOutbox({ db, bus, log: console }).flush()).toBe(2);
    answer(terminal, text);
    await eventually(async () => expect(await texts()).toEqual([{ code: '8300', state: 2, sends: 1 }]));
    expect(await outboxRows()).toEqual([]);
    terminal.end();
  });
});
