import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { writeLocation } from '@fleetwarden/protocol/jt808';
import { decodeFrame, encodeFrame } from '@fleetwarden/protocol/jt809';
import type { UpperOptions, UpperPlatform } from '@fleetwarden/simulator/regulator';
import { describe, expect, it } from 'vitest';
import { createWaybillStore } from '../../src/ingest/waybill-store.ts';
import { at, sql } from '../../src/platform/db/database.ts';
import { eventually } from '../support/gateway/gateway-fixture.ts';
import { KEYS, linksOfFile, PASSWORD, SECRET_KEY, second, timesOf } from '../support/regulator-links.ts';
import { addVehicle, live } from '../support/test-fleet.ts';

/** Links to a simulated superior platform over real sockets, in both printings, encrypted and not. */
const { fixture, taken, call, signedCall, upperOf, regulator, superiorAt, car, positions, rowOf, nextPlate } = linksOfFile();

const FORMS = [
  { revision: 2011, encrypted: false },
  { revision: 2011, encrypted: true },
  { revision: 2019, encrypted: false },
  { revision: 2019, encrypted: true },
] as const;

describe.each(FORMS)('a link of $revision, encrypted: $encrypted', ({ revision, encrypted }) => {
  const encryption = encrypted ? { encrypt: 1, encryptKey: '256178' } : {};
  const started = async () => {
    const upper = await upperOf({ revision, encryptKey: encrypted ? 256_178 : null });
    const { port } = await regulator();
    const id = await superiorAt(upper, port, { standard: revision === 2019 ? 1 : 0, ...encryption });
    await eventually(() => expect(upper.subUp).toBe(true));
    return { upper, id };
  };

  it('logs in, accepts the sub link, and registers a vehicle before its first position', async () => {
    const { upper, id } = await started();
    expect(upper.logins).toEqual([0]);
    const { id: vehicleId, plate } = await car(id);
    const now = second();
    await positions(vehicleId, [now - 2000, now - 1000]);
    await eventually(() => expect(upper.of('position')).toHaveLength(2));
    const about = upper.received.filter(({ vehicle }) => vehicle?.plate === plate).map(({ type }) => type);
    expect(about).toEqual(['vehicleRegister', 'position', 'position']);
    expect(timesOf(upper)).toEqual([now - 2000, now - 1000]);
    expect(upper.of('position')[0]!.vehicle).toEqual({ plate, colour: 2 });
    expect(upper.of('vehicleRegister')[0]!.body).toMatchObject({ platform: '11010000001' });
    expect(upper.badFrames).toBe(0);
    const { data } = await call('plat/listLinkState');
    await eventually(async () =>
      expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainState: 2, subState: 2 }),
    );
    expect(data.list[0].vehicles).toBe(1);
  });

  it('receives a question, and answers with the number of the question', async () => {
    const { upper, id } = await started();
    const serial = upper.ask({
      type: 'postCheck',
      body: { objectType: 1, objectId: '7', infoId: 77, text: '谁在岗？', window: 120 },
    });
    const check = await rowOf<{ id: number }>(sql`select id, question, info_id from post_check where superior_id = ${id}`);
    expect(check).toMatchObject({ question: '谁在岗？', info_id: 77 });
    const { list } = (await call('msg/listPlatCheck')).data;
    expect(list).toMatchObject([{ msgId: '0x00B9', upPlatId: String(id), seqId: String(check.id), msg: '谁在岗？' }]);
    const reply = { objectId: '7', rspSeqId: String(check.id), data: '张三在岗' };
    expect((await signedCall('msg/replyPlatCheck', reply)).code).toBe('0');
    await eventually(() => expect(upper.of('postCheckReply')).toHaveLength(1));
    const { body } = upper.of('postCheckReply')[0]!;
    expect(body).toMatchObject({ objectType: 1, text: '张三在岗' });
    expect(body).toMatchObject(
      // the user has no phone, so it is the one of the platform's record
      revision === 2019 ? { sourceType: 0x9301, sourceSerial: serial, responderPhone: '13800138000' } : { infoId: 77 },
    );
  });

  it('supervises an alarm, and reports its handling', async () => {
    const { upper, id } = await started();
    const { id: vehicleId, plate } = await car(id);
    const warnTime = second() / 1000;
    const vehicle = revision === 2019 ? null : { plate, colour: 2 };
    const body = {
      warnTime,
      deadline: warnTime + 3600,
      level: 0,
      supervisor: '王五',
      phone: '010-1',
      mail: 'w@example.cn',
      ...(revision === 2019
        ? { platform: '11000000000', sourceType: 0x1402, sourceSerial: 4_000_000 }
        : { warnSource: 1, warnType: 2, supervisionId: 5 }),
    };
    const serial = upper.ask({ type: 'urge', body, vehicle });
    const row = await rowOf<{ id: number; vehicle_id: number | null }>(
      sql`select id, vehicle_id from supervision where superior_id = ${id}`,
    );
    expect(row.vehicle_id).toBe(revision === 2019 ? null : vehicleId);
    const { list } = (await call('warnScheme/qryWarnSuperviseReq')).data;
    expect(list).toMatchObject([{ supervise_id: String(row.id), todo_level: 0, supervisor: '王五', supervise_jg: null }]);
    const answer = { carNo: plate, newCommandId: '0x9401', result: 2, superviseId: String(row.id), targId: String(vehicleId) };
    expect((await call('warnScheme/sendWarnSuperviseRsp', answer)).code).toBe('0');
    await eventually(() => expect(upper.of('urgeReply')).toHaveLength(1));
    expect(upper.of('urgeReply')[0]!.body).toMatchObject(
      revision === 2019 ? { sourceType: 0x9401, sourceSerial: serial, result: 1 } : { supervisionId: 5, result: 1 },
    );
  });
});

describe('several platforms at the same time', () => {
  it('have their own sub links on one port, and receive only their own vehicles', async () => {
    const { port } = await regulator();
    const province = await upperOf({ subAt: { host: '127.0.0.1', port } });
    const city = await upperOf({ revision: 2019, accessCode: 8, encryptKey: 256_178, subAt: { host: '127.0.0.1', port } });
    const first = await superiorAt(province, 20_001);
    const second_ = await superiorAt(city, 20_002, { standard: 1, accessCode: '8', encrypt: 1, encryptKey: '256178' });
    await eventually(() => expect([province.subUp, city.subUp]).toEqual([true, true]));
    const [one, other] = [await car(first), await car(second_)];
    await call('plat/bindCar', { id: String(second_), addCars: [String(one.id)] });
    const now = second();
    await positions(one.id, [now - 2000]);
    await positions(other.id, [now - 1000]);
    const plates = (upper: UpperPlatform) => upper.of('position').map(({ vehicle }) => vehicle?.plate);
    await eventually(() => expect(plates(city).toSorted()).toEqual([one.plate, other.plate]));
    await eventually(() => expect(plates(province)).toEqual([one.plate]));
    // one is switched off, the other stays
    await call('plat/linkSuperior', { ids: [String(first)], linkState: 0 });
    await eventually(() => expect(province.of('logout')).toHaveLength(1));
    await positions(one.id, [now]);
    await eventually(() => expect(timesOf(city)).toContain(now));
    expect(timesOf(province)).toEqual([now - 2000]);
    expect(city.of('logout')).toEqual([]);
  });
});

describe('a link that ends', () => {
  it('is reported over the sub link: when the main link is cut, and when both are closed', async () => {
    const upper = await upperOf();
    const { port, regulator: made } = await regulator();
    await superiorAt(upper, port);
    await eventually(() => expect(upper.subUp).toBe(true));
    upper.cut('main');
    await eventually(() =>
      expect(upper.of('mainDisconnected').map(({ body, link }) => [body.reason, link])).toEqual([[0, 'sub']]),
    );
    await eventually(() => expect([upper.logins.length, upper.subUp]).toEqual([2, true]));
    await made.stop();
    expect(upper.of('mainClosing').map(({ body, link }) => [body.reason, link])).toEqual([[0, 'sub']]);
    expect(upper.of('mainDisconnected')).toHaveLength(1);
  });
});

describe('forwarded positions', () => {
  it('are counted when they are acknowledged, and as failed when the link breaks before', async () => {
    const upper = await upperOf({ deaf: true });
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    const counted = () =>
      fixture.server.db.first(sql`
        select sum(sent)::integer as sent, sum(filled)::integer as filled, sum(failed)::integer as failed,
          (select count(*)::integer from link_forward_vehicle where superior_id = ${id}) as vehicles
        from link_forward where superior_id = ${id}`);
    await positions(vehicleId, [now - HOUR_MS, now - 2000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(1));
    upper.set({ deaf: false });
    upper.cut('main');
    await eventually(async () => expect(await counted()).toEqual({ sent: 1, filled: 0, failed: 1, vehicles: 1 }));
    const asked = { id: String(id), startTime: now - HOUR_MS - 1000, endTime: now - HOUR_MS + 1000 };
    expect((await call('plat/reuploadPosition', asked)).data).toEqual({ vehicles: 1 });
    await eventually(async () => expect(await counted()).toEqual({ sent: 1, filled: 1, failed: 1, vehicles: 1 }));
  });

  it('of 2019 carry all additional items of the terminal', async () => {
    const upper = await upperOf({ revision: 2019 });
    const { port } = await regulator();
    const id = await superiorAt(upper, port, { standard: 1 });
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    const extra = '01040001e24002020375030200642a0200033001181401051104ffffffff31010e640100';
    await positions(vehicleId, []);
    await fixture.server.db.run(sql`
      insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, backfill,
        quality, odometer_km, fuel_l, recorder_kmh, io_bits, signal, satellites, extra)
      values (${vehicleId}, ${at(now - 1000)}, now(), 116.3964, 39.9093, 50, 60, 90, 0, 3, false, 0, 12345.6, 88.5, 10, 3, 24, 14,
        decode(${extra}, 'hex'))`);
    fixture.server.bus.publish('vehicles.updated', [live(vehicleId)]);
    await eventually(() => expect(upper.of('position')).toHaveLength(1));
    const { location } = upper.of('position')[0]!.body.at2019!;
    expect(Buffer.from(location.subarray(28)).toString('hex')).toBe(extra);
  });

  it('of the 2013 supplement follow its longer registration', async () => {
    const upper = await upperOf({ revision: 2013 });
    const { port } = await regulator();
    const id = await superiorAt(upper, port, { standard: 0, supplement2013: true });
    await eventually(() => expect(upper.subUp).toBe(true));
    const { id: vehicleId } = await car(id, { model: 'A-MODEL-OF-16-BYT' });
    await positions(vehicleId, [second() - 1000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(1));
    expect(upper.of('vehicleRegister')).toMatchObject([{ revision: 2013, body: { model: 'A-MODEL-OF-16-BYT' } }]);
  });
});

describe('sub links of several platforms', () => {
  const freePort = async (): Promise<number> => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    return port;
  };
  const links = async () => (await call('plat/listLinkState')).data.list;

  it('use the port configured for their platform, which is open while a platform is linked there', async () => {
    const { port } = await regulator();
    const own = await freePort();
    const [province, city] = [await upperOf(), await upperOf({ revision: 2019, accessCode: 8 })];
    await superiorAt(province, port);
    const id = await superiorAt(city, own, { standard: 1, accessCode: '8' });
    await eventually(() => expect([province.subUp, city.subUp]).toEqual([true, true]));
    city.cut('sub');
    await eventually(() => expect(city.subUp).toBe(false));
    await call('plat/linkSuperior', { ids: [String(id)], linkState: 0 });
    await eventually(async () => {
      const stranger = connect(own, '127.0.0.1');
      await expect(once(stranger, 'connect')).rejects.toThrow('ECONNREFUSED');
    });
    expect(province.subUp).toBe(true);
  });

  it('share a port, even if two platforms gave us the same access code', async () => {
    const { port } = await regulator();
    const [one, other] = [await upperOf(), await upperOf()];
    const [first, next] = [await superiorAt(one, port), await superiorAt(other, port)];
    await eventually(() => expect([one.subUp, other.subUp]).toEqual([true, true]));
    one.ask({ type: 'postCheck', body: { infoId: 1, text: '一' } });
    other.ask({ type: 'postCheck', body: { infoId: 2, text: '二' } });
    for (const [id, question] of [
      [first, '一'],
      [next, '二'],
    ] as const)
      expect(await rowOf(sql`select question from post_check where superior_id = ${id}`)).toEqual({ question });
  });

  it('cannot use a port that is already in use: the list shows the reason', async () => {
    await regulator();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await superiorAt(await upperOf({ mainOnly: true }), port);
    await eventually(async () =>
      expect(await links()).toMatchObject([{ mainState: 2, subState: 3, subReason: `port ${port}: EADDRINUSE` }]),
    );
    taken.close();
  });
});

describe('an unknown client at the port for sub links', () => {
  /** Sends a sub login; returns the answer after its serial, in hex. Empty: closed without an answer. */
  const tryCode = async (port: number, accessCode: number, verifyCode: number): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    const code = Buffer.alloc(4);
    code.writeUInt32BE(verifyCode);
    socket.write(encodeFrame({ serial: 1, id: 0x9001, accessCode }, code, { revision: 2011, keys: null }));
    await once(socket, 'close');
    if (chunks.length === 0) return '';
    const { header, body } = decodeFrame(Buffer.concat(chunks), { revision: 2011, keys: null });
    return `${header.id.toString(16)} ${header.encrypted} ${Buffer.from(body).toString('hex')}`;
  };

  it('gets the same answer for known and unknown access codes, and no more answers after the limit', async () => {
    const upper = await upperOf({ encryptKey: 256_178 });
    const { port } = await regulator({ earlySubMs: 50, refusedPerMinute: 4 });
    await superiorAt(upper, port, { encrypt: 1, encryptKey: '256178' });
    await eventually(() => expect(upper.subUp).toBe(true));
    const answers = [
      await tryCode(port, 7, 1),
      await tryCode(port, 99, 1),
      await tryCode(port, 7, 2),
      await tryCode(port, 98, 2),
    ];
    expect(answers).toEqual(Array.from({ length: 4 }, () => '9002 0 01'));
    expect(await tryCode(port, 99, 3).catch(() => '')).toBe('');
    expect(upper.subUp).toBe(true);
  });
});

describe('data that waits for a link', () => {
  it('is sent in messages of five after reconnecting, each position exactly once', async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    await positions(vehicleId, [now - 20_000]);
    const takenTo = sql`select taken_to from superior_vehicle where vehicle_id = ${vehicleId}`;
    await eventually(async () => expect(await fixture.server.db.first(takenTo)).toEqual({ taken_to: now - 20_000 }));
    upper.cut('both');
    await eventually(() => expect(upper.signedIn).toBe(false));
    // seven of an hour ago, and two of now, stored while the link was down
    await fixture.server.db.run(sql`update superior_vehicle set taken_to = ${at(now - HOUR_MS)} where vehicle_id = ${vehicleId}`);
    await fixture.server.db.run(sql`delete from position where vehicle_id = ${vehicleId}`);
    const waiting = [...Array.from({ length: 7 }, (_, i) => now - 3_590_000 + i * 10_000), now - 2000, now - 1000];
    await positions(vehicleId, waiting);
    await eventually(() => expect(upper.logins).toHaveLength(2));
    await eventually(() => expect(timesOf(upper)).toHaveLength(10));
    expect(timesOf(upper)).toEqual([now - 20_000, ...waiting]);
    expect(upper.of('positions').map(({ body }) => body.positions.length)).toEqual([5, 2]);
    await eventually(async () => expect(await fixture.server.db.first(takenTo)).toEqual({ taken_to: now - 1000 }));
  });

  it('is not sent again after a clean restart', async () => {
    const upper = await upperOf();
    const first = await regulator();
    const id = await superiorAt(upper, first.port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    await positions(vehicleId, [now - 5000, now - 4000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(2));
    await first.regulator.stop();
    expect(upper.of('logout')).toHaveLength(1);
    await positions(vehicleId, [now - 3000]);
    await regulator();
    await eventually(() => expect(timesOf(upper)).toHaveLength(3));
    await positions(vehicleId, [now - 2000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(4));
    expect(timesOf(upper)).toEqual([now - 5000, now - 4000, now - 3000, now - 2000]);
  });

  it('is sent again without an acknowledgement', async () => {
    const upper = await upperOf({ deaf: true });
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    await positions(vehicleId, [now - 5000]);
    await eventually(() => expect(timesOf(upper)).toHaveLength(1));
    upper.set({ deaf: false });
    upper.cut('main');
    await eventually(() => expect(timesOf(upper)).toEqual([now - 5000, now - 5000]));
  });
});

describe('positions that are sent again', () => {
  /** Statements on requests that wait for a lock. */
  const WAITING = `
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%superior_resend%'`;
  const takenTo = (vehicleId: number) =>
    fixture.server.db.first(sql`select taken_to from superior_vehicle where vehicle_id = ${vehicleId}`);
  const sentUntil = (vehicleId: number, until: number) =>
    eventually(async () => expect(await takenTo(vehicleId)).toEqual({ taken_to: until }));

  it('cover the requested period, in messages of five, once; a cut link does not stop them', async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    const hourAgo = now - HOUR_MS;
    const wanted = Array.from({ length: 7 }, (_, i) => hourAgo + i * 1000);
    await positions(vehicleId, [hourAgo - 60_000, ...wanted, now - 2000]);
    await sentUntil(vehicleId, now - 2000);
    const before = timesOf(upper).length;
    await upper.close();
    await eventually(() => expect(upper.signedIn).toBe(false));
    const asked = { id: String(id), startTime: hourAgo, endTime: hourAgo + 6000 };
    expect((await call('plat/reuploadPosition', asked)).data).toEqual({ vehicles: 1 });
    expect((await call('plat/listUploadCar', { id: String(id) })).data.list).toMatchObject([
      { carId: String(vehicleId), resending: true, takenTo: now - 2000 },
    ]);
    await upper.open();
    await eventually(() => expect(timesOf(upper).slice(before)).toEqual(wanted));
    expect(
      upper
        .of('positions')
        .slice(-2)
        .map(({ body }) => body.positions.length),
    ).toEqual([5, 2]);
    await eventually(async () =>
      expect((await call('plat/listUploadCar', { id: String(id) })).data.list).toMatchObject([{ resending: false }]),
    );
    // positions sent again do not move the progress
    expect(await takenTo(vehicleId)).toEqual({ taken_to: now - 2000 });
    expect(timesOf(upper)).toHaveLength(before + 7);
  });

  it('are not lost if the link is cut while they are read', async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    const hourAgo = now - HOUR_MS;
    await positions(vehicleId, [hourAgo, now - 2000]);
    await sentUntil(vehicleId, now - 2000);
    const before = timesOf(upper).length;
    const { db } = fixture.server;
    await db.transaction(async (tx) => {
      await tx.run('lock table superior_resend in access exclusive mode');
      await tx.run(sql`
        insert into superior_resend (superior_id, vehicle_id, taken_to, until_at)
        values (${id}, ${vehicleId}, ${at(hourAgo - 1)}, ${at(hourAgo)})`);
      await eventually(async () => expect(await db.query(WAITING)).not.toEqual([]));
      await upper.close();
      await eventually(() => expect(upper.signedIn).toBe(false));
    });
    await upper.open();
    await eventually(() => expect(timesOf(upper).slice(before)).toEqual([hourAgo]));
    await eventually(async () => expect(await db.query('select id from superior_resend')).toEqual([]));
  });

  it('cover a period that is requested again, from an earlier time, while they are sent', async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const { id: vehicleId } = await car(id);
    const now = second();
    const hourAgo = now - HOUR_MS;
    const minuteLater = hourAgo + 60_000;
    await positions(vehicleId, [hourAgo, minuteLater, now - 2000]);
    await sentUntil(vehicleId, now - 2000);
    const before = timesOf(upper).length;
    await upper.close();
    await eventually(() => expect(upper.signedIn).toBe(false));
    await call('plat/reuploadPosition', { id: String(id), startTime: minuteLater, endTime: minuteLater });
    const { db } = fixture.server;
    await db.transaction(async (tx) => {
      // as the second request does, committed while the acknowledgement of the first is stored
      await tx.run(sql`update superior_resend set taken_to = ${at(hourAgo - 1)}`);
      await upper.open();
      await eventually(async () => expect(await db.query(WAITING)).not.toEqual([]));
    });
    await eventually(() => expect(timesOf(upper).slice(before)).toEqual([minuteLater, hourAgo, minuteLater]));
    await eventually(async () => expect(await db.query('select id from superior_resend')).toEqual([]));
  });

  it('cover at most seven days', async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    const now = second();
    const reply = await call('plat/reuploadPosition', { id: String(id), startTime: now - 8 * DAY_MS, endTime: now });
    expect(reply.code).toBe('4001');
  });
});

describe('data that does not fit the wire', () => {
  it('does not block other data: a plate that is too long', async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.signedIn).toBe(true));
    const long = await addVehicle(fixture.server, { plate: '车牌很长很长很长很长很长很长', departmentId: fixture.department });
    await call('plat/bindCar', { id: String(id), addCars: [String(long)] });
    const { id: vehicleId } = await car(id);
    const now = second();
    await positions(long, [now - 3000]);
    await positions(vehicleId, [now - 2000]);
    await eventually(() => expect(timesOf(upper)).toEqual([now - 2000]));
    await positions(vehicleId, [now - 1000]);
    await eventually(() => expect(timesOf(upper)).toEqual([now - 2000, now - 1000]));
  });
});

describe('a killed process', () => {
  const SEND_MS = 20;
  const start = async (): Promise<ChildProcess> => {
    const on = await fixture.server.db.first<{ host: string; user: string; database: string }>(
      `select current_setting('unix_socket_directories') as host, current_user as user, current_database() as database`,
    );
    const child = fork(join(import.meta.dirname, '../support/regulator-server.ts'), [
      on!.host,
      on!.user,
      on!.database,
      SECRET_KEY,
    ]);
    await once(child, 'message');
    return child;
  };

  it('loses no position, and repeats none that was acknowledged', async () => {
    const upper = await upperOf({ mainOnly: true });
    const id = await superiorAt(upper, 9_999);
    const { id: vehicleId } = await car(id);
    const first = await start();
    await eventually(() => expect(upper.signedIn).toBe(true));
    const begun = second() - 50_000;
    const all: number[] = [];
    const put = async (count: number, child: ChildProcess) => {
      for (let i = 0; i < count; i++) {
        all.push(begun + all.length * 1000);
        await positions(vehicleId, [all.at(-1)!]);
        child.send(vehicleId);
        await new Promise((resolve) => setTimeout(resolve, SEND_MS));
      }
    };
    await put(10, first);
    // some are acknowledged, and others are in flight
    await rowOf(sql`select from superior_vehicle where vehicle_id = ${vehicleId} and taken_to is not null`);
    await put(10, first);
    const died = once(first, 'exit');
    first.kill('SIGKILL');
    await died;
    const { taken_to } = (await fixture.server.db.first<{ taken_to: number | null }>(
      sql`select taken_to from superior_vehicle where vehicle_id = ${vehicleId}`,
    ))!;
    const told = timesOf(upper).length;
    const second_ = await start();
    await eventually(() => expect(upper.logins).toHaveLength(2));
    await put(10, second_);
    await eventually(() => expect(new Set(timesOf(upper))).toEqual(new Set(all)));
    const again = timesOf(upper).slice(told);
    expect(again.every((time) => time > (taken_to ?? 0))).toBe(true);
    expect(taken_to).not.toBeNull();
    second_.kill('SIGKILL');
    await once(second_, 'exit');
  });

  it('loses no waybill, and repeats none that was acknowledged', async () => {
    const upper = await upperOf({ mainOnly: true });
    const id = await superiorAt(upper, 9_999, { sendWaybill: true });
    const cars = [await car(id), await car(id)];
    const store = createWaybillStore({ db: fixture.server.db });
    const texts: string[] = [];
    const put = async (count: number) => {
      for (let i = 0; i < count; i++) {
        texts.push(`YD${texts.length}`);
        await store.keep({ vehicleId: cars[texts.length % 2]!.id, receivedAt: Date.now(), text: texts.at(-1)! });
      }
    };
    const told = () => upper.of('waybill').map(({ body }) => body.text);
    const taken = () =>
      fixture.server.db.query<{ text: string }>(sql`
        select w.text from waybill w join superior_vehicle s on s.vehicle_id = w.vehicle_id and w.id <= s.waybill_to
        where s.superior_id = ${id}`);
    const first = await start();
    await put(10);
    await eventually(async () => expect(await taken()).toHaveLength(10));
    // killed with some under way, or not even sent
    await put(7);
    await eventually(() => expect(told().length).toBeGreaterThan(10));
    const died = once(first, 'exit');
    first.kill('SIGKILL');
    await died;
    await put(3);
    const known = (await taken()).map(({ text }) => text);
    const before = told().length;
    const next = await start();
    await eventually(() => expect(new Set(told())).toEqual(new Set(texts)));
    await eventually(async () => expect(await taken()).toHaveLength(texts.length));
    const again = told().slice(before);
    expect(again.filter((text) => known.includes(text))).toEqual([]);
    // unacknowledged positions are sent again exactly once
    expect(again).toEqual([...new Set(again)]);
    next.kill('SIGKILL');
    await once(next, 'exit');
  });
});

describe('alarms', () => {
  it.each([
    [2011, 0],
    [2019, 1],
  ] as const)('of a subscribed type are sent once, and then their handling (%s)', async (revision, standard) => {
    const upper = await upperOf({ revision });
    const { port } = await regulator();
    const id = await superiorAt(upper, port, { standard, alarmTypes: [2] });
    const { id: vehicleId, plate } = await car(id);
    const baseline = sql`select alarm_seq from superior_link where superior_id = ${id} and alarm_seq is not null`;
    await rowOf(baseline);
    const startAt = second() - 1000;
    const raise = (typeId: number) =>
      fixture.server.db.first<{ gid: string }>(sql`
        insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, received_at, start_lng, start_lat, last_lng, last_lat,
          start_kmh, max_kmh, times)
        values (gen_random_uuid(), ${vehicleId}, ${typeId}, 0, 2, ${at(startAt)}, ${at(startAt)}, now(), 116, 39, 116, 39, 60, 60, 1)
        returning gid`);
    const { gid } = (await raise(2))!;
    await raise(1);
    await fixture.server.db.run(sql`
      insert into alarm_case (gid, vehicle_id, type_id, start_at) values (${gid}, ${vehicleId}, 2, ${at(startAt)})`);
    fixture.server.bus.publish('alarms.changed', []);
    await eventually(() => expect(upper.of('alarm')).toHaveLength(1));
    const { body, vehicle, serial } = upper.of('alarm')[0]!;
    const known =
      revision === 2011 ? { warnType: 2, warnSource: 1, warnTime: startAt / 1000 } : { warnType2019: 2, plate, colour: 2 };
    expect(body).toMatchObject({ ...known, text: '疲劳驾驶报警' });
    if (revision === 2011) expect(vehicle).toEqual({ plate, colour: 2 });
    // sent again because the alarm continues: the platform knows it
    await fixture.server.db.run(sql`update alarm set told_seq = default, times = 2 where gid = ${gid}`);
    await fixture.server.db.run(sql`update alarm_case set state = 2, deal_type = 5, notes = '已提醒' where gid = ${gid}`);
    fixture.server.bus.publish('alarms.changed', []);
    await eventually(() => expect(upper.of('alarmHandled')).toHaveLength(1));
    expect(upper.of('alarmHandled')[0]!.body).toMatchObject(
      revision === 2011 ? { infoId: (body as { infoId: number }).infoId, result: 1 } : { text: '电话处理: 已提醒', plate },
    );
    expect(upper.of('alarm')).toHaveLength(1);
    if (revision === 2011) return;
    // requests about it name the message that reported it
    const now = second() / 1000;
    const urge = { platform: '1', warnTime: now, sourceType: 0x1402, sourceSerial: serial, deadline: now + 60, level: 1 };
    upper.ask({ type: 'urge', body: { ...urge, supervisor: '', phone: '', mail: '' } });
    const about = await rowOf<{ plate: string; vehicle_id: number }>(sql`
      select plate, vehicle_id from supervision where superior_id = ${id}`);
    expect(about).toEqual({ plate, vehicle_id: vehicleId });
  });
});

describe.each([2011, 2019] as const)('a warning of a platform of %s', (revision) => {
  it('becomes an alarm of its vehicle, and of no other', async () => {
    const upper = await upperOf({ revision });
    const { port } = await regulator();
    const id = await superiorAt(upper, port, { standard: revision === 2019 ? 1 : 0 });
    const { id: vehicleId, plate } = await car(id);
    const said: unknown[] = [];
    const end = fixture.server.bus.subscribe('alarm.reported', (alarm) => void said.push(alarm));
    await eventually(() => expect(upper.logins).toEqual([0]));
    const warnTime = second() / 1000;
    const warn = (of: string) => {
      const times = { warnTime2019: warnTime, start: warnTime, end: 0, destination: '', lineId: 0 };
      const body =
        revision === 2011
          ? { warnSource: 3, warnType: 7, warnTime, text: '前方积水' }
          : { ...times, platform: '1', warnType2019: 7, plate: of, colour: 2, text: '前方积水' };
      upper.ask({ type: 'warning', body, vehicle: revision === 2011 ? { plate: of, colour: 2 } : null });
    };
    warn('京Z99999');
    warn(plate);
    await eventually(() => expect(said).toHaveLength(1));
    end();
    expect(said).toEqual([{ vehicleId, typeId: 144, source: 7, at: warnTime * 1000, text: '前方积水' }]);
  });
});

describe('an alarm that no platform subscribes to', () => {
  const linked = async (more: object = {}) => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port, { alarmTypes: [], ...more });
    const { id: vehicleId, plate } = await car(id);
    await rowOf(sql`select alarm_seq from superior_link where superior_id = ${id} and alarm_seq is not null`);
    const raise = async (typeId: number) => {
      const { gid } = (await fixture.server.db.first<{ gid: string }>(sql`
        insert into alarm (gid, vehicle_id, type_id, source, level, start_at, last_at, received_at, start_lng, start_lat, last_lng, last_lat,
          start_kmh, max_kmh, times)
        values (gen_random_uuid(), ${vehicleId}, ${typeId}, 0, 2, now(), now(), now(), 116, 39, 116, 39, 60, 60, 1) returning gid`))!;
      await fixture.server.db.run(sql`
        insert into alarm_case (gid, vehicle_id, type_id, start_at) values (${gid}, ${vehicleId}, ${typeId}, now())`);
      return gid;
    };
    return { upper, id, vehicleId, plate, raise };
  };
  const texts = (upper: UpperPlatform) => upper.of('alarm').map(({ body, vehicle }) => [vehicle?.plate, body.text]);

  it('is sent if the plan of its vehicle says so, unlike others of its type', async () => {
    const row = { level: 2, minTimes: 1 };
    const plan = {
      schemeType: '130101',
      schemeName: '上报方案',
      deptId: String(fixture.department),
      addDepts: [String(fixture.department)],
      params: {
        types: [
          { ...row, typeId: 19, reportTo809: true },
          { ...row, typeId: 24 },
        ],
      },
    };
    const { code, data } = await call('warnScheme/save', plan);
    expect(code).toBe('0');
    const { upper, plate, raise } = await linked();
    await fixture.server.activeRules.reload();
    await raise(24);
    await raise(19);
    fixture.server.bus.publish('alarms.changed', []);
    await eventually(() => expect(texts(upper)).toEqual([[plate, '超时停车']]));
    await call('warnScheme/del', { schemeType: '130101', ids: [data.id] });
    await fixture.server.activeRules.reload();
  });

  it('is not sent if a platform sent it, or to a platform without the vehicle', async () => {
    const { upper, id, vehicleId, plate, raise } = await linked({ alarmTypes: [14], industries: [3] });
    await raise(24);
    await rowOf(sql`
      select from superior_link where superior_id = ${id} and alarm_seq = (select max(told_seq) from alarm)`);
    await fixture.server.db.run(sql`update vehicle set industry = 3 where id = ${vehicleId}`);
    await raise(144);
    await raise(25);
    await eventually(() => expect(texts(upper)).toEqual([[plate, '车辆油量异常']]));
  });

  it('is sent when a user reports it, and then its handling', async () => {
    const { upper, plate, raise } = await linked();
    const [gid] = [await raise(24), await raise(19)];
    expect((await call('plat/reportWarn', { alarmGids: [gid] })).data).toEqual({ list: [gid], unbound: [] });
    await eventually(() => expect(texts(upper)).toEqual([[plate, '车辆VSS故障']]));
    await fixture.server.db.run(sql`update alarm_case set state = 2, deal_type = 5 where gid = ${gid}`);
    await eventually(() => expect(upper.of('alarmHandled')).toHaveLength(1));
    expect(upper.of('alarm')).toHaveLength(1);
  });
});

describe('a platform’s request to a terminal', () => {
  const linked = async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    const id = await superiorAt(upper, port);
    const plate = nextPlate();
    const vehicle = await fixture.radio.vehicle(plate, fixture.department);
    await call('plat/bindCar', { id: String(id), addCars: [String(vehicle.id)] });
    await eventually(() => expect(upper.subUp).toBe(true));
    return { upper, id, vehicle, named: { plate, colour: 2 } };
  };

  it('becomes a command: a text is shown, urgent by its priority, and the reply is returned', async () => {
    const { upper, vehicle, named } = await linked();
    const terminal = await fixture.radio.online(vehicle);
    // display and speech; bit 0 is urgent
    for (const [priority, flag] of [
      [0, 0b1101],
      [1, 0b1100],
    ] as const) {
      upper.ask({ type: 'text', body: { serial: 11 + priority, priority, text: '请减速' }, vehicle: named });
      const { serial, id, body } = await terminal.reply(({ type }) => type === 'sendText');
      expect(body).toMatchObject({ text: '请减速', flag });
      terminal.send({ type: 'terminalAck', body: { serial, id, result: 0 } });
      await eventually(() => expect(upper.of('textReply')).toHaveLength(1 + priority));
      expect(upper.of('textReply')[priority]).toMatchObject({ body: { serial: 11 + priority, result: 0 }, vehicle: named });
    }
  });

  it('returns the requested photo', async () => {
    const { upper, vehicle, named } = await linked();
    const terminal = await fixture.radio.online(vehicle);
    upper.ask({ type: 'photoRequest', body: { channel: 1, size: 2 }, vehicle: named });
    const { serial } = await terminal.reply(({ type }) => type === 'takePhoto');
    terminal.send({ type: 'photoReply', body: { serial, result: 0, mediaIds: [7] } });
    const data = await readFile(new URL('../../../simulator/src/camera.jpg', import.meta.url));
    const location = writeLocation({ deviceAt: second(), lng: 116.397, lat: 39.909, statusBits: 3 });
    terminal.send(
      { type: 'mediaUpload', body: { mediaId: 7, kind: 0, format: 0, event: 0, channel: 1, location, data } },
      { maxBody: 900 },
    );
    await eventually(() => expect(upper.of('photo')).toHaveLength(1));
    const { body } = upper.of('photo')[0]!;
    expect(body).toMatchObject({ flag: 1, channel: 1, image: { size: 2, format: 1 } });
    expect(Buffer.from(body.image.data).equals(data)).toBe(true);
  });

  it('fails without a terminal', async () => {
    const { upper, named } = await linked();
    upper.ask({ type: 'text', body: { serial: 12, priority: 1, text: '在吗' }, vehicle: named });
    upper.ask({ type: 'listen', body: { phone: '13800138000' }, vehicle: { plate: '京Z00000', colour: 2 } });
    upper.ask({ type: 'recorderRequest', body: { command: 1 }, vehicle: named });
    await eventually(() => expect(upper.of('textReply')[0]?.body).toMatchObject({ serial: 12, result: 1 }));
    await eventually(() => expect(upper.of('listenReply')[0]?.body).toMatchObject({ result: 1 }));
    await eventually(() => expect(upper.of('recorderReply')[0]?.body).toMatchObject({ command: 1 }));
    // the password of the other server is stored nowhere
    const server_ = {
      authCode: '00000000000000001234',
      accessPoint: 'CMNET',
      user: 'user',
      password: 'geheim77',
      server: '10.0.0.2',
    };
    upper.ask({ type: 'emergencyLink', body: { ...server_, tcpPort: 7611, udpPort: 7612, end: 1_763_715_600 }, vehicle: named });
    await eventually(() => expect(upper.of('emergencyLinkReply')[0]?.body).toMatchObject({ result: 2 }));
    const kept = await fixture.server.db.query(sql`select from superior_request where body::text like '%geheim77%'`);
    await eventually(async () =>
      expect(
        await fixture.server.db.query(sql`select octet_length(body) as bytes from link_message where message_id = ${0x9505}`),
      ).toEqual([{ bytes: 0 }]),
    );
    expect(kept).toEqual([]);
  });

  it('for video is refused as not supported, for every type of video request', async () => {
    const { upper, named: vehicle } = await linked();
    const [password, position] = ['', new Uint8Array(36)];
    const stored = { channel: 1, start: 1, end: 2, alarms: new Uint8Array(8), kind: 0, stream: 0, storage: 0 };
    const { alarms: _, ...play } = stored;
    upper.ask({ type: 'liveRequest', body: { channel: 1, kind: 0, password, position }, vehicle });
    upper.ask({ type: 'liveEnd', body: { channel: 1, kind: 0 }, vehicle });
    upper.ask({ type: 'storedListRequest', body: { ...stored, password, position }, vehicle });
    upper.ask({ type: 'playbackRequest', body: { ...play, password, position }, vehicle });
    upper.ask({ type: 'playbackControl', body: { control: 1, speed: 0, position: 0 }, vehicle });
    upper.ask({ type: 'downloadRequest', body: { ...stored, bytes: 1, password, position }, vehicle });
    upper.ask({ type: 'downloadControl', body: { session: 1, control: 2 }, vehicle });
    for (const type of [
      ...(['liveReply', 'liveEndReply', 'storedListReply', 'playbackReply', 'playbackControlReply'] as const),
      ...(['downloadReply', 'downloadControlReply'] as const),
    ])
      await eventually(() => expect(upper.of(type)).toMatchObject([{ body: { result: 2 }, vehicle }]));
  });

  it('and vehicle data is sent at once', async () => {
    const { upper, id, vehicle, named } = await linked();
    await fixture.server.db.run(sql`
      with made as (
        insert into driver (department_id, name, phone, qual_no, qual_org) values (${fixture.department}, '张三', '13800138000', 'Q1', '北京')
        returning id
      ) update vehicle set driver_id = made.id from made where vehicle.id = ${vehicle.id}`);
    for (const type of ['vehicleDataRequest', 'driverRequest'] as const) upper.ask({ type, body: {}, vehicle: named });
    upper.ask({ type: 'exchangeStart', body: { reason: 0 }, vehicle: named });
    upper.ask({ type: 'platformText', body: { objectType: 1, objectId: '7', infoId: 78, text: '今晚维护' } });
    await eventually(() => expect(upper.of('vehicleData')[0]?.body.text).toContain(`VIN:=${named.plate};VEHICLE_COLOR:=2`));
    await eventually(() => expect(upper.of('driverReply')[0]?.body).toMatchObject({ name: '张三', licence: 'Q1' }));
    await eventually(() => expect(upper.of('exchangeStarted')).toHaveLength(1));
    await eventually(() => expect(upper.of('platformTextReply')[0]?.body).toMatchObject({ infoId: 78 }));
    expect((await call('plat/listPlatMessage', { id: String(id) })).data.list).toMatchObject([{ content: '今晚维护' }]);
  });
});

describe('a subordinate platform', () => {
  const values = () => ({
    platName: '下级平台',
    standard: 1,
    deptId: String(fixture.department),
    state: 1,
    accessCode: '7',
    userId: '10001',
    password: PASSWORD,
    m1: String(KEYS.m1),
    ia1: String(KEYS.ia1),
    ic1: String(KEYS.ic1),
  });
  const lower = async () => expect(await call('lower/addLowerPlatform', { values: values() })).toMatchObject({ code: '0' });
  const change = async (more: object) => {
    const [{ id, version }] = (await call('lower/listLowerPlatform')).data.list;
    const edited = await call('lower/editLowerPlatform', { id, version, values: { ...values(), ...more } });
    expect(edited).toMatchObject({ code: '0' });
  };

  it('logs in with its record, and its positions are stored', async () => {
    const { upperPort, port } = await regulator();
    await lower();
    const encryption = { encrypt: 1, encryptKey: '256178', standard: 1 };
    const id = await superiorAt({ port: upperPort } as UpperPlatform, port, encryption);
    await eventually(async () => expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainState: 2 }));
    const { id: vehicleId } = await car(id);
    const now = second();
    taken.length = 0;
    await positions(vehicleId, [now - 1000]);
    await eventually(() =>
      expect(taken).toMatchObject([{ vehicleId, deviceAt: now - 1000, lng: 116.3964, lat: 39.9093, speedKmh: 60 }]),
    );
    await change({ userId: '2' });
    await call('plat/linkSuperior', { ids: [String(id)], linkState: 0 });
    await call('plat/linkSuperior', { ids: [String(id)], linkState: 1 });
    await eventually(async () =>
      expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainState: 3, mainReason: 'refused: user (3)' }),
    );
  });

  it('opens its sub link, receives registered vehicles, and both links are visible', async () => {
    const { upperPort, port } = await regulator();
    await lower();
    const id = await superiorAt({ port: upperPort } as UpperPlatform, port, { standard: 1, coord: 2 });
    taken.length = 0;
    const links = async () => (await call('lower/listLowerPlatform')).data.list;
    await eventually(async () => expect(await links()).toMatchObject([{ mainState: 2, subState: 2 }]));
    await eventually(async () =>
      expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainState: 2, subState: 2 }),
    );
    const { id: vehicleId } = await car(id);
    await positions(vehicleId, [second() - 1000]);
    await eventually(() => expect(taken).toHaveLength(1));
    // after the sub link acknowledged the registration
    await eventually(async () => {
      const { list } = (await call('plat/listMessageLog', { id: String(id), msgId: '0x9201' })).data;
      expect(list).toMatchObject([{ link: 1, down: true, fault: '' }]);
      const { fields } = (await call('plat/getMessage', { id: list[0].id })).data;
      expect(fields).toMatchObject({ body: { sourceType: 0x1201, result: 0 } });
    });
    // a position sent in GCJ-02 is stored where it was
    expect(taken.at(-1)!.lng).toBeCloseTo(116.3964, 5);
    expect(taken.at(-1)!.lat).toBeCloseTo(39.9093, 5);
    // switched off, both links end and it is refused from then on
    await change({ state: 0 });
    await eventually(async () => expect(await links()).toMatchObject([{ mainState: 3, subState: 0 }]));
    await eventually(async () =>
      expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainReason: 'refused: password (4)' }),
    );
  });

  it('does not learn which access codes and users exist without their password; its record shows the reason', async () => {
    const { upperPort } = await regulator();
    await lower();
    /** Logs in as 2019; returns the answer's result and whether it is encrypted. */
    const logIn = async (accessCode: number, user: number, password: string, encrypted = 0) => {
      const socket = connect(upperPort, '127.0.0.1');
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      const body = Buffer.alloc(50);
      body.writeUInt32BE(user);
      body.write(password, 4, 'latin1');
      body.writeUInt32BE(accessCode, 12);
      const wire = { revision: 2019, keys: KEYS } as const;
      const header = { serial: 1, id: 0x1001, accessCode, sentAt: 1, encrypted, key: encrypted };
      socket.write(encodeFrame(header, body, wire));
      await once(socket, 'close');
      const answer = decodeFrame(Buffer.concat(chunks), { revision: 2019, keys: null });
      return [answer.header.encrypted, answer.body[0]];
    };
    expect(await logIn(99, 10_001, PASSWORD)).toEqual([0, 4]);
    expect(await logIn(99, 10_001, PASSWORD, 1)).toEqual([0, 4]);
    expect(await logIn(7, 10_001, 'wrong', 1)).toEqual([0, 4]);
    expect(await logIn(7, 1, 'wrong')).toEqual([0, 4]);
    expect(await logIn(7, 1, PASSWORD)).toEqual([0, 3]);
    await eventually(async () =>
      expect((await call('lower/listLowerPlatform')).data.list).toMatchObject([{ mainState: 3, linkReason: 'refused: user' }]),
    );
  });
});

describe('a misbehaving platform', () => {
  const linked = async (options: Partial<UpperOptions> = {}, limits: object = {}) => {
    const upper = await upperOf(options);
    const { port } = await regulator(limits);
    const id = await superiorAt(upper, port);
    if (!options.mainOnly) await eventually(() => expect(upper.subUp).toBe(true));
    return { upper, id };
  };
  const question = (infoId: number, text = '在吗') => ({ type: 'postCheck', body: { infoId, text } }) as const;
  const questions = (id: number) =>
    fixture.server.db.query<{ question: string; info_id: number }>(sql`
      select question, info_id from post_check where superior_id = ${id} order by id`);

  it('refuses a login: the list shows why, and it is retried later', async () => {
    const upper = await upperOf({ password: 'other' });
    const { port } = await regulator();
    await superiorAt(upper, port);
    await eventually(async () =>
      expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({
        mainState: 3,
        mainReason: 'refused: password (4)',
      }),
    );
    await eventually(() => expect(upper.logins.length).toBeGreaterThan(1));
    expect(upper.signedIn).toBe(false);
  });

  it('sends requests over the main link without a sub link', async () => {
    const { upper, id } = await linked({ mainOnly: true });
    await eventually(() => expect(upper.signedIn).toBe(true));
    upper.ask(question(5));
    await eventually(async () => expect(await questions(id)).toEqual([{ question: '在吗', info_id: 5 }]));
  });

  it('sends frames with wrong checksums and noise: they are counted and stored, and the next one is read', async () => {
    const { upper, id } = await linked();
    for (const link of ['main', 'sub'] as const) {
      upper.raw(Buffer.from('5b0000001e00000001930000000007010000000000000000000000005d', 'hex'), link);
      upper.raw(Buffer.from('ffffff5b5a075d', 'hex'), link);
    }
    upper.ask(question(6));
    await eventually(async () => expect(await questions(id)).toHaveLength(1));
    const faults = async () =>
      (await call('plat/listMessageLog', { id: String(id) })).data.list.map(({ fault }: { fault: string }) => fault);
    await eventually(async () => expect(await faults()).toEqual(expect.arrayContaining(['checksum', 'garbage', 'escape'])));
    expect(upper.signedIn && upper.subUp).toBe(true);
  });

  it('uses other keys: its login is refused, and none of its data is stored', async () => {
    const upper = await upperOf({ encryptKey: 99, keys: { m1: 7, ia1: 8, ic1: 9 } });
    const { port } = await regulator({ signInMs: 200 });
    const id = await superiorAt(upper, port);
    await eventually(() => expect(upper.logins.length).toBeGreaterThan(1));
    expect(upper.subUp).toBe(false);
    expect(await questions(id)).toEqual([]);
  });

  it('requests the link state, and receives the number of interruptions', async () => {
    const upper = await upperOf({ revision: 2019 });
    const { port } = await regulator();
    await superiorAt(upper, port, { standard: 1, versionFlag: '1.2.15' });
    await eventually(() => expect(upper.subUp).toBe(true));
    const start = second() / 1000 - 60;
    upper.cut('main');
    await eventually(() => expect(upper.logins).toHaveLength(2));
    await eventually(() => expect(upper.subUp).toBe(true));
    upper.ask({ type: 'linkReportRequest', body: { type: 0x1102, data: { platform: '1', start, end: start + 600 } } });
    await eventually(() => expect(upper.of('linkReport')).toHaveLength(1));
    expect(upper.of('linkReport')[0]!.body.data).toMatchObject({ platform: '1', start, lost: 0, interruptions: 1 });
  });

  it('closes half of a link: it logs in again', async () => {
    const { upper } = await linked();
    upper.cut('both', true);
    await eventually(() => expect(upper.logins).toHaveLength(2));
    await eventually(() => expect(upper.subUp).toBe(true));
  });

  it('repeats a question: it counts once', async () => {
    const { upper, id } = await linked();
    for (let i = 0; i < 5; i++) upper.ask(question(8));
    upper.ask(question(9));
    await eventually(async () => expect((await questions(id)).map(({ info_id }) => info_id)).toEqual([8, 9]));
  });

  it('repeats an answered question: the answer is sent again, without the users', async () => {
    const { upper, id } = await linked();
    const { plate } = await car(id);
    const warnTime = second() / 1000;
    const body = { warnSource: 1, warnType: 2, warnTime, supervisionId: 5, deadline: warnTime + 600, level: 0 };
    const urge = () =>
      upper.ask({
        type: 'urge',
        body: { ...body, supervisor: '', phone: '', mail: '' },
        vehicle: { plate, colour: 2 },
      });
    upper.ask(question(31));
    urge();
    const { id: check } = await rowOf<{ id: number }>(sql`select id from post_check where superior_id = ${id}`);
    const { id: task } = await rowOf<{ id: number }>(sql`select id from supervision where superior_id = ${id}`);
    const answered = async (choice: number) =>
      expect((await call('warnScheme/sendWarnSuperviseRsp', { result: 2, choice, superviseId: String(task) })).code).toBe('0');
    expect((await signedCall('msg/replyPlatCheck', { rspSeqId: String(check), data: '在岗' })).code).toBe('0');
    await answered(1);
    await eventually(() => expect([upper.of('postCheckReply').length, upper.of('urgeReply').length]).toEqual([1, 1]));
    upper.ask(question(31));
    urge();
    await eventually(() => expect([upper.of('postCheckReply').length, upper.of('urgeReply').length]).toEqual([2, 2]));
    expect(upper.of('urgeReply').map((each) => each.body)).toMatchObject([{ result: 1 }, { result: 1 }]);
    expect(await questions(id)).toHaveLength(1);
    // postponed, it is open again
    await fixture.server.db.run(sql`update supervision set result = 3 where id = ${task}`);
    urge();
    await eventually(async () =>
      expect(await fixture.server.db.query(sql`select from supervision where superior_id = ${id}`)).toHaveLength(2),
    );
  });

  it('reuses message numbers: each question counts once', async () => {
    const { upper, id } = await linked({ mainOnly: true });
    await eventually(() => expect(upper.signedIn).toBe(true));
    const carried = (type: number, data: string) => {
      const head = Buffer.alloc(6);
      head.writeUInt16BE(type);
      head.writeUInt32BE(data.length / 2, 2);
      return encodeTestFrame(0x9300, Buffer.concat([head, Buffer.from(data, 'hex')]));
    };
    const post = (infoId: number) => carried(0x9301, `000000${infoId.toString(16).padStart(2, '0')}0000000161`);
    const text = carried(0x9302, `01${'00'.repeat(12)}000000630000000162`);
    for (const frame of [post(21), post(22), post(21), text, text]) upper.raw(frame);
    await eventually(async () => expect((await questions(id)).map(({ info_id }) => info_id)).toEqual([21, 22]));
    await eventually(() => expect(upper.of('platformTextReply')).toHaveLength(2));
    expect((await call('plat/listPlatMessage', { id: String(id) })).data.list).toMatchObject([{ content: 'b' }]);
  });

  it('sends a flood: it is read slowly, to the end', async () => {
    const { upper, id } = await linked({}, { messagesPerSecond: 500 });
    for (let i = 0; i < 1500; i++) upper.ask({ type: 'subHeartbeat', body: {} });
    upper.ask(question(10));
    await eventually(async () => expect(await questions(id)).toHaveLength(1));
    expect(upper.of('subHeartbeatReply')).toHaveLength(1500);
    await eventually(async () => {
      const { hours } = (await call('plat/statMessage', { id: String(id) })).data;
      const beats = (hours as { msgId: string; messages: number; down: boolean }[]).filter(({ msgId }) => msgId === '0x9005');
      // a flood may go on from one hour into the next
      expect(beats.reduce((sum, { messages }) => sum + messages, 0)).toBe(1500);
      expect(beats.every(({ down }) => down)).toBe(true);
    });
    const { pageModel } = await call('plat/listMessageLog', { id: String(id), msgId: '0x9005' });
    expect(pageModel.total).toBeLessThanOrEqual(120);
  });

  it('sends invalid GBK: the valid part is stored', async () => {
    const { upper, id } = await linked({ mainOnly: true });
    await eventually(() => expect(upper.signedIn).toBe(true));
    const noise = Buffer.from([0xff, 0xfe, 0x00, 0x81, 0x20, 0xa1]);
    // the text of a question, and the plate of a vehicle
    const text = Buffer.concat([Buffer.from('0000000c00000006', 'hex'), noise]);
    upper.raw(encodeTestFrame(0x9300, Buffer.concat([Buffer.from('93010000000e', 'hex'), text])));
    const plate = Buffer.concat([noise, Buffer.alloc(15), Buffer.from([2])]);
    upper.raw(encodeTestFrame(0x9600, Buffer.concat([plate, Buffer.from('960100000000', 'hex')])));
    upper.ask(question(13));
    await eventually(async () => expect((await questions(id)).map(({ info_id }) => info_id)).toEqual([12, 13]));
    await eventually(async () =>
      expect((await call('plat/listMessageLog', { id: String(id), msgId: '0x9601' })).data.list).toHaveLength(1),
    );
  });

  it('receives no answer after the deadline', async () => {
    const { upper, id } = await linked();
    upper.ask(question(14));
    const { id: check } = await rowOf<{ id: number }>(sql`select id from post_check where superior_id = ${id}`);
    await fixture.server.db.run(
      sql`update post_check set deadline_at = ${at(fixture.server.clock.now - 1000)} where id = ${check}`,
    );
    expect((await signedCall('msg/replyPlatCheck', { rspSeqId: String(check), data: '晚了' })).code).toBe('4012');
    upper.ask(question(15));
    const { id: next } = await rowOf<{ id: number }>(sql`select id from post_check where superior_id = ${id} and info_id = 15`);
    expect((await signedCall('msg/replyPlatCheck', { rspSeqId: String(next), data: '在' })).code).toBe('0');
    await eventually(() => expect(upper.of('postCheckReply')).toHaveLength(1));
    expect(upper.of('postCheckReply')[0]!.body).toMatchObject({ infoId: 15 });
  });

  it('receives automatic answers if configured', async () => {
    const upper = await upperOf();
    const { port } = await regulator();
    await superiorAt(upper, port, { autoCheckReply: true, checkAnswer: '在岗' });
    await eventually(() => expect(upper.subUp).toBe(true));
    upper.ask(question(16));
    await eventually(() => expect(upper.of('postCheckReply')[0]?.body).toMatchObject({ infoId: 16, text: '在岗' }));
  });

  it('receives an answer after reconnecting if the link was cut', async () => {
    const { upper, id } = await linked();
    upper.ask(question(17));
    const { id: check } = await rowOf<{ id: number }>(sql`select id from post_check where superior_id = ${id}`);
    await upper.close();
    await eventually(async () => expect((await call('plat/listLinkState')).data.list[0]).toMatchObject({ mainState: 3 }));
    expect((await signedCall('msg/replyPlatCheck', { rspSeqId: String(check), data: '在岗' })).code).toBe('0');
    await upper.open();
    await eventually(() => expect(upper.of('postCheckReply')[0]?.body).toMatchObject({ infoId: 17, text: '在岗' }));
  });
});

/** A frame of 2011 with any body. */
function encodeTestFrame(id: number, body: Uint8Array): Uint8Array {
  return encodeFrame({ serial: 1, id, accessCode: 7 }, body, { revision: 2011, keys: null });
}
