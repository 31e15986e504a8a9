import type { CommonMessage } from '@fleetwarden/contract/live/live';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';

/** Shifts, alerts of post-checks, and overdue supervisions. */
const CODES = ['2', '207', '20701', '208', '20801', '20802', '20803', '20804', '61001', '61011'];

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let superiorId = 0;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

const call = async (who: string, path: string, data: object = {}) =>
  (await server.post(path, { data, sign: sign(data as never) }, { authorization: tokens[who]!, cookie: 'language=en' })).body;
const idOf = async (statement: ReturnType<typeof sql>) => (await server.db.first<{ id: number }>(statement))!.id;

/** Stores and publishes a question like a link. */
const ask = async (seconds = 600): Promise<number> => {
  const id = await idOf(sql`
    insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at)
    values (${superiorId}, 1, 7, 1, '7', '在吗', ${at(server.clock.now)}, ${at(server.clock.now + seconds * 1000)}) returning id`);
  server.bus.publish('superior.requested', { superiorId, kind: 'postCheck', id });
  return id;
};
const callsOf = async (who: string): Promise<number[]> =>
  (await call(who, 'msg/listPlatCheck')).data.list.map(({ seqId }: { seqId: string }) => Number(seqId));
const notices = async (who: string) =>
  (await call(who, 'notice/listByUserIdAndDeptId')).data.list.map((each: { noticeTitle: string; noticeContent: string }) => [
    each.noticeTitle,
    each.noticeContent,
  ]);

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  for (const [name, department, codes] of [
    ['anna', root, CODES],
    ['bert', east, CODES],
    ['carl', west, CODES],
    ['dora', root, ['2', '207', '20701']],
  ] as const) {
    ids[name] = await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
  superiorId = await idOf(sql`
    insert into superior_platform (department_id, name, standard, ip, port, user_id, password, access_code, local_ip, local_port, m1, ia1, ic1,
      link_state)
    values (${east}, '省平台', 0, '10.0.0.1', 9000, '1', '', '1', '10.0.0.2', 9001, '', '', '', 1) returning id`);
});
afterEach(async () => {
  await server.db.run(sql`delete from duty_shift`);
  await server.db.run(sql`delete from post_check`);
});
afterAll(() => server.stop());

describe('a shift', () => {
  it('starts once, is visible to users whose scope includes it, and is handed over with open items', async () => {
    const first = await call('anna', 'duty/signIn');
    expect(first).toMatchObject({ code: '0', data: { userName: 'anna', endedAt: null } });
    expect((await call('anna', 'duty/signIn')).data.id).toBe(first.data.id);
    server.clock.now += MINUTE_MS;
    const { data: next } = await call('bert', 'duty/signIn');
    expect((await call('anna', 'duty/getDuty')).data).toMatchObject({
      own: { userName: 'anna' },
      list: [{ userName: 'anna' }, { userName: 'bert' }],
    });
    // a member of a part sees that part
    expect((await call('bert', 'duty/getDuty')).data.list).toMatchObject([{ userName: 'bert' }]);
    const left = await call('anna', 'duty/handOver', { note: '沪A00001 待回访', toId: next.id });
    expect(left.data).toMatchObject({ handedTo: 'bert', note: '沪A00001 待回访', endedAt: server.clock.now });
    expect((await call('anna', 'duty/getDuty')).data).toMatchObject({ own: null, last: { note: '沪A00001 待回访' } });
    expect((await call('anna', 'duty/listShift')).data.list).toMatchObject([{ userName: 'bert' }, { userName: 'anna' }]);
  });

  it('has the name given at sign-in, and its handover is confirmed once, by the next user', async () => {
    const { data: own } = await call('anna', 'duty/signIn', { shiftName: ' 早班 ' });
    expect(own.shiftName).toBe('早班');
    const { data: next } = await call('bert', 'duty/signIn');
    expect((await call('bert', 'duty/confirm', { id: own.id })).code).toBe('4004');
    await call('anna', 'duty/handOver', { note: '待回访' });
    // it names no user: any other one who sees it takes it, its own user does not
    expect((await call('anna', 'duty/getDuty')).data.mayConfirm).toBe(false);
    for (const who of ['anna', 'bert', 'carl']) expect((await call(who, 'duty/confirm', { id: own.id })).code, who).toBe('4004');
    server.clock.now += 1;
    await call('bert', 'duty/handOver', { note: '' });
    const asked = (await call('anna', 'duty/getDuty')).data;
    expect(asked).toMatchObject({ mayConfirm: true, last: { id: next.id, confirmedAt: null } });
    server.clock.now += MINUTE_MS;
    expect((await call('anna', 'duty/confirm', { id: next.id })).data).toMatchObject({
      handedTo: 'anna',
      confirmedAt: server.clock.now,
    });
    expect((await call('anna', 'duty/confirm', { id: next.id })).code).toBe('4004');
    expect((await call('anna', 'duty/getDuty')).data.mayConfirm).toBe(false);
  });

  it('cannot be handed over if it does not exist, or to a user who is not on duty', async () => {
    expect((await call('anna', 'duty/handOver', { note: '' })).code).toBe('4004');
    const { data: gone } = await call('bert', 'duty/signIn');
    await call('bert', 'duty/handOver', { note: '' });
    await call('anna', 'duty/signIn');
    expect((await call('anna', 'duty/handOver', { note: '', toId: gone.id })).code).toBe('4004');
  });

  it('requires permission to answer', async () => {
    for (const path of ['duty/getDuty', 'duty/signIn', 'duty/listShift']) expect((await call('dora', path)).code).toBe('4003');
  });

  it('ends automatically if its user does not end it', async () => {
    await call('anna', 'duty/signIn');
    server.clock.now += DAY_MS + 1;
    tokens['anna'] = await server.signIn('anna');
    await server.regulators.look();
    expect((await call('anna', 'duty/getDuty')).data).toMatchObject({ own: null, list: [] });
    for (const who of ['bert', 'carl', 'dora']) tokens[who] = await server.signIn(who);
  });
});

describe('a post-check', () => {
  it('alerts all users with permission to answer if no user is on duty', async () => {
    const id = await ask();
    await vi.waitFor(async () => expect([await callsOf('anna'), await callsOf('bert')]).toEqual([[id], [id]]));
    expect(await callsOf('carl')).toEqual([]);
  });

  it('alerts the user longest on duty, the next one after a minute, and finally all', async () => {
    await call('bert', 'duty/signIn');
    server.clock.now += 1;
    await call('anna', 'duty/signIn');
    // an operator on duty without access to the platform is not alerted
    await call('carl', 'duty/signIn');
    const id = await ask();
    await vi.waitFor(async () => expect(await callsOf('anna')).toEqual([]));
    expect(await callsOf('bert')).toEqual([id]);
    server.clock.now += MINUTE_MS - 1;
    await server.regulators.look();
    expect(await callsOf('anna')).toEqual([]);
    server.clock.now += 1;
    await server.regulators.look();
    expect((await call('anna', 'msg/listPlatCheck')).data.list).toMatchObject([
      { seqId: String(id), called: 2, leftMs: 540_000 },
    ]);
    server.clock.now += MINUTE_MS;
    await server.regulators.look();
    expect((await call('anna', 'msg/listPlatCheck')).data.list).toMatchObject([{ called: 0 }]);
  });

  it('alerts all users after part of a short deadline', async () => {
    await call('bert', 'duty/signIn');
    const id = await ask(30);
    await vi.waitFor(async () => expect(await callsOf('anna')).toEqual([]));
    server.clock.now += 15_000;
    await server.regulators.look();
    expect(await callsOf('anna')).toEqual([id]);
  });

  it('alerts the next user immediately if the alerted user hands over', async () => {
    await call('bert', 'duty/signIn');
    server.clock.now += 1;
    await call('anna', 'duty/signIn');
    const id = await ask();
    await vi.waitFor(async () => expect(await callsOf('anna')).toEqual([]));
    await call('bert', 'duty/handOver', { note: '' });
    await server.regulators.look();
    expect(await callsOf('anna')).toEqual([id]);
  });

  it('alerts no users after it was answered', async () => {
    await call('bert', 'duty/signIn');
    const id = await ask();
    await vi.waitFor(async () => expect(await callsOf('anna')).toEqual([]));
    expect((await call('bert', 'msg/replyPlatCheck', { rspSeqId: String(id), data: '在' })).code).toBe('0');
    server.clock.now += MINUTE_MS;
    await server.regulators.look();
    expect([await callsOf('anna'), await callsOf('bert')]).toEqual([[], []]);
  });

  it('is sent to the console of the alerted user, and to others only when it is their turn', async () => {
    await call('bert', 'duty/signIn');
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const heard: Record<string, CommonMessage[]> = {};
    const sockets = ['anna', 'bert'].map((who) => {
      const token = tokens[who]!;
      const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/commonmsg/${token.split('.')[0]}`, {
        headers: { authorization: token },
      });
      const messages: CommonMessage[] = [];
      heard[who] = messages;
      socket.on('message', (data) => messages.push(JSON.parse(String(data))));
      return socket;
    });
    await vi.waitFor(() => expect(server.monitor.sockets.count('commonmsg')).toBe(2));
    await ask();
    const types = (who: string) => heard[who]!.map(({ type }) => type);
    await vi.waitFor(() => expect(types('bert')).toEqual(['postCheck']));
    expect(types('anna')).toEqual([]);
    server.clock.now += MINUTE_MS;
    await server.regulators.look();
    await vi.waitFor(() => expect(types('anna')).toEqual(['postCheck']));
    for (const socket of sockets) socket.terminate();
  });
});

describe('automatic notifications', () => {
  const down = (minutes: number) =>
    server.db.run(sql`
      insert into superior_link (superior_id, main_state, main_since, down_since)
      values (${superiorId}, 3, ${at(server.clock.now)}, ${at(server.clock.now - minutes * MINUTE_MS)})
      on conflict (superior_id) do update set main_state = 3, main_since = excluded.main_since, down_since = excluded.down_since`);

  it('report a link that is down for more than five minutes, once, and its recovery', async () => {
    await down(4);
    await server.regulators.look();
    expect(await notices('anna')).toEqual([]);
    server.clock.now += MINUTE_MS;
    await server.regulators.look();
    await server.regulators.look();
    const told = ['Superior platform link down', expect.stringContaining('省平台')];
    expect(await notices('bert')).toEqual([told]);
    // in another department
    expect(await notices('carl')).toEqual([]);
    await server.db.run(sql`update superior_link set main_state = 2, down_since = null`);
    server.clock.now += 1;
    await server.regulators.look();
    await server.regulators.look();
    expect(await notices('bert')).toEqual([['Superior platform link restored', expect.stringContaining('省平台')], told]);
  });

  it('do not report a link that users switched off', async () => {
    const before = (await notices('bert')).length;
    await down(60);
    await server.db.run(sql`update superior_platform set link_state = 0`);
    await server.regulators.look();
    expect(await notices('bert')).toHaveLength(before);
    await server.db.run(sql`delete from superior_link`);
    await server.db.run(sql`update superior_platform set link_state = 1`);
  });

  it('report a supervision without an answer in time, once; the row shows it as overdue', async () => {
    const car = await addVehicle(server, { plate: '沪A70001', departmentId: east });
    await server.db.run(sql`
      insert into supervision (superior_id, serial, supervision_no, vehicle_id, plate, warn_source, warn_type, warn_at, deadline_at, level,
        supervisor, phone, mail, received_at)
      values (${superiorId}, 1, 5, ${car}, '沪A70001', 1, 2, ${at(server.clock.now)}, ${at(server.clock.now + MINUTE_MS)}, 0, '王五', '010', '',
        ${at(server.clock.now)})`);
    await server.regulators.look();
    const tasks = async () => (await call('bert', 'warnScheme/qryWarnSuperviseReq')).data.list;
    const said: unknown[] = [];
    const end = server.bus.subscribe('alarm.reported', (alarm) => void said.push(alarm));
    expect(await tasks()).toMatchObject([{ overdue: false }]);
    server.clock.now += MINUTE_MS + 1;
    await server.regulators.look();
    await server.regulators.look();
    expect(await tasks()).toMatchObject([{ overdue: true, note: '' }]);
    end();
    const [{ supervise_id: source }] = await tasks();
    expect(said).toEqual([{ vehicleId: car, typeId: 145, source: Number(source), at: server.clock.now - 1, text: '省平台' }]);
    const overdue = (await notices('bert')).filter(([title]: string[]) => title === 'Supervision request overdue');
    expect(overdue).toEqual([['Supervision request overdue', expect.stringMatching(/省平台.*沪A70001/)]]);
    const [{ supervise_id }] = await tasks();
    const answer = { result: 2, choice: 3, superviseId: supervise_id, data: '已联系驾驶员' };
    expect((await call('bert', 'warnScheme/sendWarnSuperviseRsp', answer)).code).toBe('0');
    expect(await tasks()).toMatchObject([{ supervise_jg: 3, note: '已联系驾驶员' }]);
  });
});

describe('positions for a repeated upload', () => {
  it('are limited to bound vehicles in the scope', async () => {
    const [mine, theirs] = [
      await addVehicle(server, { plate: '沪A70002', departmentId: east }),
      await addVehicle(server, { plate: '沪W70002', departmentId: west }),
    ];
    for (const car of [mine, theirs])
      await server.db.run(sql`insert into superior_vehicle (superior_id, vehicle_id) values (${superiorId}, ${car})`);
    const { now } = server.clock;
    const asked = { id: String(superiorId), startTime: now - MINUTE_MS, endTime: now };
    expect((await call('carl', 'plat/reuploadPosition', asked)).code).toBe('4004');
    expect((await call('bert', 'plat/reuploadPosition', { ...asked, carIds: [String(theirs)] })).data).toEqual({ vehicles: 0 });
    expect((await call('bert', 'plat/reuploadPosition', asked)).data).toEqual({ vehicles: 1 });
    const { list } = (await call('bert', 'plat/listUploadCar', { id: String(superiorId) })).data;
    expect(list).toMatchObject([{ carId: String(mine), carNo: '沪A70002', deptName: '华东', resending: true, takenTo: null }]);
  });
});
