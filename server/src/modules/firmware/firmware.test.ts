import { createHash, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinParts, noParts, receiveParts, reportUpgrade } from '../../../test/support/gateway/firmware-terminal.ts';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import type { TestTerminal } from '../../../test/support/gateway/terminal.ts';
import { type Radio, startRadio, type Vehicle } from '../../../test/support/radio.ts';
import { PASSWORD } from '../../../test/support/test-calls.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';

const [MODEL, OTHER_MODEL] = ['FW-T1', 'FW-T9'];
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const ABOUT = { kind: 0, maker: 'FWSIM', version: 'V2.1.0', models: [MODEL] };
/** 40 sub-packages. */
const IMAGE = randomBytes(40_000);

let server: TestServer;
let radio: Radio;
let root: number;
let east: number;
const tokens: Record<string, string> = {};
let plates = 30_000;

beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://fleet.example.com' });
  radio = await startRadio(server, { firmwareLookMs: 0, firmwareWindow: 8 });
  root = await server.department('集团');
  east = await server.department('华东', root);
  const west = await server.department('华西', root);
  for (const [name, department, codes] of [
    ['boss', root, ['7010901', '7010909']],
    ['clerk', east, ['7010901', '7010909']],
    ['viewer', east, ['7010901']],
    ['stranger', west, ['7010901', '7010909']],
  ] as const) {
    await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});
beforeEach(() => server.db.run('update firmware_rollout set state = 4 where state < 3'));

const call = async (path: string, data: object, who = 'boss') =>
  (await server.call('POST', `firmware/${path}`, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const done = async (path: string, data: object, who = 'boss') => {
  const body = await call(path, data, who);
  expect([path, body]).toMatchObject([path, { code: '0' }]);
  return body.data;
};
const upload = async (content: Buffer, about: object = {}, who = 'boss', name = 'fw.bin') =>
  (
    await server.upload('firmware/addFirmware', { data: { ...ABOUT, ...about } }, new File([new Uint8Array(content)], name), {
      authorization: tokens[who]!,
      cookie: 'language=zh',
    })
  ).body;
const uploaded = async (content = IMAGE, who = 'boss') => String((await upload(content, {}, who)).data.id);

async function vehicle(model = MODEL, department = east): Promise<Vehicle> {
  const made = await radio.vehicle(`京F${++plates}`, department);
  await server.db.run(sql`update terminal set model = ${model} where vehicle_id = ${made.id}`);
  return made;
}
const ids = (vehicles: readonly Vehicle[]) => vehicles.map(({ id }) => String(id));
const plateOf = async ({ id }: Vehicle) =>
  (await server.db.first<{ plate: string }>(sql`select plate from vehicle where id = ${id}`))!.plate;
const confirming = async (vehicles: readonly Vehicle[]) => ({
  cmdCode: '8108',
  vehicles: vehicles.length,
  ...(vehicles.length === 1 ? { plate: await plateOf(vehicles[0]!) } : {}),
  password: await server.vPasswd(PASSWORD),
});
const begin = async (vehicles: readonly Vehicle[], more: object = {}, firmwareId?: string) =>
  String(
    (
      await done('addRollout', {
        firmwareId: firmwareId ?? (await uploaded()),
        targIds: ids(vehicles),
        confirmation: await confirming(vehicles),
        percent: 100,
        ...more,
      })
    ).id,
  );
const rollout = async (id: string) => (await done('listRollout', { id })).list[0];
const car = async (id: string, { id: vehicleId }: Vehicle) =>
  (await done('listRolloutCar', { id })).list.find(({ targId }: { targId: string }) => targId === String(vehicleId));
const becomes = (id: string, wanted: object) => eventually(async () => expect(await rollout(id)).toMatchObject(wanted));
/** The platform setting: a second user approves dangerous commands. */
async function approval(needed: boolean) {
  await server.db.run(sql`delete from setting_value where key = 'commandApproval'`);
  if (needed)
    await server.db.run(sql`insert into setting_value (department_id, key, value) values (null, 'commandApproval', 'true')`);
  server.bus.publish('settings.changed', { departmentId: null });
}
/** Receives the whole file, and reports a result. */
async function install(terminal: TestTerminal, result: number): Promise<void> {
  await receiveParts(terminal, noParts());
  expect(await reportUpgrade(terminal, result)).toBe(0);
}

const ATTRIBUTES = {
  typeBits: 7,
  maker: 'FLTWD',
  model: MODEL,
  terminalId: 'A000123',
  iccid: '89860012345678901234',
  hardware: 'H1.2',
  gnss: { gps: true, beidou: true, glonass: false, galileo: false },
  network: { gprs: false, cdma: false, tdScdma: false, wcdma: false, cdma2000: false, tdLte: true, other: false },
};

describe('firmware files', () => {
  it('are stored under a file name from the server, with their digests', async () => {
    const body = await upload(IMAGE, {}, 'boss', '../../etc/固件 V2.bin');
    const sha256 = createHash('sha256').update(IMAGE).digest('hex');
    const md5 = createHash('md5').update(IMAGE).digest('hex');
    expect(body).toMatchObject({ code: '0', data: { sha256, md5 } });
    const [row] = (await done('listFirmware', {})).list;
    expect(row).toMatchObject({ id: body.data.id, name: '固件 V2.bin', version: 'V2.1.0', bytes: IMAGE.length, sha256, md5 });
    const stored = await server.db.first<{ file: string }>(sql`select file from firmware where id = ${Number(body.data.id)}`);
    expect(stored!.file).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['a picture', Buffer.concat([PNG, randomBytes(2_000)]), '这是图片，不是升级包'],
    ['a PDF document', Buffer.concat([Buffer.from('%PDF-1.7'), randomBytes(2_000)]), '这是文档，不是升级包'],
    ['a web page', Buffer.from(`<!DOCTYPE html>${' '.repeat(2_000)}`), '这是文档，不是升级包'],
    ['erased flash memory', Buffer.alloc(4_096, 0xff), '文件内容为空'],
    ['smaller than 1024 bytes', Buffer.from('firmware'), '文件过小，至少 1024 字节'],
    ['an archive that unpacks to gigabytes', zip('rootfs.img', 0xf000_0000), '压缩包解压后过大'],
    ['a workbook', zip('[Content_Types].xml', 9_000), '这是文档，不是升级包'],
  ])('are refused with a reason if they are %s', async (_, content, message) => {
    expect(await upload(content)).toMatchObject({ code: '4001', data: { fields: [{ path: 'file', message }] } });
  });

  it('are refused if they are empty, too large, or without a plausible version', async () => {
    expect(await upload(Buffer.alloc(0))).toMatchObject({ code: '4001', data: { fields: [{ path: 'file' }] } });
    expect(await upload(randomBytes(20 * 1024 * 1024 + 1))).toMatchObject({ code: '4001', data: { fields: [{ path: 'file' }] } });
    expect(await upload(IMAGE, { version: '版本' })).toMatchObject({ code: '4001', data: { fields: [{ path: 'version' }] } });
    expect(await upload(IMAGE, { kind: 3 })).toMatchObject({ code: '4001', data: { fields: [{ path: 'kind' }] } });
  });

  it('accept an ordinary archive', async () => {
    expect(await upload(zip('rootfs.img', 9_000))).toMatchObject({ code: '0' });
  });

  it('belong to a department: its subordinate departments use them, others do not see them', async () => {
    const [ofRoot, ofEast] = [await uploaded(IMAGE), await uploaded(IMAGE, 'clerk')];
    const seen = async (who: string) => (await done('listFirmware', {}, who)).list.map(({ id }: { id: string }) => id);
    expect(await seen('clerk')).toEqual(expect.arrayContaining([ofRoot, ofEast]));
    expect(await seen('stranger')).not.toContain(ofEast);
    expect(await call('delFirmware', { id: ofEast }, 'stranger')).toMatchObject({ code: '4004' });
    expect(await call('delFirmware', { id: ofRoot }, 'clerk')).toMatchObject({ code: '4003' });
    expect(await call('delFirmware', { id: ofEast }, 'viewer')).toMatchObject({ code: '4003' });
    expect(await done('delFirmware', { id: ofEast }, 'clerk')).toEqual({ deleted: 1 });
    expect(await seen('clerk')).not.toContain(ofEast);
  });
});

describe('a roll-out', () => {
  it('needs compatible vehicles, and the number that the user confirmed', async () => {
    const [fits, other, busy] = [await vehicle(), await vehicle(OTHER_MODEL), await vehicle()];
    await begin([busy]);
    const firmwareId = await uploaded();
    const targIds = ids([fits, other, busy]);
    expect(await done('checkRollout', { firmwareId, targIds, percent: 10 })).toMatchObject({
      cars: 1,
      firstCars: 1,
      unfit: expect.arrayContaining([
        expect.objectContaining({ targId: String(other.id), reason: 'model' }),
        expect.objectContaining({ targId: String(busy.id), reason: 'busy' }),
      ]),
    });
    const start = (data: object) => call('addRollout', { firmwareId, ...data });
    const all = await confirming([fits, other, busy]);
    expect(await start({ targIds, confirmation: all })).toMatchObject({ code: '4001', data: { fields: [{ path: 'targIds' }] } });
    expect(await start({ targIds: ids([fits]) })).toMatchObject({ code: '4001', msg: expect.stringContaining('确认') });
    expect(await start({ targIds: ids([fits]), confirmation: all })).toMatchObject({
      code: '4001',
      data: { fields: [{ path: 'confirmation.vehicles' }] },
    });
    const confirmation = { ...(await confirming([fits])), password: await server.vPasswd('Wrong-horse-7') };
    expect(await start({ targIds: ids([fits]), confirmation })).toMatchObject({ code: '4001' });
    expect(await call('addRollout', { firmwareId, targIds: ids([fits]) }, 'viewer')).toMatchObject({
      code: '4003',
    });
    const foreign = await vehicle(MODEL, root);
    expect(await call('addRollout', { firmwareId, targIds: ids([foreign]) }, 'clerk')).toMatchObject({
      code: '4004',
    });
  });

  it('starts with a part of the vehicles, later includes all, with progress by vehicle', async () => {
    const vehicles = await Promise.all(Array.from({ length: 5 }, () => vehicle()));
    const terminals = [];
    for (const each of vehicles) terminals.push(await radio.online(each));
    const id = await begin(vehicles, { percent: 40 });
    expect(await rollout(id)).toMatchObject({ stage: 1, firstCars: 2, cars: 5 });
    const sendingTo = async () => {
      const { list } = await done('listRolloutCar', { id, state: 1 });
      return list.map(({ targId }: { targId: string }) => vehicles.findIndex((each) => String(each.id) === targId));
    };
    await eventually(async () => expect(await sendingTo()).toHaveLength(2));
    const first = await sendingTo();
    for (const index of first) {
      const received = noParts();
      await receiveParts(terminals[index]!, received, { most: 20 });
      await eventually(async () => expect(await car(id, vehicles[index]!)).toMatchObject({ parts: 40, partsDone: 20 }));
      await receiveParts(terminals[index]!, received);
      expect(Buffer.from(joinParts(received).data).equals(IMAGE)).toBe(true);
      expect(joinParts(received)).toMatchObject({ kind: 0, version: 'V2.1.0' });
      await eventually(async () => expect(await car(id, vehicles[index]!)).toMatchObject({ state: 2 }));
      expect(await reportUpgrade(terminals[index]!, 0)).toBe(0);
    }
    await becomes(id, { state: 0, stage: 1, counts: { waiting: 3, succeeded: 2 } });
    expect(await done('changeRollout', { id, action: 'releaseAll' })).toEqual({ changed: true });
    const others = terminals.filter((_, index) => !first.includes(index));
    await Promise.all(others.map((terminal) => install(terminal, 0)));
    await becomes(id, { state: 3, stage: 2, counts: { succeeded: 5 }, progress: 1 });
    expect(await done('changeRollout', { id, action: 'pause' })).toEqual({ changed: false });
  });

  it('continues after the received sub-packages when reconnected, with the same serial numbers', async () => {
    const one = await vehicle();
    const before = await radio.online(one);
    const id = await begin([one]);
    const received = noParts();
    await receiveParts(before, received, { most: 17 });
    const { firstSerial } = received;
    await eventually(async () => expect(await car(id, one)).toMatchObject({ partsDone: 17 }));
    before.end();
    await eventually(async () => expect(await car(id, one)).toMatchObject({ state: 0, partsDone: 17 }));
    const after = await radio.online(one);
    const rest = await receiveParts(after, received);
    expect(rest[0]).toMatchObject({ index: 18, serial: firstSerial + 17 });
    expect(rest).toHaveLength(23);
    expect(Buffer.from(joinParts(received).data).equals(IMAGE)).toBe(true);
    expect(await reportUpgrade(after, 0)).toBe(0);
    await becomes(id, { state: 3, counts: { succeeded: 1 } });
    expect(await car(id, one)).toMatchObject({ attempts: 2, state: 3, resultCode: null });
  });

  it('resends sub-packages that the terminal requests, even after the last one', async () => {
    const one = await vehicle();
    const terminal = await radio.online(one);
    const id = await begin([one]);
    const received = noParts();
    await receiveParts(terminal, received, { lost: [3, 11] });
    await eventually(async () => expect(await car(id, one)).toMatchObject({ state: 2 }));
    terminal.send({ type: 'terminalResend', body: { serial: received.firstSerial, indexes: [3, 11] } });
    for (const index of [3, 11]) {
      const part = await terminal.part(0x8108);
      expect(part.index).toBe(index);
      received.bodies.set(index, part.body);
    }
    expect(Buffer.from(joinParts(received).data).equals(IMAGE)).toBe(true);
    expect(await reportUpgrade(terminal, 0)).toBe(0);
    await becomes(id, { state: 3 });
  });

  it('stops automatically after the configured number of failures; a user who resumes it accepts them', async () => {
    const vehicles = await Promise.all(Array.from({ length: 4 }, () => vehicle()));
    const id = await begin(vehicles, { stopAfter: 2 });
    const [first, second, third, fourth] = vehicles as [Vehicle, Vehicle, Vehicle, Vehicle];
    await install(await radio.online(first), 1);
    await becomes(id, { state: 0, counts: { failed: 1 } });
    await install(await radio.online(second), 2);
    await becomes(id, { state: 2, counts: { failed: 1, cancelled: 1, waiting: 2 } });
    expect(await car(id, second)).toMatchObject({ state: 5, resultCode: 2 });
    const waiting = await radio.online(third);
    expect(await waiting.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await car(id, third)).toMatchObject({ state: 0, attempts: 0 });
    expect(await done('changeRollout', { id, action: 'resume' })).toEqual({ changed: true });
    await install(waiting, 0);
    await install(await radio.online(fourth), 0);
    await becomes(id, { state: 3, counts: { succeeded: 2 } });
    expect(await done('changeRollout', { id, action: 'retryFailed' })).toEqual({ changed: true });
    await becomes(id, { state: 0, counts: { succeeded: 2 } });
  });

  it('waits for a second user if the platform requires approval', async () => {
    await server.account('second', root, ['7010901', '7010909', '7010910']);
    tokens['second'] = await server.signIn('second');
    await approval(true);
    const one = await vehicle();
    const terminal = await radio.online(one);
    const id = await begin([one]);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await rollout(id)).toMatchObject({ state: 5, counts: { waiting: 1 } });
    expect(await call('changeRollout', { id, action: 'approve' })).toMatchObject({ code: '4003' });
    expect(await done('changeRollout', { id, action: 'approve' }, 'second')).toEqual({ changed: true });
    await install(terminal, 0);
    await becomes(id, { state: 3 });
    await approval(false);
  });

  it('queries an upgraded terminal for its version, even if it restarts meanwhile', async () => {
    const [one, other] = [await vehicle(), await vehicle()];
    const id = await begin([one, other]);
    const terminal = await radio.online(one);
    await install(terminal, 0);
    const old = await radio.online(other);
    await install(old, 0);
    old.end();
    await old.closed;
    const read = () => server.firmware.reading.run({}, { signal: new AbortController().signal, attempt: 1 });
    await read();
    await read();
    const asked = await server.db.query<{ vehicle_id: number }>(sql`
      select vehicle_id from command where cmd_code = '8107' and vehicle_id in (${one.id}, ${other.id}) order by 1`);
    expect(asked).toEqual([{ vehicle_id: one.id }, { vehicle_id: other.id }]);
    expect(await car(id, one)).toMatchObject({ state: 3, reportedVersion: null });
    const restarted = await radio.online(other);
    for (const [each, firmware] of [
      [terminal, 'V2.1.0'],
      [restarted, 'V2.0.9'],
    ] as const) {
      await each.reply(({ id: message }) => message === 0x8107);
      each.send({ type: 'attributes', body: { ...ATTRIBUTES, firmware } });
    }
    await eventually(async () => {
      expect(await car(id, one)).toMatchObject({ reportedVersion: 'V2.1.0' });
      expect(await car(id, other)).toMatchObject({ reportedVersion: 'V2.0.9' });
    });
  });

  it('expires without approval, and releases its vehicles and its file', async () => {
    await approval(true);
    const one = await vehicle();
    const firmwareId = await uploaded();
    const startedAt = server.clock.now;
    const id = await begin([one], {}, firmwareId);
    const approveBy = startedAt + 30 * MINUTE_MS;
    expect(await rollout(id)).toMatchObject({ state: 5, approveBy });
    expect(await call('delFirmware', { id: firmwareId })).toMatchObject({ code: '4009' });
    server.clock.now = approveBy;
    expect(await done('changeRollout', { id, action: 'approve' }, 'second')).toEqual({ changed: false });
    await server.firmware.expiring.run({}, { signal: new AbortController().signal, attempt: 1 });
    expect(await rollout(id)).toMatchObject({ state: 6, endedAt: approveBy, counts: { waiting: 0, withdrawn: 1 } });
    expect(await done('changeRollout', { id, action: 'cancel' })).toEqual({ changed: false });
    server.clock.now = startedAt;
    await done('delFirmware', { id: firmwareId });
    await approval(false);
    await begin([one]);
  });

  it('pauses promptly, and resumes from the same position', async () => {
    const one = await vehicle();
    const terminal = await radio.online(one);
    const id = await begin([one]);
    const received = noParts();
    await receiveParts(terminal, received, { most: 9 });
    await done('changeRollout', { id, action: 'pause' });
    await eventually(async () => expect(await car(id, one)).toMatchObject({ state: 0 }));
    expect(await rollout(id)).toMatchObject({ state: 1, counts: { waiting: 1 } });
    await done('changeRollout', { id, action: 'resume' });
    await receiveParts(terminal, received);
    expect(Buffer.from(joinParts(received).data).equals(IMAGE)).toBe(true);
    await done('noteRollout', { id, note: '异常时刷回 V2.0.9' });
    expect(await rollout(id)).toMatchObject({ note: '异常时刷回 V2.0.9' });
  });

  it('withdraws unsent packages when it is cancelled, and releases the vehicles', async () => {
    const vehicles = [await vehicle(), await vehicle()];
    const id = await begin(vehicles);
    await done('changeRollout', { id, action: 'cancel' });
    await becomes(id, { state: 4, counts: { withdrawn: 2 } });
    await begin(vehicles);
  });

  it('waits while the vehicle drives', async () => {
    const one = await vehicle();
    await server.db.run(sql`
      insert into vehicle_latest (vehicle_id, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, status,
        status_since)
      values (${one.id}, now(), 113, 23, 10, 62, 0, 0, 3, 2, now())`);
    const terminal = await radio.online(one);
    const id = await begin([one]);
    expect(await terminal.ask({ type: 'heartbeat', body: {} })).toBe(0);
    expect(await car(id, one)).toMatchObject({ state: 0, attempts: 0 });
    // the platform setting allows it
    await server.db.run(sql`insert into setting_value (department_id, key, value) values (null, 'commandMaxKmh', '80'::jsonb)`);
    await install(terminal, 0);
    await server.db.run(sql`delete from setting_value where key = 'commandMaxKmh'`);
    await becomes(id, { state: 3 });
  });

  it('ends for a vehicle if the terminal refuses the message or its result does not arrive', async () => {
    const [refusing, silent] = [await vehicle(), await vehicle()];
    const id = await begin([refusing, silent], { stopAfter: 5 });
    const terminal = await radio.online(refusing);
    const part = await terminal.part(0x8108);
    terminal.send({ type: 'terminalAck', body: { serial: part.serial, id: 0x8108, result: 3 } });
    await eventually(async () => expect(await car(id, refusing)).toMatchObject({ state: 4, resultCode: 4022 }));
    await receiveParts(await radio.online(silent), noParts());
    await eventually(async () => expect(await car(id, silent)).toMatchObject({ state: 2 }));
    server.clock.now += 3_600_000;
    await becomes(id, { state: 3, counts: { failed: 2 } });
    expect(await car(id, silent)).toMatchObject({ state: 4, resultCode: 4021 });
  });
});

it('an upgrade result without a waiting roll-out is acknowledged and stored as received', async () => {
  const one = await vehicle();
  const terminal = await radio.online(one);
  expect(await reportUpgrade(terminal, 0, 12)).toBe(0);
  const stored = await server.db.first(sql`
    select message_id, sub_type from terminal_message where vehicle_id = ${one.id} and message_id = ${0x0108}`);
  expect(stored).toMatchObject({ message_id: 0x0108, sub_type: 12 });
});

describe('a terminal that downloads', () => {
  const control = (terminal: TestTerminal) => terminal.reply(({ type }) => type === 'terminalControl');
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.http.app.inject({ method: 'GET', url: new URL(url).pathname, headers });

  it('gets a signed URL by 0x8105 that is valid for one complete download, also in parts', async () => {
    const one = await vehicle();
    const terminal = await radio.online(one);
    const id = await begin([one], { way: 2 });
    const message = await control(terminal);
    const { command, parameters } = (message as unknown as { body: { command: number; parameters: string } }).body;
    const [url = '', , , , host, port, , maker, , version] = parameters.split(';');
    expect([command, host, port, maker, version]).toEqual([1, 'fleet.example.com', '443', 'FWSIM', 'V2.1.0']);
    terminal.send({ type: 'terminalAck', body: { serial: message.serial, id: 0x8105, result: 0 } });
    await eventually(async () => expect(await car(id, one)).toMatchObject({ state: 2 }));
    const forged = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`;
    expect((await get(forged)).statusCode).toBe(404);
    const part = await get(url, { range: 'bytes=0-9999' });
    expect([part.statusCode, part.rawPayload.equals(IMAGE.subarray(0, 10_000))]).toEqual([206, true]);
    await eventually(async () => expect((await rollout(id)).progress).toBeGreaterThan(0));
    const rest = await get(url, { range: 'bytes=30000-' });
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, 'bytes 30000-39999/40000']);
    expect(rest.rawPayload.equals(IMAGE.subarray(30_000))).toBe(true);
    await eventually(async () => expect((await get(url)).statusCode).toBe(404));
    expect(await reportUpgrade(terminal, 0)).toBe(0);
    await becomes(id, { state: 3 });
  });
});

/** A ZIP file with one entry that declares an unpacked size. */
function zip(name: string, unpackedBytes: number): Buffer {
  const data = randomBytes(2_000);
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(unpackedBytes, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.write(name, 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(data.length, 16);
  return Buffer.concat([data, entry, end]);
}
