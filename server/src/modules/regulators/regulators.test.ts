import { type CommonMessage, GpsMessage } from '@fleetwarden/contract/live/live';
import { permission } from '@fleetwarden/contract/permissions';
import { sign } from '@fleetwarden/contract/sign';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';

let server: TestServer;
let [root, east, west] = [0, 0, 0];
let [boss, clerk, reader] = ['', '', ''];
let superiorId = 0;
/** Requests that the clerk of another department must not see. */
const foreign = { check: '', task: '', text: '', message: '' };

const CODES = ['2', '208', '20801', '20802', '20803', '20804', '61001', '61010'];
const answered: number[] = [];

const call = async (token: string, path: string, data: object = {}) =>
  (await server.post(path, { data, sign: sign(data as never) }, { authorization: token, cookie: 'language=en' })).body;
const idOf = async (statement: ReturnType<typeof sql>) => String((await server.db.first<{ id: number }>(statement))!.id);

const check = (question: string, deadlineAt = server.clock.now + 60_000) =>
  idOf(sql`
    insert into post_check (superior_id, serial, info_id, object_type, object_id, question, received_at, deadline_at)
    values (${superiorId}, 1, 7, 1, '7', ${question}, ${at(server.clock.now)}, ${at(deadlineAt)}) returning id`);
const task = (plate: string, vehicleId: number | null = null) =>
  idOf(sql`
    insert into supervision (superior_id, serial, supervision_no, vehicle_id, plate, warn_source, warn_type, warn_at, deadline_at, level,
      supervisor, phone, mail, received_at)
    values (${superiorId}, 1, 5, ${vehicleId}::integer, ${plate}, 1, 2, ${at(server.clock.now)}, ${at(server.clock.now + 60_000)}, 0, '王五',
      '010', '', ${at(server.clock.now)}) returning id`);

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('集团');
  east = await server.department('华东', root);
  west = await server.department('华西', root);
  await server.account('boss', root, [...CODES, permission.fileStop]);
  await server.account('clerk', west, CODES);
  await server.account('reader', root, ['2']);
  // may answer supervisions, but not list them
  await server.account('writer', root, ['20802']);
  [boss, clerk, reader] = [await server.signIn('boss'), await server.signIn('clerk'), await server.signIn('reader')];
  superiorId = Number(
    await idOf(sql`
      insert into superior_platform (department_id, name, standard, ip, port, user_id, password, access_code, local_ip, local_port, m1, ia1, ic1)
      values (${east}, '省平台', 0, '10.0.0.1', 9000, '1', '', '1', '10.0.0.2', 9001, '', '', '') returning id`),
  );
  server.bus.subscribe('superior.answered', (each) => void answered.push(each.superiorId));
  foreign.check = await check('在吗');
  foreign.task = await task('沪A00001');
  foreign.text = await idOf(sql`
    insert into platform_message (superior_id, serial, info_id, object_type, object_id, content, received_at)
    values (${superiorId}, 1, 7, 1, '7', '今晚维护', ${at(server.clock.now)}) returning id`);
  foreign.message = await idOf(sql`
    insert into link_message (superior_id, at, link, down, message_id, serial, plate, revision, body)
    values (${superiorId}, ${at(server.clock.now)}, 1, true, ${0x9301}, 5, null, 2011, ${Buffer.from('0000004d00000000', 'hex')})
    returning id`);
  await server.db.run(sql`
    insert into link_traffic (superior_id, hour, message_id, down, messages, bytes)
    values (${superiorId}, ${at(server.clock.now - HOUR_MS)}, ${0x1202}, false, 5, 330)`);
  await server.db.run(sql`
    insert into link_log (superior_id, at, link, state, reason) values (${superiorId}, ${at(server.clock.now)}, 0, 3, 'silent')`);
});
afterAll(() => server.stop());

describe('a post-check', () => {
  it('is answered once, before its deadline and not with an empty text', async () => {
    const id = await check('谁值班');
    expect((await call(boss, 'msg/replyPlatCheck', { rspSeqId: id, data: '  ' })).code).toBe('4001');
    expect((await call(boss, 'msg/replyPlatCheck', { objectId: '7', rspSeqId: id, data: '张三' })).code).toBe('0');
    expect(answered).toContain(superiorId);
    const again = await call(boss, 'msg/replyPlatCheck', { rspSeqId: id, data: '李四' });
    expect(again).toMatchObject({ code: '4013', msg: 'Someone else has already answered' });
    const { list } = (await call(boss, 'plat/listCheckRecord', { id: String(superiorId) })).data;
    expect(list.find(({ seqId }: { seqId: string }) => seqId === id)).toMatchObject({
      msgId: '0x00B9',
      platName: '省平台',
      msg: '谁值班',
      reply: '张三',
      repliedBy: 'boss',
      automatic: false,
      takenAt: null,
    });
  });

  it('after its deadline is refused and no longer listed as open', async () => {
    const id = await check('太迟', server.clock.now - 1);
    const late = await call(boss, 'msg/replyPlatCheck', { rspSeqId: id, data: '张三' });
    expect(late).toMatchObject({ code: '4012', msg: 'The time to answer has passed' });
    const { list } = (await call(boss, 'msg/listPlatCheck')).data;
    expect(list.map(({ msg }: { msg: string }) => msg)).toEqual(['在吗']);
  });

  it('requires a signature', async () => {
    const data = { rspSeqId: foreign.check, data: '张三' };
    const unsigned = await server.post('msg/replyPlatCheck', { data }, { authorization: boss });
    expect(unsigned.body.code).toBe('4002');
  });
});

describe('an outage of a link', () => {
  it('is filed with time and reason, requires a signature and permission to file stops, and refuses an empty time range', async () => {
    const times = { startTime: server.clock.now - HOUR_MS, endTime: server.clock.now };
    const outage = { id: String(superiorId), ...times, note: ' 线路检修 ' };
    expect((await server.post('plat/fileOutage', { data: outage }, { authorization: boss })).body.code).toBe('4002');
    expect((await call(clerk, 'plat/fileOutage', outage)).code).toBe('4003');
    expect((await call(boss, 'plat/fileOutage', { ...outage, endTime: times.startTime })).code).toBe('4001');
    expect((await call(boss, 'plat/fileOutage', outage)).code).toBe('0');
    const rows = await server.db.query(sql`select superior_id, from_at, until_at, note from link_outage`);
    expect(rows).toEqual([{ superior_id: superiorId, from_at: times.startTime, until_at: times.endTime, note: '线路检修' }]);
  });
});

describe('a supervision', () => {
  it('is answered as done if the dialog sends 2, or with the choice if there is one', async () => {
    const [first, second] = [await task('沪A00002'), await task('沪A00003')];
    const dialog = { carNo: '沪A00002', newCommandId: '0x9401', result: 2, superviseId: first, targId: '' };
    expect((await call(boss, 'warnScheme/sendWarnSuperviseRsp', dialog)).code).toBe('0');
    expect((await call(boss, 'warnScheme/sendWarnSuperviseRsp', { result: 2, choice: 3, superviseId: second })).code).toBe('0');
    const results = async () =>
      (await call(boss, 'warnScheme/qryWarnSuperviseReq', { answered: true })).data.list.map(
        ({ cno, supervise_jg }: { cno: string; supervise_jg: number }) => [cno, supervise_jg],
      );
    expect(await results()).toEqual([
      ['沪A00003', 3],
      ['沪A00002', 1],
    ]);
    // a postponed one can be settled; a settled one stays
    expect((await call(boss, 'warnScheme/sendWarnSuperviseRsp', { result: 1, superviseId: second })).code).toBe('0');
    expect((await call(boss, 'warnScheme/sendWarnSuperviseRsp', { result: 1, superviseId: first })).code).toBe('4013');
    expect((await results())[0]).toEqual(['沪A00003', 1]);
  });

  it('about a vehicle in scope is visible to users without access to the platform', async () => {
    const car = await addVehicle(server, { plate: '沪W00001', departmentId: west });
    const id = await task('沪W00001', car);
    const { data, pageModel } = await call(clerk, 'warnScheme/qryWarnSuperviseReq');
    expect(data.list).toMatchObject([{ supervise_id: id, tid: String(car), cno: '沪W00001', supervise_jg: null }]);
    expect(pageModel.total).toBe(1);
    expect((await call(clerk, 'warnScheme/sendWarnSuperviseRsp', { result: 0, superviseId: id })).code).toBe('0');
  });
});

describe('consoles', () => {
  let port = 0;
  beforeAll(async () => {
    port = await server.http.listen({ host: '127.0.0.1', port: 0 });
  });

  it('receive a supervision on gpsmsg too, with permission to list it and access to its platform or vehicle', async () => {
    await server.account('watcher', root, ['20801']);
    await server.account('mapper', root, ['20101']);
    const [watcher, mapper] = [await server.signIn('watcher'), await server.signIn('mapper')];
    const heard: Record<string, string[]> = {};
    const sockets = Object.entries({ boss, watcher, clerk, mapper }).map(([who, token]) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/gpsmsg/receive/${token.split('.')[0]}`, {
        headers: { authorization: token },
      });
      const ids: string[] = [];
      heard[who] = ids;
      socket.on('message', (data) => {
        const { warnSuperviseMessage = [] } = GpsMessage.parse(JSON.parse(String(data)));
        ids.push(...warnSuperviseMessage.map(({ supervise_id }) => supervise_id));
      });
      return socket;
    });
    await vi.waitFor(() => expect(server.monitor.sockets.count('gpsmsg')).toBe(4));
    const car = await addVehicle(server, { plate: '沪W00002', departmentId: west });
    const [eastern, western] = [await task('沪A00010'), await task('沪W00002', car)];
    const publish = (id: string) => server.bus.publish('superior.requested', { superiorId, kind: 'supervision', id: Number(id) });
    // the viewers join once their selection is loaded
    await vi.waitFor(() => {
      publish(eastern);
      publish(western);
      const ids = (who: string) => [...new Set(heard[who])].sort();
      expect([ids('boss'), ids('watcher'), ids('clerk')]).toEqual([[eastern, western], [eastern, western], [western]]);
    });
    expect(heard['mapper']).toEqual([]);
    for (const socket of sockets) socket.terminate();
    await vi.waitFor(() => expect(server.monitor.sockets.count('gpsmsg')).toBe(0));
  });

  it('are notified of requests and answers, only for users with permission to see them', async () => {
    const heard: Record<string, CommonMessage[]> = {};
    const sockets = Object.entries({ boss, clerk, reader, writer: await server.signIn('writer') }).map(([who, token]) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/commonmsg/${token.split('.')[0]}`, {
        headers: { authorization: token },
      });
      const messages: CommonMessage[] = [];
      heard[who] = messages;
      socket.on('message', (data) => messages.push(JSON.parse(String(data))));
      return socket;
    });
    await vi.waitFor(() => expect(server.monitor.sockets.count('commonmsg')).toBe(4));
    const asked = await check('还有人吗');
    server.bus.publish('superior.requested', { superiorId, kind: 'postCheck', id: Number(asked) });
    const urged = await task('沪A00009');
    server.bus.publish('superior.requested', { superiorId, kind: 'supervision', id: Number(urged) });
    server.bus.publish('superior.requested', { superiorId, kind: 'platformMessage', id: Number(foreign.text) });
    await vi.waitFor(() =>
      expect(heard['boss']!.map(({ type }) => type).sort()).toEqual(['platMessage', 'postCheck', 'warnSuperviseMessage']),
    );
    const told = (type: string) => heard['boss']!.findLast((message) => message.type === type)?.data;
    expect(told('postCheck')).toMatchObject({ msgId: '0x00B9', upPlatId: String(superiorId), seqId: asked, msg: '还有人吗' });
    // the names of the specification (console.md 3, Realtime GPS message)
    expect(told('warnSuperviseMessage')).toMatchObject({
      tid: `-${urged}`,
      cno: '沪A00009',
      supervise_id: urged,
      cmd_code: '0x9401',
      supervise_jg: null,
      warnInfo_src: 1,
      warn_type: 2,
      warn_time: server.clock.now,
      supervise_time: server.clock.now + 60_000,
      todo_level: 0,
      supervisor_tel: '010',
    });
    expect((await call(boss, 'msg/replyPlatCheck', { rspSeqId: asked, data: '在' })).code).toBe('0');
    await vi.waitFor(() => expect(told('postCheck')).toMatchObject({ reply: '在', repliedBy: 'boss' }));
    await server.db.run(sql`insert into superior_link (superior_id, main_state, sub_state) values (${superiorId}, 2, 3)`);
    server.bus.publish('superior.link', { superiorId });
    await vi.waitFor(() => expect(told('platLink')).toEqual({ id: String(superiorId), mainState: 2, subState: 3 }));
    expect([heard['clerk'], heard['reader'], heard['writer']]).toEqual([[], [], []]);
    for (const socket of sockets) socket.terminate();
  });
});

describe('messages on the links', () => {
  it('are listed by platform, message and hour', async () => {
    const id = String(superiorId);
    expect((await call(boss, 'plat/listLinkLog', { id })).data.list).toMatchObject([{ link: 0, state: 3, reason: 'silent' }]);
    const { list } = (await call(boss, 'plat/listMessageLog', { id, msgId: '0x9301', down: true })).data;
    expect(list).toMatchObject([{ id: foreign.message, msgId: '0x9301', serial: 5, plate: '', bytes: 8, fault: '' }]);
    expect((await call(boss, 'plat/listMessageLog', { id, msgId: '0x1202' })).data.list).toEqual([]);
    expect((await call(boss, 'plat/getMessage', { id: foreign.message })).data).toMatchObject({ hex: '0000004d00000000' });
    const { hours, checks } = (await call(boss, 'plat/statMessage', { id })).data;
    expect(hours).toMatchObject([{ msgId: '0x1202', down: false, messages: 5, bytes: 330 }]);
    expect(checks).toMatchObject({ asked: 4, answered: 2, inTime: 2 });
  });

  it('of text type store the note of the answer', async () => {
    expect((await call(boss, 'plat/replyPlatMessage', { id: foreign.text, note: '已知悉' })).code).toBe('0');
    expect((await call(boss, 'plat/listPlatMessage', { id: String(superiorId) })).data.list).toMatchObject([
      { content: '今晚维护', note: '已知悉', answeredBy: 'boss' },
    ]);
  });
});

describe('a user without access', () => {
  it('in another department sees nothing of the platform', async () => {
    const id = String(superiorId);
    const unknown: [string, object][] = [
      ['msg/replyPlatCheck', { rspSeqId: foreign.check, data: '张三' }],
      ['warnScheme/sendWarnSuperviseRsp', { result: 1, superviseId: foreign.task }],
      ['plat/replyPlatMessage', { id: foreign.text, note: '好' }],
      ['plat/getMessage', { id: foreign.message }],
      ...['listLinkLog', 'listMessageLog', 'statMessage', 'listCheckRecord', 'listSuperviseRecord', 'listPlatMessage'].map(
        (name): [string, object] => [`plat/${name}`, { id }],
      ),
    ];
    for (const [path, data] of unknown) expect([path, (await call(clerk, path, data)).code]).toEqual([path, '4004']);
    for (const path of ['plat/listCheckRecord', 'plat/listPlatMessage', 'msg/listPlatCheck'])
      expect([path, (await call(clerk, path)).data.list]).toEqual([path, []]);
  });

  it('without permission is refused', async () => {
    for (const path of ['msg/listPlatCheck', 'warnScheme/qryWarnSuperviseReq', 'plat/listCheckRecord'])
      expect([path, (await call(reader, path)).code]).toEqual([path, '4003']);
  });
});
