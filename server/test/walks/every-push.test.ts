import { classOfType } from '@fleetwarden/contract/alarms/alarm-rights';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { builtInRoles } from '@fleetwarden/contract/identity/built-in-roles';
import { sign } from '@fleetwarden/contract/sign';
import { ALARM_TYPES } from '@fleetwarden/domain/alarm-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuiltInRoles } from '../../src/modules/identity/index.ts';
import { sql } from '../../src/platform/db/database.ts';
import { addAlarm } from '../support/alarms.ts';
import { eventually } from '../support/gateway/gateway-fixture.ts';
import { openLiveSocket } from '../support/live-socket.ts';
import { addVehicle } from '../support/test-fleet.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** One alarm type of each class. */
const TYPES = (['ordinary', 'event', 'safety'] as const).map((name) => ALARM_TYPES.find((type) => type.class === name)!.id);
/** Codes that could admit to alarms, each alone, and roles that a platform starts with. */
const CODES = ['20101', '205', '20501', '20502', '17030101', '17030110', '5020301', '1504', '20401'] as const;
const WHO = [...builtInRoles.map(({ key }) => key), ...CODES.map((code) => `code ${code}`), 'nobody'];

let server: TestServer;
let port: number;
/** Alarms in the readers' department, and beside it. */
const within: string[] = [];
const outside: string[] = [];
const vehicles = new Map<string, { vehicleId: number; typeId: number }>();
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
  const root = await server.department('Head office');
  const own = await server.department('Own', root);
  const other = await server.department('Other', root);
  const roles = await ensureBuiltInRoles(server.db);
  for (const who of WHO) {
    const id = await server.account(who, own, who.startsWith('code ') ? [who.slice('code '.length)] : []);
    const role = roles.get(who as never);
    if (role !== undefined) await server.db.run(sql`update account_role set role_id = ${role} where account_id = ${id}`);
    tokens.set(who, await server.signIn(who));
  }
  for (const [list, departmentId, plate] of [
    [within, own, '京A00001'],
    [outside, other, '京A00002'],
  ] as const) {
    const vehicleId = await addVehicle(server, { plate, departmentId });
    for (const typeId of TYPES) {
      const gid = await addAlarm(server.db, { vehicleId, typeId, startAt: server.clock.now - 60_000 });
      list.push(gid);
      vehicles.set(gid, { vehicleId, typeId });
    }
  }
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  port = await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

/** The alarms that a user's lists show. */
async function listed(who: string): Promise<string[]> {
  const gids: string[] = [];
  for (const name of ['listWarnHistory', 'safetyList'] as const) {
    const data = {};
    const { body } = await server.post(
      alarmsCalls[name].path,
      { data, ...('signed' in alarmsCalls[name] ? { sign: sign(data) } : {}), pageModel: { page: 1, limit: 50 } },
      { authorization: tokens.get(who)! },
    );
    expect(['0', '4003']).toContain(body.code);
    if (body.code === '0') gids.push(...body.data.list.map(({ alarmGid }: { alarmGid: string }) => alarmGid));
  }
  return [...new Set(gids)].sort();
}

type Alarm = { readonly alarmGid: string };
/** What both sockets send, as far as it tells of alarms. */
type Message = { readonly alarmResult?: Alarm[]; readonly data?: { readonly list?: Alarm[] } };

/** The alarms that a user's socket receives when something happens, at least `count`; none where the socket is refused. */
async function pushed(
  who: string,
  kind: 'gpsmsg' | 'commonmsg',
  happen: () => void | Promise<void>,
  { count, readAlarms }: { readonly count: number; readonly readAlarms: (message: Message) => Alarm[] | undefined },
): Promise<string[]> {
  const opened = await openLiveSocket(port, tokens.get(who)!, kind).catch((error: Error) => {
    expect(error.message).toContain('403');
    return undefined;
  });
  if (opened === undefined) return [];
  await happen();
  const gids = () => opened.messages.flatMap((text) => (readAlarms(JSON.parse(text)) ?? []).map(({ alarmGid }) => alarmGid));
  await eventually(() => expect(gids().length).toBeGreaterThanOrEqual(count));
  // an answered heartbeat follows what was pushed before it
  for (let i = 0; i < 3; i++) {
    const before = opened.messages.length;
    opened.socket.send('H#C');
    await eventually(async () => expect(opened.messages.length).toBeGreaterThan(before));
  }
  opened.socket.terminate();
  return gids().sort();
}

let seq = 1_000;
const raise = () =>
  server.bus.publish(
    'alarms.changed',
    [...within, ...outside].map((gid) => ({
      ...vehicles.get(gid)!,
      seq: ++seq,
      gid,
      source: 0,
      level: 2 as const,
      raised: true,
      startAt: 1,
      lastAt: 2,
      endAt: null,
      lng: 113,
      lat: 23,
      speedKmh: 80,
      value: null,
      limit: null,
      times: 1,
      storm: false,
      info: null,
    })),
  );
const changeCases = () => server.bus.publish('cases.changed', { gids: [...within, ...outside] });

describe('pushed alarms are the same as in the lists', () => {
  it.each(WHO)('for %s', async (who) => {
    const mayList = await listed(who);
    const count = mayList.length;
    expect(await pushed(who, 'gpsmsg', raise, { count, readAlarms: (told) => told.alarmResult })).toEqual(mayList);
    expect(await pushed(who, 'commonmsg', changeCases, { count, readAlarms: (told) => told.data?.list })).toEqual(mayList);
  });

  it('and belong to no other department', async () => {
    expect(await listed('superAdministrator')).toEqual(within.toSorted());
  });

  it('by class: each permission shows only its own alarm classes', async () => {
    const classesOf = async (who: string) => new Set((await listed(who)).map((gid) => classOfType(vehicles.get(gid)!.typeId)));
    expect(await classesOf('code 20501')).toEqual(new Set(['ordinary', 'event']));
    expect(await classesOf('code 17030101')).toEqual(new Set(['safety']));
    expect(await classesOf('code 20101')).toEqual(new Set());
  });
});
