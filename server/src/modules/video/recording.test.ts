import { statSync } from 'node:fs';
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { AAC_FRAME, connectStream, type StreamTerminal } from '../../../test/support/media/stream-terminal.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { readIndexBox, TRAILER_BYTES } from '../../media/recording/mp4-index.ts';
import { durationOf } from '../../media/recording/mp4-tables.ts';
import { sql } from '../../platform/db/database.ts';
import { MIN_FREE_BYTES } from '../../platform/http/limits.ts';
import { addVideoFile, newVideoKey } from './files.ts';
import { FILE_ADDRESS_LIFE_MS, ROOM_CHECK_MS } from './limits.ts';

/** Payload type. */
const AAC = 19;
const CODES = ['20401', '20406', '20408', '301', '302', '304', '306', '307'];

let server: TestServer;
let base = '';
let mediaPort = 0;
let east = 0;
let freeBytes = 10 * MIN_FREE_BYTES;
const tokens: Record<string, string> = {};
let made = 0;

beforeAll(async () => {
  server = await startTestServer({
    mediaLimits: { sweepMs: 20, graceMs: 2_000, streamMs: 3_000 },
    freeBytes: async () => freeBytes,
  });
  base = `http://127.0.0.1:${await server.http.listen({ host: '127.0.0.1', port: 0 })}`;
  mediaPort = await server.mediaServer.start({ host: '127.0.0.1', port: 0 });
  await server.video.start();
  const root = await server.department('集团');
  east = await server.department('华东', root);
  const west = await server.department('华西', root);
  for (const [name, department, codes] of [
    ['clerk', east, CODES],
    ['viewer', east, ['20401', '301']],
    ['stranger', west, CODES],
  ] as const) {
    await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
});
beforeEach(() => {
  freeBytes = 10 * MIN_FREE_BYTES;
});
afterAll(() => server.stop());

type Car = { readonly id: number; readonly sim: string; readonly plate: string };
type File = Record<string, unknown> & { readonly fileId: string; readonly startTime: number; readonly endTime: number };

async function car(): Promise<Car> {
  const sim = String(13_900_000_000 + ++made);
  const plate = `京R${10_000 + made}`;
  const id = await addVehicle(server, { plate, departmentId: east, phone: sim });
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, transport, peer_ip) values (${id}, now(), now(), 'tcp', '127.0.0.1')`);
  server.bus.publish('terminal.online', { vehicleId: id, at: Date.now() });
  return { id, sim, plate };
}

const call = async (name: string, data: object, who = 'clerk') =>
  (await server.call('POST', `video/${name}`, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const start = ({ id }: Car, who = 'clerk') => call('startRecord', { targId: String(id), channel: 1 }, who);
const stop = async (fileId: string): Promise<File[]> => (await call('stopRecord', { fileId })).data.list;
const around = ({ id }: Car) => ({ targId: String(id), startTime: Date.now() - HOUR_MS, endTime: Date.now() + HOUR_MS });
const list = async (vehicle: Car): Promise<File[]> => (await call('listServerFile', around(vehicle))).data.list;
const views = ({ id }: Car) =>
  server.db.query<{ kind: string; bytes: number; played_at: number | null; ended_at: number | null }>(
    sql`select kind, bytes, played_at, ended_at from video_view where vehicle_id = ${id} order by id`,
  );
const get = (url: string, headers: Record<string, string> = {}) => fetch(base + url, { headers });

/** Three seconds of pictures and sound. A group is written when the next second begins. */
async function play(
  terminal: StreamTerminal,
  vehicle: Car,
  size: 'cif' | 'fullHd' = 'cif',
  say = () => terminal.sound(),
): Promise<void> {
  for (let i = 0; i < 3; i++) {
    terminal.keyFrame(size);
    for (let picture = 0; picture < 24; picture++) terminal.frame();
    say();
  }
  const stream = server.mediaServer.find({ kind: 'live', vehicleId: vehicle.id, channel: 1, streamType: 1 })!;
  await eventually(() => expect(stream.state).toBe('playing'));
}
/** A recording of three seconds. */
async function record(): Promise<{ vehicle: Car; file: File }> {
  const vehicle = await car();
  const { data } = await start(vehicle);
  const terminal = await connectStream(mediaPort, vehicle);
  await play(terminal, vehicle);
  await eventually(async () => expect(await growingBytes()).toBeGreaterThan(2_000));
  const [file] = await stop(data.fileId);
  terminal.end();
  return { vehicle, file: file! };
}
const workFolder = () => join(server.dataFolder, 'files/work/video');
async function growingBytes(): Promise<number> {
  const names = (await readdir(workFolder())).filter((name) => name.endsWith('.mp4'));
  return names.reduce((sum, name) => sum + statSync(join(workFolder(), name)).size, 0);
}

describe('a recording', () => {
  it('requests the stream, writes video and sound, and is listed, played in ranges and saved', async () => {
    const { vehicle, file } = await record();
    expect(file).toMatchObject({
      channel: 1,
      source: 0,
      state: 1,
      streamType: 1,
      format: 'mp4',
      playable: true,
      codec: 'avc1.42c01e',
      width: 352,
      height: 288,
      sound: 'recorded',
      username: 'clerk',
      reason: null,
    });
    expect(file.endTime - file.startTime).toBeGreaterThan(2_000);
    expect(await list(vehicle)).toEqual([file]);
    const day = new Date(file.startTime + 8 * HOUR_MS).toISOString().slice(0, 10);
    expect((await call('listRecordDay', around(vehicle))).data.list).toContain(day);
    expect(await readdir(workFolder())).toEqual([]);

    const { data } = await call('openFile', { fileId: file.fileId });
    expect(data.watermark).toBe(true);
    const whole = await get(data.url);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, bytes.length]).toEqual([200, file['bytes']]);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'content-disposition': 'inline',
    });
    expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
    for (const type of ['moov', 'avc1', 'fLaC', 'stss']) expect(bytes.includes(type)).toBe(true);
    const part = await get(data.url, { range: 'bytes=4-7' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      `bytes 4-7/${bytes.length}`,
      'ftyp',
    ]);
    expect(Buffer.from(await (await get(data.url, { range: 'bytes=-4' })).arrayBuffer())).toEqual(bytes.subarray(-4));
    expect((await get(data.url, { range: `bytes=${bytes.length}-` })).status).toBe(416);

    const saved = (await call('downloadFile', { fileId: file.fileId })).data;
    expect(saved.name).toMatch(new RegExp(`^${vehicle.plate}_CH1_\\d{14}\\.mp4$`));
    expect((await get(saved.url)).headers.get('content-disposition')).toContain('attachment');
    await eventually(async () =>
      expect(await views(vehicle)).toMatchObject([
        { kind: 'record', ended_at: expect.any(Number), played_at: expect.any(Number), bytes: expect.any(Number) },
        { kind: 'file', played_at: expect.any(Number) },
        { kind: 'download', played_at: expect.any(Number) },
      ]),
    );
    expect((await views(vehicle))[1]!.bytes).toBeGreaterThan(bytes.length);
  });

  it('contains AAC as received from the terminal, and silence without sound', async () => {
    const vehicle = await car();
    const { fileId } = (await start(vehicle)).data;
    const terminal = await connectStream(mediaPort, vehicle);
    await play(terminal, vehicle, 'cif', () => terminal.sound(AAC, AAC_FRAME));
    await eventually(async () => expect(await growingBytes()).toBeGreaterThan(2_000));
    expect(await stop(fileId)).toMatchObject([{ sound: 'recorded', reason: null }]);
    terminal.end();
    const bytes = Buffer.from(await (await get((await call('openFile', { fileId })).data.url)).arrayBuffer());
    for (const type of ['mp4a', 'esds', 'avc1']) expect(bytes.includes(type)).toBe(true);
    expect(bytes.includes('fLaC')).toBe(false);
    const length = bytes.readUInt32BE(bytes.length - TRAILER_BYTES);
    const { samples } = readIndexBox(bytes.subarray(bytes.length - length))!;
    const sound = samples.filter(({ track }) => track === 'audio');
    expect(sound.every(({ aac, duration }) => aac === 0x1588 && duration === 1_024)).toBe(true);
    // beside the pictures, whose sound was a tenth of their time
    expect(Math.abs(sound.length * 128 - durationOf(samples, 'video'))).toBeLessThan(400);
  });

  it('is shared by simultaneous requests, and continues in another file if the resolution changes', async () => {
    const vehicle = await car();
    const [one, other] = await Promise.all([start(vehicle), start(vehicle)]);
    expect(other.data.fileId).toBe(one.data.fileId);
    expect(one.data.limitMs).toBe(30 * MINUTE_MS);
    const terminal = await connectStream(mediaPort, vehicle);
    await play(terminal, vehicle);
    await play(terminal, vehicle, 'fullHd');
    const first = async () => (await list(vehicle)).find(({ fileId }) => fileId === one.data.fileId);
    await eventually(async () => expect(await first()).toMatchObject({ state: 1, reason: 'split' }));
    const files = await stop(one.data.fileId);
    expect(files).toMatchObject([
      { fileId: one.data.fileId, width: 352, reason: 'split' },
      { state: 1, width: 1920, reason: null },
    ]);
    terminal.end();
  });

  it('without video frames leaves no file', async () => {
    const vehicle = await car();
    const { data } = await start(vehicle);
    expect(await stop(data.fileId)).toMatchObject([{ state: 2, reason: 'noPicture', bytes: 0 }]);
    expect(await list(vehicle)).toEqual([]);
  });

  it('ends at its time limit, or if the disk is full', async () => {
    const limits = [
      [31 * MINUTE_MS, 'timeLimit'],
      [ROOM_CHECK_MS, 'diskFull'],
    ] as const;
    for (const [ms, reason] of limits) {
      const vehicle = await car();
      await start(vehicle);
      const terminal = await connectStream(mediaPort, vehicle);
      await play(terminal, vehicle);
      if (reason === 'diskFull') freeBytes = MIN_FREE_BYTES - 1;
      server.clock.now += ms;
      await eventually(async () => expect(await list(vehicle)).toMatchObject([{ state: 1, reason }]));
      terminal.end();
    }
    expect(await start(await car())).toMatchObject({ code: '4029', msg: expect.stringContaining('磁盘') });
  });

  it('ends when a rule closes its channel', async () => {
    const vehicle = await car();
    await start(vehicle);
    const terminal = await connectStream(mediaPort, vehicle);
    await play(terminal, vehicle);
    await server.db.run(sql`
      insert into setting_value (department_id, key, value) values (${east}, 'cabinView', '"cabinClosed"'::jsonb)`);
    server.bus.publish('settings.changed', { departmentId: east });
    server.clock.now += ROOM_CHECK_MS;
    await eventually(async () =>
      expect(
        await server.db.query(sql`select reason, ended_at is not null as ended from video_view where vehicle_id = ${vehicle.id}`),
      ).toEqual([{ reason: 'cabinClosed', ended: true }]),
    );
    expect(await start(vehicle)).toMatchObject({ code: '4003' });
    await server.db.run(sql`delete from setting_value where department_id = ${east}`);
    server.bus.publish('settings.changed', { departmentId: east });
    terminal.end();
  });

  it('is counted by its result, and so is a file missing in the store', async () => {
    const metrics = async () => (await server.http.app.inject({ url: '/metrics', headers: { host: 'localhost' } })).body;
    const { file } = await record();
    const { url } = (await call('openFile', { fileId: file.fileId })).data;
    await server.db.run(
      sql`update video_file set file_key = ${newVideoKey(Date.now(), 'mp4')} where id = ${Number(file.fileId)}`,
    );
    expect((await get(url)).status).toBe(404);
    const body = await metrics();
    expect(body).toMatch(/fleetwarden_video_recordings_total\{result="stopped"\} [1-9]/);
    expect(body).toContain('fleetwarden_video_recordings_total{result="diskFull"} 1\n');
    expect(body).toContain('fleetwarden_video_files_missing_total 1\n');
    await server.db.run(sql`delete from video_file where id = ${Number(file.fileId)}`);
  });

  it('needs free storage in the quota of the department', async () => {
    const { vehicle } = await record();
    await server.db.run(sql`insert into quota (department_id, vehicles, users, storage_gb) values (${east}, 99, 99, 0)`);
    expect(await start(vehicle)).toMatchObject({ code: '4011' });
    await server.db.run(sql`delete from quota`);
  });

  it('is finished up to its last full second after a kill, and orphaned files are deleted', async () => {
    const vehicle = await car();
    const { data } = await start(vehicle);
    const terminal = await connectStream(mediaPort, vehicle);
    await play(terminal, vehicle);
    await eventually(async () => expect(await growingBytes()).toBeGreaterThan(2_000));
    // as a killed process leaves it: the files as they are, and a row that grows
    const key = newVideoKey(Date.now(), 'mp4');
    const name = key.split('/')[2]!;
    const growing = (await readdir(workFolder())).filter((each) => each.endsWith('.mp4'))[0]!;
    for (const end of ['', '.index']) await copyFile(join(workFolder(), growing + end), join(workFolder(), `copy-${name}${end}`));
    await stop(data.fileId);
    terminal.end();
    for (const end of ['', '.index']) await copyFile(join(workFolder(), `copy-${name}${end}`), join(workFolder(), name + end));
    await writeFile(join(workFolder(), 'orphan.mp4'), 'x');
    const row = { vehicleId: vehicle.id, channel: 2, streamType: 1, accountId: null, account: 'clerk', source: 0 } as const;
    const file = {
      startedAt: Date.now(),
      endedAt: null,
      bytes: 0,
      format: 'mp4',
      playable: false,
      codec: null,
      sound: 'none',
    } as const;
    await addVideoFile(server.db, { ...row, ...file, fileKey: key });
    await addVideoFile(server.db, { ...row, ...file, fileKey: newVideoKey(Date.now(), 'mp4') });
    await server.video.start();
    expect(await readdir(workFolder())).toEqual([]);
    const found = (await list(vehicle)).filter(({ channel }) => channel === 2);
    expect(found).toMatchObject([{ state: 1, reason: 'interrupted', width: 352, playable: true }]);
    expect(found[0]!.endTime - found[0]!.startTime).toBeGreaterThan(900);
    const bytes = Buffer.from(await (await get((await call('openFile', { fileId: found[0]!.fileId })).data.url)).arrayBuffer());
    expect(bytes.includes('moov')).toBe(true);
  });
});

describe('a video file', () => {
  it('can be cut from a key frame', async () => {
    const { vehicle, file } = await record();
    const range = { fileId: file.fileId, startTime: file.startTime + 1_100, endTime: file.startTime + 1_500 };
    const { data } = await call('clipFile', range);
    const clip = (await list(vehicle)).find(({ fileId }) => fileId === data.fileId)!;
    expect(clip).toMatchObject({ source: 2, state: 1, width: 352, sound: 'recorded', reason: null });
    expect(clip.startTime).toBeLessThanOrEqual(range.startTime);
    expect(clip.startTime).toBeGreaterThan(file.startTime);
    expect(clip.endTime).toBeGreaterThanOrEqual(range.endTime);
    // a clip can be cut again
    expect(await call('clipFile', { ...range, fileId: data.fileId })).toMatchObject({ code: '0' });
    const after = { fileId: file.fileId, startTime: file.endTime + 1, endTime: file.endTime + 2 };
    expect(await call('clipFile', after)).toMatchObject({ code: '4004', msg: '该时段无录像' });
  });

  it('can be opened with permission, within the scope, at an unchanged address, for a limited time, in a session', async () => {
    const { vehicle, file } = await record();
    const { fileId } = file;
    for (const name of ['openFile', 'downloadFile', 'deleteFile']) {
      expect(await call(name, { fileId }, 'stranger')).toMatchObject({ code: '4004' });
      expect(await call(name, { fileId }, 'viewer')).toMatchObject({ code: '4003' });
    }
    expect(await start(vehicle, 'viewer')).toMatchObject({ code: '4003' });
    expect(await call('listServerFile', around(vehicle), 'stranger')).toMatchObject({ code: '4004' });
    const { url } = (await call('openFile', { fileId })).data;
    const other = String(Number(fileId) - 1);
    for (const wrong of [
      url.replace('t=play', 't=save'),
      url.replace(`/${fileId}?`, `/${other}?`),
      url.replace(/s=.{4}/, 's=aaaa'),
    ])
      expect((await get(wrong)).status).toBe(404);
    await server.db.run(
      sql`update vehicle set department_id = (select id from department where name = '华西') where id = ${vehicle.id}`,
    );
    expect((await get(url)).status).toBe(404);
    await server.db.run(sql`update vehicle set department_id = ${east} where id = ${vehicle.id}`);
    expect((await get(url)).status).toBe(200);
    tokens['gone'] = await server.signIn('clerk');
    const short = (await call('openFile', { fileId }, 'gone')).data.url;
    expect((await get(short)).status).toBe(200);
    await server.call('POST', 'user/loginOut', {}, { authorization: tokens['gone']! });
    expect((await get(short)).status).toBe(404);
    server.clock.now += FILE_ADDRESS_LIFE_MS;
    expect((await get(url)).status).toBe(404);
    server.clock.now -= FILE_ADDRESS_LIFE_MS;
    tokens['clerk'] = await server.signIn('clerk');
  });

  it('is deleted by a user, or after its retention', async () => {
    const { vehicle, file } = await record();
    const second = (await call('clipFile', { fileId: file.fileId, startTime: file.startTime, endTime: file.endTime })).data;
    expect(await call('deleteFile', { fileId: file.fileId })).toMatchObject({ code: '0' });
    expect((await list(vehicle)).map(({ fileId }) => fileId)).toEqual([second.fileId]);
    expect(await server.video.forgetFiles(Date.now() + 29 * DAY_MS)).toBe(0);
    expect(await server.video.forgetFiles(Date.now() + 31 * DAY_MS)).toBeGreaterThan(0);
    expect(await list(vehicle)).toEqual([]);
  });

  it('cannot be opened, cut or deleted while it is being recorded', async () => {
    const vehicle = await car();
    const { fileId } = (await start(vehicle)).data;
    for (const name of ['openFile', 'downloadFile', 'deleteFile'])
      expect(await call(name, { fileId })).toMatchObject({ code: '4010' });
    expect(await call('clipFile', { fileId, startTime: 1, endTime: 2 })).toMatchObject({ code: '4010' });
    await stop(fileId);
  });
});
