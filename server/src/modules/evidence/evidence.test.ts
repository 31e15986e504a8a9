import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sign } from '@fleetwarden/contract/sign';
import type { AlarmInfo } from '@fleetwarden/domain/alarm-item';
import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { encodeVehicleStates } from '@fleetwarden/protocol/jsatl12';
import { loadClip } from '@fleetwarden/simulator/video/clip';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addAlarm } from '../../../test/support/alarms.ts';
import { connectAttachments } from '../../../test/support/evidence/attachment-client.ts';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { openLiveSocket } from '../../../test/support/live-socket.ts';
import { startS3Double } from '../../../test/support/s3-double.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { at, sql } from '../../platform/db/database.ts';
import { createPartitions } from '../../platform/db/partitions.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { parseS3Address } from '../../platform/files/s3/s3-address.ts';
import { createS3Store } from '../../platform/files/s3/s3-store.ts';
import { forgetAlarms } from '../alarms/index.ts';
import { findSkipReason } from './rules.ts';

const CODES = ['17030101', '17030110', '17030112'];
const FATIGUE = 77;
const NOW = Date.now();
const SUCCEEDED = 2;
const JPEG = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(5_000, 7)]);
const MP4 = Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), Buffer.alloc(200_000, 9)]);

/** Two states of one second, and one without a time. */
const DATA_FILE = Buffer.from(
  encodeVehicleStates(
    ['261127120000', '261127120000', '000000000000'].map((time) => ({
      alarmBits: 0,
      statusBits: 3,
      latitude: 31.230416,
      longitude: 121.473701,
      altitudeM: 4,
      speedKmh: 62.5,
      heading: 90,
      time,
      accelerationX: -0.35,
      accelerationY: 0,
      accelerationZ: 1,
      rotationX: 0,
      rotationY: 0,
      rotationZ: 0,
      pulseKmh: 61.9,
      obdKmh: 62,
      gear: 5,
      acceleratorPercent: 0,
      brakePercent: 40,
      braking: 1,
      engineRpm: 1_450,
      wheelDegrees: 0,
      turnLight: 2,
      reserved: new Uint8Array(2),
    })),
  ),
);

let server: TestServer;
let port = 0;
let httpPort = 0;
let [east, west] = [0, 0];
let bucket: Awaited<ReturnType<typeof startS3Double>>;
/** The store of the server, which tests replace. */
const stores = {} as { folder: FileStore; current: FileStore };
const tokens: Record<string, string> = {};
let made = 0;

beforeAll(async () => {
  bucket = await startS3Double();
  server = await startTestServer({
    fileStore: (folder) => {
      stores.folder = folder;
      stores.current = folder;
      return {
        workFolder: folder.workFolder,
        adopt: (...file) => stores.current.adopt(...file),
        read: (...file) => stores.current.read(...file),
        remove: (...file) => stores.current.remove(...file),
      };
    },
    evidenceLimits: { sweepMs: 20, unboundMs: 2_000, connections: 30, connectionsPerAddress: 20 },
  });
  server.clock.now = NOW;
  httpPort = await server.http.listen({ host: '127.0.0.1', port: 0 });
  port = await server.evidenceServer.start({ host: '127.0.0.1', port: 0 });
  const root = await server.department('集团');
  [east, west] = [await server.department('华东', root), await server.department('华西', root)];
  for (const [name, department, codes] of [
    ['clerk', east, CODES],
    ['reader', east, ['17030101']],
    ['stranger', west, CODES],
    ['ordinary', east, ['20501', '17030112']],
  ] as const) {
    await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
});
afterEach(() => {
  server.clock.now = NOW;
  stores.current = stores.folder;
});
afterAll(async () => {
  await server.stop();
  await bucket.stop();
});

type Car = { readonly id: number; readonly phone: string };

async function car(isOnline = true): Promise<Car> {
  const phone = String(13_700_000_000 + ++made);
  const id = await addVehicle(server, { plate: `京E${10_000 + made}`, departmentId: east, phone });
  if (isOnline) await goOnline(id);
  return { id, phone };
}
async function goOnline(id: number): Promise<void> {
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, transport, peer_ip) values (${id}, now(), now(), 'tcp', '127.0.0.1')`);
  server.bus.publish('terminal.online', { vehicleId: id, at: server.clock.now });
}
const infoOf = (serial: number, attachments = 2): AlarmInfo => ({
  identification: { terminalId: 'T000001', time: '261127120000', serial, attachments },
});
/** An alarm with announced files, as ingest stores and publishes it. */
async function raise(
  { id }: Car,
  { level = 3, kmh = 80, info = infoOf(++made & 0xff) }: { level?: 1 | 2 | 3; kmh?: number; info?: AlarmInfo | null } = {},
) {
  const gid = await addAlarm(server.db, { vehicleId: id, typeId: FATIGUE, level, kmh, startAt: server.clock.now, info });
  server.bus.publish('alarms.changed', [{ gid, vehicleId: id, typeId: FATIGUE, level, speedKmh: kmh, info } as never]);
  return gid;
}
type RequestRow = {
  alarm_no: string;
  state: number;
  reason: string | null;
  tries: number;
  due_at: number | null;
  command_id: number | null;
};
const requestOf = async (gid: string): Promise<RequestRow> => {
  const row = await server.db.first<RequestRow>(
    sql`select alarm_no, state, reason, tries, due_at, command_id from evidence_request where alarm_gid = ${gid}`,
  );
  if (!row) throw new Error('not requested');
  return row;
};
const requested = async (gid: string): Promise<RequestRow> => {
  await eventually(async () => expect((await requestOf(gid)).tries).toBe(1));
  return requestOf(gid);
};
const call = async (path: string, data: object, who = 'clerk') =>
  (await server.call('POST', path, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const attachments = async (gid: string, who = 'clerk') => call('activeSafety/alarm/qryAttachment', { alarmGid: gid }, who);
/** Rows of an alarm list. */
const listed = async (path: string, data: object = {}): Promise<{ alarmGid: string; picture: string }[]> => {
  const wanted = { warmStatus: 4, sort: 'newest', ...data };
  const headers = { authorization: tokens['clerk']! };
  return (await server.post(path, { data: wanted, sign: sign(wanted as never) }, headers)).body.data.list;
};
const get = (path: string, headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${httpPort}${path}`, { headers });

/** Uploads files as a terminal without faults does. */
async function upload({ phone }: Car, alarmNo: string, files: Readonly<Record<string, Buffer>>): Promise<void> {
  const terminal = await connectAttachments(port, phone);
  const rows = Object.entries(files);
  expect(
    await terminal.list(
      alarmNo,
      rows.map(([name, { length }]) => ({ name, sizeBytes: length })),
    ),
  ).toBe(0);
  for (const [name, data] of rows) {
    expect(await terminal.begin(name, data.length)).toBe(0);
    for (let offset = 0; offset < data.length; offset += 65_536)
      terminal.chunk(name, offset, data.subarray(offset, offset + 65_536));
    expect(await terminal.end(name, data.length)).toMatchObject({ name, result: 0, gaps: [] });
  }
  terminal.socket.destroy();
}

describe('an alarm with announced files', () => {
  it('is requested with 0x9208; its files arrive, are pushed, listed and served', async () => {
    const vehicle = await car();
    const { messages, socket } = await openLiveSocket(httpPort, tokens['clerk']!, 'commonmsg');
    const gid = await raise(vehicle);
    const { alarm_no, command_id } = await requested(gid);
    const command = await server.db.first(sql`select cmd_code, params, account_id from command where id = ${command_id}`);
    expect(command).toMatchObject({
      cmd_code: '9208',
      account_id: null,
      params: {
        server: '127.0.0.1',
        tcpPort: port,
        udpPort: 0,
        alarmNo: alarm_no,
        identification: expect.stringMatching(/^54303030303031261127120000..0200$/),
      },
    });
    await upload(vehicle, alarm_no, { '00_65_6501_0.jpg': JPEG, '02_65_6501_1.mp4': MP4 });
    expect(await requestOf(gid)).toMatchObject({ state: 2, reason: null, due_at: null });
    await eventually(() =>
      expect(
        messages
          .map((text) => JSON.parse(text))
          .filter(({ type }) => type === 'asAttachment')
          .at(-1)?.data,
      ).toEqual({
        alarmGid: gid,
        targId: String(vehicle.id),
        state: 2,
        reason: '',
        expected: 2,
        received: 2,
      }),
    );
    socket.close();

    const { data, pageModel } = await attachments(gid);
    expect(pageModel.total).toBe(2);
    const listedPicture = expect.stringMatching(/evidenceFile.*&l=1$/);
    expect(data).toMatchObject({
      list: [
        { attachmentType: 0, bytes: JPEG.length, name: '00_65_6501_0.jpg', thumbPath: listedPicture },
        { attachmentType: 2, bytes: MP4.length, name: '02_65_6501_1.mp4', thumbPath: '' },
      ],
      state: 2,
      reason: '',
    });
    const [picture, film] = data.list.map(({ attachmentPath }: { attachmentPath: string }) => attachmentPath);
    const shown = await get(picture);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(JPEG);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    });
    const part = await get(film, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${MP4.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(MP4.subarray(100, 200));
    expect((await get(film, { range: `bytes=${MP4.length}-` })).status).toBe(416);
    const views = () => server.db.query(sql`select account_name, listed from evidence_view order by id`);
    const opened = { account_name: 'clerk', listed: false };
    expect(await views()).toEqual([opened, opened]);

    // lists name the first picture; to show it there is a view of its own kind
    for (const path of ['activeSafety/alarm/list', 'activeSafety/alarm/list/new', 'warnScheme/listWarnHistory'])
      expect((await listed(path)).find(({ alarmGid }) => alarmGid === gid)).toMatchObject({
        files: 2,
        fileDone: 2,
        fileKinds: [0, 2],
        fileState: 2,
        fileReason: '',
        picture: listedPicture,
      });
    const address = (await listed('activeSafety/alarm/list'))[0]!.picture;
    expect((await get(address.replace('&l=1', ''))).status).toBe(404);
    server.clock.now += MINUTE_MS;
    expect((await get(address)).status).toBe(200);
    expect(await views()).toEqual([opened, opened, { account_name: 'clerk', listed: true }]);
    expect((await get(picture)).status).toBe(200);
    expect((await views()).at(-1)).toEqual(opened);
    server.clock.now -= MINUTE_MS;

    // bound to time, to the file and to the session
    expect((await get(picture.replace(/evidenceFile\/\d+/, 'evidenceFile/999'))).status).toBe(404);
    server.clock.now += 11 * MINUTE_MS;
    expect((await get(picture)).status).toBe(404);
    server.clock.now -= 11 * MINUTE_MS;
    await server.call('POST', 'user/loginOut', {}, { authorization: tokens['clerk']! });
    expect((await get(picture)).status).toBe(404);
    tokens['clerk'] = await server.signIn('clerk');
  });

  it('has a graph of its positions, or of the data file once it has arrived', async () => {
    const vehicle = await car();
    const gid = await raise(vehicle);
    const { alarm_no } = await requested(gid);
    const before = NOW - 10_000;
    await createPartitions(server.db, 400).ensureAhead(NOW);
    await server.db.run(sql`
      insert into position (vehicle_id, gnss_at, received_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, recorder_kmh, backfill, quality)
      values (${vehicle.id}, ${at(before)}, ${at(before)}, 121.5, 31.2, 4, 66, 90, 0, 3, 65.5, false, 0),
        (${vehicle.id}, ${at(NOW - MINUTE_MS)}, ${at(NOW)}, 121.4, 31.2, 4, 70, 90, 0, 3, null, false, 0)`);
    const graph = async () => (await call('activeSafety/getEvidenceGraph', { alarmGid: gid })).data;
    expect(await graph()).toMatchObject({
      alarmTime: NOW,
      source: 'positions',
      list: [{ time: before, x: 121.5, y: 31.2, speed: 66, pulseSpeed: 65.5, accelerationX: null, braking: null }],
    });
    await upload(vehicle, alarm_no, { '03_65_6501_1.bin': Buffer.alloc(640, 1), '04_65_6501_0.bin': DATA_FILE });
    const { source, list } = await graph();
    expect([source, list.length]).toEqual(['dataFile', 2]);
    expect(list[1]).toEqual({
      time: Date.UTC(2026, 10, 27, 4, 0, 0, 500),
      x: 121.473701,
      y: 31.230416,
      speed: 62.5,
      pulseSpeed: 61.9,
      accelerationX: -0.35,
      accelerationY: 0,
      accelerationZ: 1,
      engineRpm: 1_450,
      braking: true,
      turnSignal: 2,
    });
  });

  it('shows with the decision which files the user had viewed', async () => {
    const vehicle = await car();
    const gid = await raise(vehicle);
    await upload(vehicle, (await requested(gid)).alarm_no, { 'a.jpg': JPEG, 'b.mp4': MP4 });
    const decide = async (alarmGid: string) => {
      const dealList = [{ targId: String(vehicle.id), alarmGid }];
      const data = { dealList, dealType: 6, vNotes: '' };
      const headers = { authorization: tokens['clerk']! };
      const body = { data, sign: sign(data as never) };
      expect((await server.post('alarm/handleAlarms', body, headers)).body).toMatchObject({ data: { handled: [alarmGid] } });
      return (await call('activeSafety/alarm/dtl', { alarmGid })).data;
    };
    const { data } = await attachments(gid);
    // the film is only listed
    await get(data.list[0].attachmentPath);
    const { history, alarm } = await decide(gid);
    expect(alarm).toMatchObject({ fileDone: 2, state: 3 });
    expect(history).toMatchObject([
      { action: 'false', detail: { dealType: 6, evidence: { files: 2, viewed: [{ name: 'a.jpg', kind: 0 }] } } },
    ]);

    const unseen = await raise(vehicle);
    await upload(vehicle, (await requested(unseen)).alarm_no, { 'c.jpg': JPEG });
    await get((await attachments(unseen)).data.list[0].thumbPath);
    expect((await decide(unseen)).history).toMatchObject([{ detail: { evidence: { files: 1, viewed: [] } } }]);
    const without = await raise(vehicle, { info: null });
    expect((await decide(without)).history[0].detail).not.toHaveProperty('evidence');
  });

  it('is visible to users of its scope and with permission for its class', async () => {
    const gid = await raise(await car());
    await requested(gid);
    expect(await attachments(gid, 'stranger')).toMatchObject({ code: '4004' });
    expect(await attachments(gid, 'ordinary')).toMatchObject({ code: '4004' });
    const again = (who: string) => call('activeSafety/refetchAttachment', { alarmGids: [gid] }, who);
    expect(await again('stranger')).toMatchObject({ code: '4004' });
    expect(await again('reader')).toMatchObject({ code: '4003' });
    expect(await again('clerk')).toMatchObject({ code: '0', data: { requested: 1 } });
    expect((await requestOf(gid)).tries).toBe(1);
  });

  it('is requested again after 10, 30 and 60 minutes, and then shows a failure reason', async () => {
    const vehicle = await car();
    const gid = await raise(vehicle);
    const news: AlarmNews[] = [];
    const stop = server.bus.subscribe('alarms.changed', (rows) => void news.push(...rows));
    await requested(gid);
    for (const [tries, minutes] of [
      [2, 10],
      [3, 30],
      [4, 60],
    ] as const) {
      expect((await requestOf(gid)).due_at).toBe(server.clock.now + minutes * MINUTE_MS);
      server.clock.now += minutes * MINUTE_MS - 1;
      await server.evidence.run();
      expect((await requestOf(gid)).tries).toBe(tries - 1);
      server.clock.now += 1;
      await server.evidence.run();
      expect((await requestOf(gid)).tries).toBe(tries);
      const { command_id } = await requestOf(gid);
      await server.db.run(sql`update command set state = ${SUCCEEDED} where id = ${command_id}`);
    }
    server.clock.now += 60 * MINUTE_MS;
    await server.evidence.run();
    expect(await requestOf(gid)).toMatchObject({ state: 3, reason: 'noUpload', due_at: null });
    expect((await attachments(gid)).data).toEqual({ list: [], state: 3, reason: 'noUpload' });
    // event 57, once, at the place of the alarm
    await server.evidence.run();
    const events = await server.db.query(sql`
      select e.level, e.start_at, e.end_at, e.start_lng = a.last_lng as same_place, c.state from alarm a
        join alarm e on e.vehicle_id = a.vehicle_id and e.type_id = 57 join alarm_case c on c.gid = e.gid where a.gid = ${gid}`);
    expect(events).toEqual([
      { level: 1, start_at: NOW + 160 * MINUTE_MS, end_at: NOW + 160 * MINUTE_MS, same_place: true, state: 0 },
    ]);
    const own = () => news.filter(({ typeId, vehicleId }) => typeId === 57 && vehicleId === vehicle.id);
    await eventually(() => expect(own()).toMatchObject([{ raised: true, level: 1 }]));
    stop();
  });

  it('waits for an offline terminal without counting a try', async () => {
    const vehicle = await car(false);
    const gid = await raise(vehicle);
    await eventually(async () => expect(await requestOf(gid)).toMatchObject({ state: 0, reason: 'offline', tries: 0 }));
    await goOnline(vehicle.id);
    await requested(gid);
    const other = await raise(await car(false));
    await eventually(async () => expect(await requestOf(other)).toMatchObject({ reason: 'offline' }));
    server.clock.now += 3 * DAY_MS;
    await server.evidence.run();
    expect(await requestOf(other)).toMatchObject({ state: 3, reason: 'offline' });
  });

  it('is not requested if the rules exclude it by level, speed, monthly limit or type', () => {
    const settings = {
      evidenceHost: '',
      evidencePort: 6060,
      evidenceRetries: 3,
      evidenceDays: 180,
      evidenceDays2: 180,
      evidenceDays3: 180,
      evidenceSkipTypes: ['12', String(FATIGUE)],
      evidenceLevel: 2,
      evidenceKmh: 30,
      evidenceMonthly: 5,
    };
    const reasonOf = (level: 1 | 2 | 3, speedKmh: number, requested: number) =>
      findSkipReason({ typeId: 65, level, speedKmh }, requested, settings);
    expect([reasonOf(1, 50, 0), reasonOf(2, 29, 0), reasonOf(2, 30, 5), reasonOf(2, 30, 4)]).toEqual([
      'level',
      'speed',
      'monthlyLimit',
      undefined,
    ]);
    expect(findSkipReason({ typeId: FATIGUE, level: 3, speedKmh: 80 }, 0, settings)).toBe('type');
    expect(
      findSkipReason({ typeId: 65, level: 3, speedKmh: 80 }, 1_000_000, { ...settings, evidenceMonthly: 0 }),
    ).toBeUndefined();
  });

  it('includes the photos that the terminal took automatically at that time', async () => {
    const vehicle = await car();
    const gid = await raise(vehicle, { info: null });
    for (const [no, event, afterMs] of [
      [1, 3, 2_000],
      [2, 0, 2_000],
      [3, 3, 60_000],
    ] as const)
      await server.db.run(sql`
        insert into media (vehicle_id, media_no, kind, event, channel, at, received_at, extension, bytes, digest, file)
        values (${vehicle.id}, ${no}, 0, ${event}, 1, ${at(server.clock.now + afterMs)}, ${at(server.clock.now)}, 'jpg', 5,
          ${Buffer.of(no)}, ${String(no).repeat(32)})`);
    const { data } = await attachments(gid);
    expect(data).toMatchObject({ list: [{ attachmentType: 0, bytes: 5, fileId: '' }], state: null });
    const [row] = await listed('activeSafety/alarm/list', { targIds: [String(vehicle.id)] });
    expect(row).toMatchObject({
      files: 0,
      fileDone: 1,
      fileKinds: [0],
      fileState: null,
      picture: expect.stringMatching(/evidenceFile\/p\d+\?.*l=1/),
    });
    // a view of a photo is logged as that of any file
    await mkdir(join(server.dataFolder, 'media'), { recursive: true });
    await writeFile(join(server.dataFolder, 'media', '1'.repeat(32)), 'photo');
    const [photo] = data.list;
    expect(await (await get(photo.thumbPath)).text()).toBe('photo');
    expect((await get(photo.attachmentPath.replace('/p', '/'))).status).toBe(404);
    expect(await (await get(photo.attachmentPath)).text()).toBe('photo');
    const views = await server.db.query(sql`
      select w.account_name, w.listed from evidence_view w join media m on m.id = w.media_id
      where m.vehicle_id = ${vehicle.id} order by w.id`);
    expect(views).toEqual([
      { account_name: 'clerk', listed: true },
      { account_name: 'clerk', listed: false },
    ]);
    const { messages, socket } = await openLiveSocket(httpPort, tokens['clerk']!, 'commonmsg');
    const { id } = (await server.db.first<{ id: number }>(
      sql`select id from media where vehicle_id = ${vehicle.id} and media_no = 1`,
    ))!;
    server.bus.publish('media.stored', { vehicleId: vehicle.id, mediaId: id } as never);
    await eventually(() =>
      expect(messages.map((text) => JSON.parse(text)).find(({ type }) => type === 'asAttachment')?.data).toMatchObject({
        alarmGid: gid,
        state: null,
        received: 1,
      }),
    );
    socket.close();
  });
});

describe('stored files', () => {
  it('a raw clip gets a copy that browsers can play, and the original is unchanged', async () => {
    const vehicle = await car();
    const gid = await raise(vehicle);
    const { alarm_no } = await requested(gid);
    const raw = Buffer.concat(loadClip(1, 'sub').map(({ data }) => data));
    await upload(vehicle, alarm_no, { '02_65_6501_0.h264': raw, '02_65_6501_1.h264': Buffer.from('0000000167', 'hex') });
    const { data } = await attachments(gid);
    expect(data).toMatchObject({ list: [{ attachmentType: 2 }, { attachmentType: 2 }], state: 2 });
    const [clip, broken] = await Promise.all(
      data.list.map(({ attachmentPath }: { attachmentPath: string }) => get(attachmentPath)),
    );
    expect([clip.headers.get('content-type'), clip.headers.get('content-disposition')]).toEqual([
      'video/mp4',
      expect.stringMatching(/^inline; filename="evidence-\d+\.mp4"$/),
    ]);
    const mp4 = Buffer.from(await clip.arrayBuffer());
    expect([mp4.length, mp4.toString('latin1', 4, 8)]).toEqual([Number(clip.headers.get('content-length')), 'ftyp']);
    const last = await get(data.list[0].attachmentPath, { range: 'bytes=-16' });
    expect(Buffer.from(await last.arrayBuffer())).toEqual(mp4.subarray(-16));
    expect([broken.headers.get('content-type'), await broken.text()]).toEqual(['application/octet-stream', '\0\0\0\x01g']);
    const row = (await server.db.first<{ file_key: string; play_key: string; digest: Buffer; size_bytes: number }>(sql`
      select file_key, play_key, digest, size_bytes from evidence_file where play_key is not null`))!;
    expect(await buffer((await stores.folder.read(row.file_key))!.content)).toEqual(raw);
    expect([row.size_bytes, row.digest]).toEqual([raw.length, createHash('sha256').update(raw).digest()]);
    // both go with the alarm
    expect(await server.evidence.cleanup(NOW + 181 * DAY_MS)).toBeGreaterThan(0);
    expect([await stores.folder.read(row.file_key), await stores.folder.read(row.play_key)]).toEqual([undefined, undefined]);
  });

  it('are in a bucket, from which the console downloads them', async () => {
    stores.current = createS3Store({ address: parseS3Address(bucket.url)!, folder: stores.folder });
    const vehicle = await car();
    const gid = await raise(vehicle);
    await upload(vehicle, (await requested(gid)).alarm_no, { 'a.jpg': JPEG, 'b.mp4': MP4 });
    expect([...bucket.objects.values()].map(({ length }) => length).sort()).toEqual([MP4.length, JPEG.length].sort());
    const { data } = await attachments(gid);
    expect(Buffer.from(await (await get(data.list[0].attachmentPath)).arrayBuffer())).toEqual(JPEG);
    const part = await get(data.list[1].attachmentPath, { range: 'bytes=-100' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, MP4.subarray(-100)]);
    bucket.behave('away');
    expect((await get(data.list[0].attachmentPath)).status).toBe(500);
    bucket.behave('serve');
  });

  it.each(['disk full', 'bucket full', 'bucket away'])(
    'are not acknowledged with the %s, and are sent again later',
    async (fault) => {
      const vehicle = await car();
      const gid = await raise(vehicle);
      const { alarm_no } = await requested(gid);
      const noSpace = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
      if (fault === 'disk full') stores.current = { ...stores.folder, adopt: noSpace };
      else stores.current = createS3Store({ address: parseS3Address(bucket.url)!, folder: stores.folder });
      if (fault !== 'disk full') bucket.behave(fault === 'bucket full' ? 'full' : 'away');
      const raw = Buffer.concat(loadClip(1, 'sub').map(({ data }) => data));
      const files = { 'a.jpg': JPEG, 'b.h264': raw };
      for (const [name, data] of Object.entries(files)) {
        const terminal = await connectAttachments(port, vehicle.phone);
        await terminal.list(alarm_no, [{ name, sizeBytes: data.length }]);
        await terminal.begin(name, data.length);
        terminal.chunk(name, 0, data);
        await expect(terminal.end(name, data.length)).rejects.toThrow('closed');
        await terminal.closed;
      }
      await eventually(async () => expect(await requestOf(gid)).toMatchObject({ state: 1, reason: 'storage' }));
      expect((await attachments(gid)).data.list).toEqual([]);
      await eventually(async () => expect(await readdir(join(stores.folder.workFolder, 'evidence'))).toEqual([]));
      bucket.behave('serve');
      stores.current = stores.folder;
      await upload(vehicle, alarm_no, files);
      expect(await requestOf(gid)).toMatchObject({ state: 2, reason: null });
    },
  );
});

describe('the evidence server', () => {
  const NAME = '00_65_6501_0.jpg';
  const start = async (size = JPEG.length, name = NAME) => {
    const vehicle = await car();
    const gid = await raise(vehicle);
    const { alarm_no } = await requested(gid);
    const terminal = await connectAttachments(port, vehicle.phone);
    expect(await terminal.list(alarm_no, [{ name, sizeBytes: size }])).toBe(0);
    return { vehicle, gid, alarmNo: alarm_no, terminal };
  };

  it('requests gaps until a file with unordered, overlapping and repeated chunks is complete', async () => {
    const { gid, terminal } = await start();
    expect(await terminal.begin(NAME, JPEG.length)).toBe(0);
    for (const [from, to] of [
      [4_000, 5_004],
      [100, 900],
      [800, 2_000],
      [100, 900],
    ] as const)
      terminal.chunk(NAME, from, JPEG.subarray(from, to));
    // behind the announced size, and of a file that was not announced
    terminal.chunk(NAME, 5_004, Buffer.alloc(50));
    terminal.chunk('other.jpg', 0, Buffer.alloc(50));
    const gaps = [
      { offset: 0, length: 100 },
      { offset: 2_000, length: 2_000 },
    ];
    expect(await terminal.end(NAME, JPEG.length)).toEqual({ name: NAME, kind: 0, result: 1, gaps });
    expect((await attachments(gid)).data.list).toEqual([]);
    for (const { offset, length } of gaps) terminal.chunk(NAME, offset, JPEG.subarray(offset, offset + length));
    expect(await terminal.end(NAME, JPEG.length)).toMatchObject({ result: 0, gaps: [] });
    // repeated, as after a lost answer
    expect(await terminal.end(NAME, JPEG.length)).toMatchObject({ result: 0, gaps: [] });
    const { data } = await attachments(gid);
    expect(Buffer.from(await (await get(data.list[0].attachmentPath)).arrayBuffer())).toEqual(JPEG);
    terminal.socket.destroy();
  });

  it('refuses unknown alarms, alarms of another terminal, and sizes beyond its limits', async () => {
    const { alarmNo, terminal } = await start(0xffffffff, '../../x.jpg');
    expect(await terminal.begin('../../x.jpg', 0xffffffff)).toBe(1);
    terminal.socket.destroy();
    for (const [phone, number] of [
      [(await car()).phone, alarmNo],
      ['13999999999', alarmNo],
      [(await car()).phone, 'f'.repeat(32)],
    ] as const) {
      const stranger = await connectAttachments(port, phone);
      expect(await stranger.list(number, [])).toBe(1);
      await stranger.closed;
    }
  });

  it('stores a file with a hostile name under a generated name', async () => {
    const name = '../../../etc/x.html';
    const page = Buffer.from('<script>alert(1)</script>');
    const { gid, terminal } = await start(page.length, name);
    terminal.socket.destroy();
    const vehicle = (await server.db.first<{ phone: string }>(
      sql`select t.phone from terminal t join alarm a on a.vehicle_id = t.vehicle_id where a.gid = ${gid}`,
    ))!;
    await upload({ id: 0, phone: vehicle.phone }, (await requestOf(gid)).alarm_no, { [name]: page });
    const [{ attachmentPath }] = (await attachments(gid)).data.list;
    const sent = await get(attachmentPath);
    expect(sent.headers.get('content-type')).toBe('application/octet-stream');
    expect(sent.headers.get('content-disposition')).toMatch(/^attachment; filename="evidence-\d+\.bin"$/);
    expect(await readdir(join(server.dataFolder, 'files'))).toEqual(expect.arrayContaining(['evidence', 'work']));
  });

  const SCRIPT = '<html><script>alert(document.domain)</script></html>';
  /** A JPEG whose EXIF comment is a page, with a page and a zip behind its end. */
  const POLYGLOT = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 2 + 6 + SCRIPT.length]),
    Buffer.from(`Exif\0\0${SCRIPT}`),
    JPEG.subarray(2),
    Buffer.from(`${SCRIPT}PK\x03\x04`),
  ]);
  it.each([
    ['a JPEG that is also a page and zip', POLYGLOT, 'image/jpeg', 'inline'],
    [
      'an SVG with a script',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
      'application/octet-stream',
      'attachment',
    ],
    ['a web page with a photo file name', Buffer.from(SCRIPT), 'application/octet-stream', 'attachment'],
    ['a GIF, which terminals do not send', Buffer.from(`GIF89a/*${SCRIPT}`), 'application/octet-stream', 'attachment'],
  ])('serves %s with a fixed type, unchanged and without scripts', async (_, content, type, shown) => {
    const vehicle = await car();
    const gid = await raise(vehicle);
    await upload(vehicle, (await requested(gid)).alarm_no, { '00_65_6501_0.jpg': content });
    const [{ attachmentPath }] = (await attachments(gid)).data.list;
    const sent = await get(attachmentPath);
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(content);
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': expect.stringMatching(`^${shown};`),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  it('restarts a file if its size differs from the announced size', async () => {
    const { gid, terminal } = await start(3_000);
    expect(await terminal.begin(NAME, 3_000)).toBe(0);
    terminal.chunk(NAME, 0, JPEG.subarray(0, 3_000));
    const gaps = [{ offset: 0, length: JPEG.length }];
    expect(await terminal.end(NAME, JPEG.length)).toMatchObject({ result: 1, gaps });
    terminal.chunk(NAME, 0, JPEG);
    expect(await terminal.end(NAME, JPEG.length)).toMatchObject({ result: 0 });
    const { data } = await attachments(gid);
    expect(data.list).toMatchObject([{ bytes: JPEG.length }]);
    terminal.socket.destroy();
  });

  it('records why files are missing, and leaves no partial data', async () => {
    const { gid, terminal } = await start();
    await terminal.begin(NAME, JPEG.length);
    terminal.chunk(NAME, 0, JPEG.subarray(0, 100));
    for (let n = 0; n < 5; n++) expect((await terminal.end(NAME, JPEG.length)).result).toBe(1);
    await expect(terminal.end(NAME, JPEG.length)).rejects.toThrow('closed');
    await eventually(async () => expect(await requestOf(gid)).toMatchObject({ state: 1, reason: 'gaps' }));
    await eventually(async () => expect(await readdir(join(server.dataFolder, 'files', 'work', 'evidence'))).toEqual([]));
  });

  it('closes half-open connections first, so that they do not block terminals', async () => {
    const halfOpen = Array.from({ length: 60 }, () => connect({ port, host: '127.0.0.1' }).on('error', () => undefined));
    const closed = halfOpen.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve)));
    await eventually(() => expect(server.evidenceServer.connections).toBeGreaterThan(10));
    const { terminal } = await start();
    await Promise.all(closed);
    expect(await terminal.begin(NAME, JPEG.length)).toBe(0);
    terminal.socket.destroy();
  });

  const SESSION = new URL('../../../../../shared/vectors/go-jt808-attachment.json', import.meta.url);
  it.skipIf(!existsSync(SESSION))('receives a recorded session completely, byte for byte', async () => {
    const items: { msgId: string; hex: string }[] = JSON.parse(readFileSync(SESSION, 'utf8')).items;
    const [announced, , ended, chunk] = items.map(({ hex }) => Buffer.from(hex, 'hex'));
    const id = await addVehicle(server, { plate: '京E99999', departmentId: east, phone: '1001' });
    await goOnline(id);
    const gid = await raise({ id, phone: '1001' });
    const { alarm_no } = await requested(gid);
    // the number of the recording's platform
    await server.db.run(sql`update evidence_request set alarm_no = '2024-11-22_10_00_00_' where alarm_no = ${alarm_no}`);
    const socket = connect({ port, host: '127.0.0.1' });
    let answers = '';
    socket.on('data', (bytes) => {
      answers += (bytes as Buffer).toString('hex');
    });
    const part = (offset: number, text: string) => {
      const copy = Buffer.from(chunk!);
      copy.writeUInt32BE(offset, 54);
      copy.write(text, 62);
      return copy;
    };
    // 4, 8, 0: as recorded
    socket.write(Buffer.concat([announced!, chunk!, part(8, 'ld!!'), part(0, 'hell'), ended!]));
    await eventually(() => expect(answers).toMatch(/7e9212.*7e$/));
    socket.write(Buffer.concat([chunk!, part(8, 'ld!!'), part(0, 'hell'), ended!]));
    await eventually(async () => expect(await requestOf(gid)).toMatchObject({ state: 2 }));
    socket.destroy();
    const { data } = await attachments(gid);
    expect(await (await get(data.list[0].attachmentPath)).text()).toBe('helloworld!!');
  });

  it('deletes the files of evidence after its retention time', async () => {
    const vehicle = await car();
    const gid = await raise(vehicle);
    const { alarm_no } = await requested(gid);
    await upload(vehicle, alarm_no, { 'a.jpg': JPEG, 'b.jpg': JPEG });
    const path = async () =>
      (await server.db.first<{ key: string }>(sql`
        select file_key as key from evidence_file f join evidence_request r on r.id = f.request_id where r.alarm_gid = ${gid}`))!
        .key;
    const stored = join(server.dataFolder, 'files', await path());
    expect(await server.evidence.cleanup(server.clock.now + 179 * DAY_MS)).toBe(0);
    expect(existsSync(stored)).toBe(true);
    expect(await server.evidence.cleanup(server.clock.now + 181 * DAY_MS)).toBeGreaterThan(0);
    expect([existsSync(stored), await path()]).toEqual([false, null]);
    // each is visited once; its request says why, and is not repeated
    expect(await server.evidence.cleanup(server.clock.now + 182 * DAY_MS)).toBe(0);
    expect((await attachments(gid)).data).toEqual({ list: [], state: 3, reason: 'expired' });
    expect((await call('activeSafety/refetchAttachment', { alarmGids: [gid] })).data).toEqual({ requested: 0 });
    const terminal = await connectAttachments(port, vehicle.phone);
    expect(await terminal.list(alarm_no, [{ name: 'a.jpg', sizeBytes: JPEG.length }])).not.toBe(0);
    terminal.socket.destroy();
    await server.db.run(sql`update alarm set start_at = ${at(NOW - 10_000 * DAY_MS)} where gid = ${gid}`);
    await forgetAlarms(server.db, server.settingsArea, NOW);
    expect(await server.db.query(sql`select from evidence_request where alarm_gid = ${gid}`)).toEqual([]);
  });
});
