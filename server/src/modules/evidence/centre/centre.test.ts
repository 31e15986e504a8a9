import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import { sign } from '@fleetwarden/contract/sign';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPromise } from 'yauzl';
import { addAlarm } from '../../../../test/support/alarms.ts';
import { extractTexts, readPdf } from '../../../../test/support/files/read-pdf.ts';
import { encodeJpegHeader } from '../../../../test/support/files/sample-images.ts';
import { addVehicle } from '../../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { deleteExpiredMedia } from '../../../ingest/media-store.ts';
import { at, sql } from '../../../platform/db/database.ts';
import { createFolderStore, type FileStore } from '../../../platform/files/file-store.ts';
import { readTable } from '../../../platform/files/read-table.ts';
import { createZipWriter } from '../../../platform/files/xlsx/zip-writer.ts';
import { forgetAlarms } from '../../alarms/index.ts';
import { purgeExpired } from '../../fleet/index.ts';
import { SHEET_PICTURES } from '../limits.ts';
import { checkPackage } from './package/check-package.ts';
import { createPackageKeys, MANIFEST, MANIFEST_SIGNATURE } from './package/manifest.ts';

const WAIT = { timeout: 20_000, interval: 20 };
const SEES = ['17030101', '20501'];
const KEEPS = [...SEES, '5020201', '5020204', '5020210', '5020211', '60911', '60102', '60104', '604'];
const [FATIGUE, PHONE] = [77, 78];
/** Noon of 18 March 2026 in Shanghai. */
const NOW = Date.UTC(2026, 2, 18, 4);
const HOUR_MS = 3_600_000;
const JPEG = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), randomBytes(3_000)]);
const FILM = Buffer.concat([Buffer.from('000000186674797069736f6d', 'hex'), randomBytes(300_000)]);
const [HANDLED, FALSE_ALARM] = [2, 3];

let server: TestServer;
let store: FileStore;
let folder = '';
let [east, west] = [0, 0];
const tokens: Record<string, string> = {};
let made = 0;

beforeAll(async () => {
  server = await startTestServer();
  server.clock.now = NOW;
  store = createFolderStore(join(server.dataFolder, 'files'));
  folder = await mkdtemp(join(tmpdir(), 'evidence-'));
  const root = await server.department('集团');
  [east, west] = [await server.department('华东', root), await server.department('华西', root)];
  for (const [name, department, codes] of [
    ['keeper', east, KEEPS],
    ['reader', east, [...SEES, '5020201']],
    ['exporter', east, ['17030101', '17030106']],
    ['stranger', west, KEEPS],
    ['blind', east, ['5020201']],
    ['assistance', east, ['17040101']],
  ] as const) {
    await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
  server.jobs.start();
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

const headers = (who: string) => ({ authorization: tokens[who]!, cookie: 'language=zh' });
const post = async (path: string, data: object, who = 'keeper', page = { page: 1, limit: 50 }) =>
  (await server.post(`activeSafety/${path}`, { data, sign: sign({ ...data }), pageModel: page }, headers(who))).body;
const list = async (data: object = {}, who = 'keeper'): Promise<EvidenceRow[]> => {
  const reply = await post('evidence/list', data, who);
  expect([reply.code, reply.msg]).toEqual(['0', expect.anything()]);
  return reply.data.list;
};
const gidsOf = async (data: object = {}, who = 'keeper') => (await list(data, who)).map(({ alarmGid }) => alarmGid);
const car = (driver?: string) =>
  addVehicle(server, { plate: `京E${20_000 + ++made}`, departmentId: east, ...(driver ? { driver } : {}) });
const driverOf = async (vehicleId: number): Promise<number> =>
  (await server.db.first<{ id: number }>(sql`select driver_id as id from vehicle where id = ${vehicleId}`))!.id;

type Given = { level?: 1 | 2 | 3; typeId?: number; at?: number; state?: number; expected?: number };
/** An alarm with its announced files. */
async function raise(vehicleId: number, { level = 2, typeId = FATIGUE, at: startAt = NOW - HOUR_MS, expected = 2 }: Given = {}) {
  const info = { identification: { terminalId: 'T', time: '260318120000', serial: ++made & 0xff, attachments: expected } };
  const gid = await addAlarm(server.db, { vehicleId, typeId, level, startAt, info });
  await server.db.run(sql`
    insert into evidence_request (alarm_gid, vehicle_id, alarm_no, identification, expected, state, created_at)
    values (${gid}, ${vehicleId}, ${gid}, ${Buffer.from(gid)}, ${expected}, 1, ${at(startAt)})`);
  return gid;
}
/** A file that came, as the evidence server stores it. */
async function receive(gid: string, name: string, kind: number, data: Buffer): Promise<string> {
  const key = `evidence/2026-03/${randomBytes(16).toString('hex')}.${name.split('.').at(-1)}`;
  const path = join(folder, 'growing');
  await writeFile(path, data);
  await store.adopt(key, path);
  const request = sql`(select id from evidence_request where alarm_gid = ${gid})`;
  await server.db.run(sql`
    insert into evidence_file (request_id, name, kind, size_bytes) values (${request}, ${name}, ${kind}, ${data.length})`);
  await server.db.run(sql`
    update evidence_file set file_key = ${key}, extension = ${name.split('.').at(-1)!}, received_at = ${at(server.clock.now)},
      digest = ${createHash('sha256').update(data).digest()} where request_id = ${request} and name = ${name}`);
  return key;
}
const handle = (gid: string, state = HANDLED) =>
  server.db.run(sql`update alarm_case set state = ${state}, deal_type = 5, dealt_at = ${at(NOW)} where gid = ${gid}`);
/** Evidence: a handled alarm with a picture, and with a film if one is given. */
async function evidence(vehicleId: number, { film, ...given }: Given & { film?: Buffer } = {}): Promise<string> {
  const gid = await raise(vehicleId, given);
  await receive(gid, '00_65_6501_0.jpg', 0, JPEG);
  if (film) await receive(gid, '02_65_6501_1.mp4', 2, film);
  await handle(gid);
  return gid;
}

describe('evidence', () => {
  it('consists of handled alarms of level 2 or 3 with files, in any order, and of alarms that users add', async () => {
    const id = await car();
    const [first, last] = [await raise(id), await raise(id, { level: 3 })];
    await receive(first, 'a.jpg', 0, JPEG);
    expect(await gidsOf({ targIds: [String(id)] })).toEqual([]);
    await handle(first);
    await handle(last, FALSE_ALARM);
    expect(await gidsOf({ targIds: [String(id)] })).toEqual([first]);
    await receive(last, 'a.jpg', 0, JPEG);
    const [low, bare] = [await evidence(id, { level: 1 }), await raise(id)];
    await handle(bare);
    expect((await gidsOf({ targIds: [String(id)] })).sort()).toEqual([first, last].sort());
    expect((await post('addEvidence', { alarmGids: [low, first] })).data).toEqual({ list: [low] });
    const rows = await list({ alarmGids: [low, first] });
    expect(rows.find(({ alarmGid }) => alarmGid === low)).toMatchObject({ addedBy: 'keeper', pictures: 1 });
    expect(rows.find(({ alarmGid }) => alarmGid === first)).toMatchObject({ addedBy: '' });
  });

  it('is listed with its files, the driver at that time, its retention and its viewers', async () => {
    const id = await car('王五');
    const gid = await evidence(id, { film: FILM, expected: 3 });
    await server.db.run(sql`update vehicle set driver_id = null where id = ${id}`);
    const { data, pageModel } = await post('evidence/list', { alarmGids: [gid] });
    expect([pageModel.total, data.more]).toEqual([1, false]);
    expect(data.list[0]).toMatchObject({
      alarmGid: gid,
      targId: String(id),
      driver: '王五',
      driverId: expect.stringMatching(/^\d+$/),
      subTypeName: expect.any(String),
      state: HANDLED,
      fileTotal: 3,
      fileDone: 2,
      pictures: 1,
      sounds: 0,
      films: 1,
      fileState: 1,
      info: { identification: { attachments: 3 } },
      locked: false,
      holdReason: '',
      note: '',
      expireAt: NOW - HOUR_MS + 180 * DAY_MS,
      viewers: 0,
    });
    // the picture of a list is no view
    expect((await server.http.app.inject({ url: data.list[0].picture })).rawPayload).toEqual(JPEG);
    const files = await post('alarm/qryAttachment', { alarmGid: gid }, 'reader');
    await server.http.app.inject({ url: files.data.list[0].attachmentPath });
    expect((await list({ alarmGids: [gid] }))[0]!.viewers).toBe(1);
    expect((await post('listEvidenceView', { alarmGid: gid })).data.list).toEqual([
      { at: NOW, username: 'reader', ip: '127.0.0.1', action: 0, kind: 0, fileName: '00_65_6501_0.jpg' },
    ]);
  });

  it('is filtered by vehicle, driver, type, level, time, video, lock and state of its files', async () => {
    const [one, two] = [await car('赵一'), await car('钱二')];
    const both = [String(one), String(two)];
    const a = await evidence(one, { film: FILM, level: 3, at: NOW - 3 * HOUR_MS });
    const b = await evidence(two, { typeId: PHONE, at: NOW - 2 * HOUR_MS });
    await server.db.run(sql`update evidence_request set state = 2 where alarm_gid = ${a}`);
    const old = await evidence(one, { at: NOW - 40 * DAY_MS });
    const found = (filter: object) => gidsOf({ targIds: both, ...filter });
    expect(await found({})).toEqual([b, a]);
    expect(await found({ sort: 'oldest' })).toEqual([a, b]);
    expect(await found({ driverIds: [String(await driverOf(two))] })).toEqual([b]);
    expect(await found({ driverName: '赵' })).toEqual([a]);
    expect(await found({ warnIds: [PHONE] })).toEqual([b]);
    expect(await found({ levels: [3] })).toEqual([a]);
    expect(await found({ hasVideo: true })).toEqual([a]);
    expect(await found({ hasVideo: false })).toEqual([b]);
    expect(await found({ fileStates: [2] })).toEqual([a]);
    expect(await found({ startTime: NOW - 41 * DAY_MS, endTime: NOW - 39 * DAY_MS })).toEqual([old]);
    expect(
      await gidsOf({ deptIds: [String(east)], targIds: both, startTime: NOW - 3 * HOUR_MS, endTime: NOW - 3 * HOUR_MS }),
    ).toEqual([a]);
    expect(await gidsOf({ carNo: (await list({ alarmGids: [a] }))[0]!.carNo })).toEqual([a]);
    const long = { startTime: NOW - 41 * DAY_MS, endTime: NOW };
    expect(await post('evidence/list', long)).toMatchObject({ code: '4001', data: { fields: [{ path: 'endTime' }] } });
    expect(await found({ ...long, locked: true })).toEqual([]);
    await post('lockEvidence', { alarmGids: [old], locked: true, reason: '事故' });
    expect(await found({ ...long, locked: true })).toEqual([old]);
    expect(await found({ locked: true })).toEqual([old]);
    // the alarm moves with late positions
    await server.db.run(sql`update alarm set start_at = ${at(NOW - HOUR_MS)} where gid = ${a}`);
    expect(await found({})).toEqual([a, b]);
  });

  it('is visible to users of its scope with permission to see its alarms', async () => {
    const gid = await evidence(await car());
    expect(await gidsOf({ alarmGids: [gid] }, 'stranger')).toEqual([]);
    expect(await post('evidence/list', { deptIds: [String(east)] }, 'stranger')).toMatchObject({ code: '4004' });
    expect(await post('evidence/list', {}, 'exporter')).toMatchObject({ code: '4003' });
    const alarmGids = [gid];
    for (const [path, data] of [
      ['addEvidence', { alarmGids }],
      ['lockEvidence', { alarmGids, locked: true, reason: 'x' }],
      ['noteEvidence', { alarmGids, note: 'x' }],
      ['delEvidence', { alarmGids }],
      ['packEvidence', { alarmGids }],
      ['listEvidenceView', { alarmGid: gid }],
    ] as const)
      expect([path, (await post(path, data, 'stranger')).code]).toEqual([path, '4004']);
    for (const path of ['lockEvidence', 'noteEvidence', 'delEvidence', 'packEvidence', 'holdEvidence'])
      expect([path, (await post(path, {}, 'reader')).code]).toEqual([path, '4003']);
    const { body } = await server.post('activeSafety/evidence/list', { data: {} }, headers('keeper'));
    expect(body.code).toBe('4002');
  });
});

describe('a user with permission for the evidence centre only', () => {
  it('reads evidence with its files, and no other alarm', async () => {
    const id = await car('郑十');
    const gid = await evidence(id);
    const other = await raise(id);
    await receive(other, 'a.jpg', 0, JPEG);
    const [row] = await list({ alarmGids: [gid] }, 'blind');
    expect((await server.http.app.inject({ url: row!.picture })).rawPayload).toEqual(JPEG);
    for (const [path, data] of [
      ['alarm/dtl', { alarmGid: gid }],
      ['alarm/qryAttachment', { alarmGid: gid }],
      ['getEvidenceGraph', { alarmGid: gid }],
      ['listEvidenceView', { alarmGid: gid }],
    ] as const) {
      expect([path, (await post(path, data, 'blind')).code]).toEqual([path, '0']);
      expect([path, (await post(path, { alarmGid: other }, 'blind')).code]).toEqual([path, '4004']);
      // fatigue is no matter of driving assistance
      expect([path, (await post(path, data, 'assistance')).code]).toEqual([path, '4004']);
    }
    expect(await gidsOf({ alarmGids: [gid] }, 'assistance')).toEqual([]);
    for (const path of ['alarm/list', 'alarm/handle', 'alarm/down', 'addEvidence', 'lockEvidence'])
      expect([path, (await post(path, { alarmGid: gid, alarmGids: [gid], locked: false }, 'blind')).code]).not.toEqual([
        path,
        '0',
      ]);
    const position = await evidence(await car(), { typeId: 67 });
    expect(await gidsOf({ alarmGids: [gid, position] }, 'assistance')).toEqual([position]);
  });
});

describe('locks and legal holds', () => {
  const keyOf = async (gid: string) =>
    (
      await server.db.query<{ key: string }>(sql`
      select file_key as key from evidence_file f join evidence_request r on r.id = f.request_id where r.alarm_gid = ${gid}`)
    )[0]?.key;
  const isStored = (key: string) => existsSync(join(server.dataFolder, 'files', key));

  it('a lock has a reason and prevents deletion; deletion removes files and evidence', async () => {
    const id = await car();
    const [kept, other] = [await evidence(id), await evidence(id, { at: NOW - 2 * HOUR_MS })];
    const [key, otherKey] = [(await keyOf(kept))!, (await keyOf(other))!];
    expect(await post('lockEvidence', { alarmGids: [kept], locked: true })).toMatchObject({ code: '4001' });
    expect((await post('lockEvidence', { alarmGids: [kept], locked: true, reason: '追尾事故' })).data).toEqual({ list: [kept] });
    expect((await post('lockEvidence', { alarmGids: [kept], locked: true, reason: '追尾事故' })).data).toEqual({ list: [] });
    expect((await post('noteEvidence', { alarmGids: [kept], note: '交警已取证' })).data).toEqual({ list: [kept] });
    expect((await list({ alarmGids: [kept] }))[0]).toMatchObject({
      locked: true,
      lockReason: '追尾事故',
      lockUser: 'keeper',
      lockedAt: NOW,
      note: '交警已取证',
      expireAt: null,
    });
    expect(await post('delEvidence', { alarmGids: [kept, other] })).toMatchObject({
      code: '4010',
      msg: '其中 1 条证据已锁定或被依法留存，不能删除',
    });
    expect([isStored(key), isStored(otherKey)]).toEqual([true, true]);
    expect((await post('delEvidence', { alarmGids: [other] })).data).toEqual({ list: [other] });
    expect([isStored(key), isStored(otherKey)]).toEqual([true, false]);
    expect(await gidsOf({ targIds: [String(id)] })).toEqual([kept]);
    expect((await post('alarm/qryAttachment', { alarmGid: other })).data).toEqual({ list: [], state: 3, reason: 'deleted' });
    await post('lockEvidence', { alarmGids: [kept], locked: false });
    expect((await post('delEvidence', { alarmGids: [kept] })).data).toEqual({ list: [kept] });
    // an alarm that is no evidence enters by its lock
    const open = await raise(id);
    await post('lockEvidence', { alarmGids: [open], locked: true, reason: '投诉' });
    expect((await list({ alarmGids: [open] }))[0]).toMatchObject({ locked: true, addedBy: 'keeper' });
    await post('lockEvidence', { alarmGids: [open], locked: false });
  });

  it('a hold on a vehicle or a driver retains all their evidence until its release', async () => {
    const [held, driven] = [await car(), await car('孙六')];
    const [ofCar, ofDriver] = [await evidence(held), await evidence(driven)];
    expect(await post('holdEvidence', { targId: String(held), reason: '诉讼' }, 'stranger')).toMatchObject({ code: '4004' });
    expect(await post('holdEvidence', { reason: '诉讼' })).toMatchObject({ code: '4001' });
    const driverId = String(await driverOf(driven));
    const first = (await post('holdEvidence', { targId: String(held), reason: '诉讼' })).data.id;
    const second = (await post('holdEvidence', { driverId, reason: '工伤' })).data.id;
    for (const [gid, reason] of [
      [ofCar, '诉讼'],
      [ofDriver, '工伤'],
    ] as const) {
      expect((await list({ alarmGids: [gid], locked: true }))[0]).toMatchObject({
        locked: false,
        holdReason: reason,
        expireAt: null,
      });
      expect(await post('delEvidence', { alarmGids: [gid] })).toMatchObject({ code: '4010' });
    }
    expect((await post('listEvidenceHold', { released: false })).data.list).toMatchObject([
      { id: second, targId: '', driverId, driverName: '孙六', reason: '工伤', username: 'keeper', releasedAt: null },
      { id: first, targId: String(held), driverId: '', reason: '诉讼' },
    ]);
    expect((await post('listEvidenceHold', {}, 'stranger')).data.list).toEqual([]);
    // records of the law outlive every retention
    await server.db.run(sql`update vehicle set deleted_at = ${at(NOW - 400 * DAY_MS)} where id = any(${[held, driven]})`);
    expect(await purgeExpired(server.db, NOW - 180 * DAY_MS)).toBe(0);
    expect(await post('releaseEvidence', { id: first, reason: '结案' }, 'stranger')).toMatchObject({ code: '4004' });
    for (const id of [first, second]) expect(await post('releaseEvidence', { id, reason: '结案' })).toMatchObject({ code: '0' });
    expect(await post('releaseEvidence', { id: first, reason: '结案' })).toMatchObject({ code: '4004' });
    expect((await post('listEvidenceHold', { released: true, targId: String(held) })).data.list).toMatchObject([
      { id: first, releasedAt: NOW, releasedBy: 'keeper', releaseReason: '结案' },
    ]);
    expect((await post('delEvidence', { alarmGids: [ofCar, ofDriver] })).code).toBe('0');
    expect(await purgeExpired(server.db, NOW - 180 * DAY_MS)).toBe(2);
  });

  it('evidence and its files expire by level; locked and held evidence, its alarm and its photos remain', async () => {
    const id = await car();
    const startAt = NOW - 200 * DAY_MS;
    const [two, three, locked] = [
      await evidence(id, { at: startAt }),
      await evidence(id, { at: startAt + 60_000, level: 3 }),
      await evidence(id, { at: startAt + 120_000 }),
    ];
    const photo = await addAlarm(server.db, { vehicleId: id, typeId: FATIGUE, startAt: startAt + HOUR_MS });
    for (const no of [1, 2])
      await server.db.run(sql`
        insert into media (vehicle_id, media_no, kind, event, channel, at, received_at, extension, bytes, digest, file)
        values (${id}, ${no}, 0, 3, 1, ${at(startAt + no * HOUR_MS)}, ${at(startAt)}, 'jpg', 5, ${Buffer.of(no)}, ${String(no).repeat(32)})`);
    const keys = await Promise.all([two, three, locked].map(keyOf));
    await post('lockEvidence', { alarmGids: [locked, photo], locked: true, reason: '事故' });
    await server.db.run(sql`insert into setting_value (key, value) values ('evidenceDays3', '365')`);
    server.bus.publish('settings.changed', { departmentId: null });
    expect(await server.evidence.cleanup(NOW)).toBe(1);
    expect(keys.map((key) => isStored(key!))).toEqual([false, true, true]);
    expect(await gidsOf({ alarmGids: [two, three, locked, photo] })).toEqual([photo, locked, three]);
    expect((await list({ alarmGids: [three] }))[0]!.expireAt).toBe(startAt + 60_000 + 365 * DAY_MS);
    expect(await deleteExpiredMedia(server.db, server.mediaFiles, NOW)).toBe(1);
    expect((await post('alarm/qryAttachment', { alarmGid: photo })).data.list).toHaveLength(1);
    await forgetAlarms(server.db, server.settingsArea, NOW + 10_000 * DAY_MS);
    expect(
      (await server.db.query<{ gid: string }>(sql`select gid from alarm where vehicle_id = ${id}`)).map(({ gid }) => gid).sort(),
    ).toEqual([locked, photo].sort());
  });
});

describe('a package', () => {
  const pack = (alarmGids: readonly string[]) => fetchPackage('packEvidence', { alarmGids });
  const fetchPackage = async (path: string, wish: object, who = 'keeper'): Promise<Buffer> => {
    const { data, code, msg } = await post(path, wish, who);
    if (code !== '0') throw new Error(`${code} ${msg}`);
    const task = async () => (await server.call('POST', 'task/getTask', { id: data.taskId }, headers(who))).body.data;
    await expect.poll(async () => (await task()).state, WAIT).toMatch(/done|failed/);
    expect((await task()).error).toBeNull();
    const file = (await server.call('POST', 'task/getTaskFile', { id: data.taskId }, headers(who))).body.data;
    return (await server.http.app.inject({ url: file.url })).rawPayload;
  };
  const unpack = async (bytes: Buffer): Promise<Map<string, Buffer>> => {
    const path = join(folder, 'package.zip');
    await writeFile(path, bytes);
    const parts = new Map<string, Buffer>();
    const zip = await openPromise(path, {});
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      parts.set(entry.fileName, Buffer.concat(chunks));
    }
    return parts;
  };
  const check = async (bytes: Buffer) => {
    const file = new File([new Uint8Array(bytes)], 'evidence.zip');
    return (await server.upload('activeSafety/checkEvidencePack', { data: {} }, file, headers('reader'))).body.data;
  };
  /** A zip of other content, packed again. */
  const repack = async (parts: ReadonlyMap<string, Buffer | string>): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    const sink = { write: (chunk: Buffer) => chunks.push(Buffer.from(chunk)) > 0 };
    const zip = createZipWriter(sink as never);
    for (const [name, data] of parts) await zip.writeEntry(name, (put) => put(data));
    await zip.end();
    return Buffer.concat(chunks);
  };

  it('has files, lists, a PDF and a signed manifest; its check passes, and fails after any one byte is changed', async () => {
    const id = await car('周八');
    const gid = await evidence(id, { film: FILM });
    const bare = await raise(id, { at: NOW - 2 * HOUR_MS, expected: 0 });
    await post('noteEvidence', { alarmGids: [gid], note: '追尾' });
    const [row] = await list({ alarmGids: [gid] });
    const zip = await pack([gid, bare]);
    const parts = await unpack(zip);
    const own = `001_${row!.carNo}_20260318-110000_${row!.subTypeName}`;
    const empty = `002_${row!.carNo}_20260318-100000_${row!.subTypeName}`;
    expect([...parts.keys()]).toEqual([
      `${own}/01.jpg`,
      `${own}/02.mp4`,
      `${own}/alarm.json`,
      `${empty}/alarm.json`,
      '证据清单.xlsx',
      '证据摘要.pdf',
      'public-key.pem',
      MANIFEST,
      MANIFEST_SIGNATURE,
    ]);
    expect([parts.get(`${own}/01.jpg`), parts.get(`${own}/02.mp4`)]).toEqual([JPEG, FILM]);
    const sha = (data: Buffer) => createHash('sha256').update(data).digest('hex');
    expect(JSON.parse(String(parts.get(`${own}/alarm.json`)))).toMatchObject({
      alarm: { alarmGid: gid, carNo: row!.carNo, driver: '周八' },
      // in the language of its reader
      address: expect.stringMatching(/[市区县]$/),
      note: '追尾',
      history: [],
      files: [
        { path: `${own}/01.jpg`, receivedAs: '00_65_6501_0.jpg', sha256: sha(JPEG), receivedSha256: sha(JPEG), check: 'same' },
        { path: `${own}/02.mp4`, sha256: sha(FILM) },
      ],
    });
    const path = join(folder, 'list.xlsx');
    await writeFile(path, parts.get('证据清单.xlsx')!);
    const rows: unknown[][] = [];
    for await (const { cells } of readTable(path)) rows.push([...cells]);
    expect(rows[0]).toEqual(expect.arrayContaining(['车牌号', '报警类型', '报警时间', '速度(km/h)', '文件', 'SHA-256']));
    expect(rows).toHaveLength(4);
    expect(rows[1]).toEqual(expect.arrayContaining([row!.carNo, `${own}/01.jpg`, sha(JPEG), '与接收时一致']));
    expect(rows[1]!.find((cell) => /[市区县] · \d/.test(String(cell)))).toBeTruthy();
    expect(parts.get('证据摘要.pdf')!.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await list({ alarmGids: [gid] }))[0]!.viewers).toBe(1);
    expect((await post('listEvidenceView', { alarmGid: gid })).data.list[0]).toMatchObject({
      username: 'keeper',
      ip: '',
      action: 1,
    });

    expect(await check(zip)).toEqual({ intact: true, faults: [], files: 7, alarms: 2, createdAt: NOW, username: 'keeper' });
    const checked = join(folder, 'checked.zip');
    const keys = createPackageKeys(Buffer.from('a key of tests, of no other use!'));
    for (let at = 0; at < zip.length; at += Math.ceil(zip.length / 60)) {
      const changed = Buffer.from(zip);
      changed[at]! ^= 1;
      await writeFile(checked, changed);
      expect([at, (await checkPackage(checked, changed.length, keys)).intact]).toEqual([at, false]);
    }
    const inFilm = Buffer.from(zip);
    inFilm[zip.indexOf(FILM.subarray(1_000, 1_100)) + 50]! ^= 1;
    expect((await check(inFilm)).faults).toEqual([
      { file: `${own}/02.mp4`, fault: 'changed' },
      { file: '', fault: 'container' },
    ]);

    // the same files in another zip, without one, with one more, and without a valid manifest
    const faultsOf = async (change: (copy: Map<string, Buffer | string>) => void) => {
      const copy = new Map<string, Buffer | string>(parts);
      change(copy);
      return (await check(await repack(copy))).faults;
    };
    const again = { file: '', fault: 'container' };
    expect(await faultsOf(() => undefined)).toEqual([again]);
    expect(await faultsOf((copy) => copy.delete(`${own}/01.jpg`))).toEqual([{ file: `${own}/01.jpg`, fault: 'missing' }, again]);
    expect(await faultsOf((copy) => copy.set('x.txt', 'x'))).toEqual([{ file: 'x.txt', fault: 'added' }, again]);
    expect(await faultsOf((copy) => copy.set(`${own}/01.jpg`, Buffer.alloc(JPEG.length)))).toEqual([
      { file: `${own}/01.jpg`, fault: 'changed' },
      again,
    ]);
    expect(await faultsOf((copy) => copy.set(MANIFEST, `${copy.get(MANIFEST)} `))).toEqual([{ file: '', fault: 'badSignature' }]);
    expect(await faultsOf((copy) => copy.delete(MANIFEST))).toEqual([{ file: '', fault: 'notPack' }]);
  });

  it('shows six photos of each alarm in its PDF, none that is large or differs from the received file', async () => {
    const gid = await raise(await car());
    const picture = (width: number, bytes = 0) => Buffer.concat([encodeJpegHeader(width, 360, 3), Buffer.alloc(bytes)]);
    const changed = await receive(gid, '0.jpg', 0, picture(640));
    await receive(gid, '1.jpg', 0, picture(640, SHEET_PICTURES.bytes));
    await receive(gid, '2.jpg', 0, Buffer.from('no picture'));
    for (let no = 3; no <= 9; no++) await receive(gid, `${no}.jpg`, 0, picture(600 + no));
    await writeFile(join(server.dataFolder, 'files', changed), picture(100));
    await handle(gid);
    const sheet = readPdf((await unpack(await pack([gid]))).get('证据摘要.pdf')!);
    expect(sheet.pages.flatMap(({ images }) => images)).toEqual(['P1', 'P2', 'P3', 'P4', 'P5', 'P6']);
    // A4, with the SHA-256 of every file
    expect(sheet.pages[0]!.size).toEqual([595.28, 841.89]);
    for (const content of [picture(603), picture(609), Buffer.from('no picture')])
      expect(extractTexts(sheet).join('')).toContain(createHash('sha256').update(content).digest('hex'));
    const captions = extractTexts(sheet).slice(0, extractTexts(sheet).indexOf('SHA-256'));
    expect(captions.filter((text) => /^\d\d\.jpg$/.test(text))).toEqual([
      '04.jpg',
      '05.jpg',
      '06.jpg',
      '07.jpg',
      '08.jpg',
      '09.jpg',
    ]);
    expect([SHEET_PICTURES.bytes, SHEET_PICTURES.allBytes]).toEqual([2 * 2 ** 20, 32 * 2 ** 20]);
  });

  it('of one alarm can also be downloaded from the page of the alarm', async () => {
    const id = await car();
    const gid = await evidence(id);
    const [row] = await list({ alarmGids: [gid] });
    const wish = { targId: String(id), targName: row!.carNo, subTypeName: row!.subTypeName, alarmGid: gid };
    for (const who of ['keeper', 'exporter']) {
      const parts = await unpack(await fetchPackage('alarm/down', wish, who));
      expect([...parts].find(([name]) => name.endsWith('/01.jpg'))?.[1]).toEqual(JPEG);
    }
    expect(await post('alarm/down', wish, 'reader')).toMatchObject({ code: '4003' });
    expect(await post('alarm/down', wish, 'stranger')).toMatchObject({ code: '4004' });
    expect(await post('alarm/down', { ...wish, targId: String(await car()) })).toMatchObject({ code: '4004' });
  });

  it('from another platform, a file that is not a ZIP, or a ZIP bomb is refused', async () => {
    const refused = async (bytes: Buffer) => (await check(bytes)).faults;
    expect(await refused(Buffer.from('no zip'))).toEqual([{ file: '', fault: 'notPack' }]);
    const text = JSON.stringify({
      format: 'fleetwarden-evidence-1',
      platform: '',
      createdAt: 0,
      username: '',
      alarmGids: [],
      files: [],
    });
    const other = createPackageKeys(randomBytes(32));
    const signed = (keys: typeof other, bomb: number) =>
      repack(
        new Map<string, Buffer | string>([
          [MANIFEST, text],
          [MANIFEST_SIGNATURE, keys.sign(Buffer.from(text))],
          ['x', Buffer.alloc(bomb)],
        ]),
      );
    expect(await refused(await signed(other, 1))).toEqual([{ file: '', fault: 'badSignature' }]);
    // what the manifest does not name is not inflated
    const own = createPackageKeys(Buffer.from('a key of tests, of no other use!'));
    expect(await refused(await signed(own, 64 * 1024 * 1024))).toEqual([
      { file: 'x', fault: 'added' },
      { file: '', fault: 'container' },
    ]);
    const many = new Map(Array.from({ length: 3_000 }, (_, at) => [`${at}`, '']));
    expect(await refused(await repack(many))).toEqual([{ file: '', fault: 'tooLarge' }]);
  });

  it('lists stored files that are missing or differ from the received ones, and includes the others', async () => {
    const gid = await evidence(await car(), { film: FILM });
    const [film, picture] = (
      await server.db.query<{ key: string }>(sql`
        select f.file_key as key from evidence_file f join evidence_request r on r.id = f.request_id
        where r.alarm_gid = ${gid} order by f.kind desc`)
    ).map(({ key }) => join(server.dataFolder, 'files', key));
    await rm(film!);
    await writeFile(picture!, Buffer.from('tampered'));
    const parts = await unpack(await pack([gid]));
    const json = [...parts].find(([name]) => name.endsWith('alarm.json'))![1];
    expect(JSON.parse(String(json)).files).toMatchObject([{ check: 'different' }, { check: 'missing' }]);
    expect(await readFile(picture!, 'utf8')).toBe('tampered');
  });
});
