import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { VideoFileNews } from '@fleetwarden/contract/video/upload-states';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { type FtpClient, openFtp } from '@fleetwarden/simulator/video/ftp-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../test/support/gateway/gateway-fixture.ts';
import type { Reply, TestTerminal } from '../../../../test/support/gateway/terminal.ts';
import { openLiveSocket } from '../../../../test/support/live-socket.ts';
import { PARAMETER_SETS } from '../../../../test/support/media/stream-terminal.ts';
import { answer, type Radio, startRadio, type Vehicle } from '../../../../test/support/radio.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { sql } from '../../../platform/db/database.ts';
import { createFolderStore } from '../../../platform/files/file-store.ts';
import { COMMAND_PASSWORD, createFieldEncryption } from '../../../platform/resources/field-encryption.ts';

const CODES = ['303', '304', '305', '20402'];
const STALLED_MS = 60_000;
const FROM = Date.parse('2026-03-18T08:00:00+08:00');
const TO = Date.parse('2026-03-18T08:10:00+08:00');

let server: TestServer;
let radio: Radio;
let port = 0;
let [root, east] = [0, 0];
let plates = 0;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer({
    terminalAccess: { host: '127.0.0.1', port: 0, badFrames: () => [] },
    ftpLimits: { minFreeBytes: 0 },
    uploadLimits: { sweepMs: 20, stalledMs: STALLED_MS, retryDelaysMs: [0, 0], maxBytes: 1_000, tasksOfVehicle: 3 },
  });
  const { decrypt } = createFieldEncryption(server.secretKey);
  radio = await startRadio(server, {}, (sealed) => decrypt(sealed, COMMAND_PASSWORD));
  port = await server.http.listen({ host: '127.0.0.1', port: 0 });
  await server.ftpServer.start({ host: '127.0.0.1', port: 0, passive: { first: 0, last: 0 } });
  await server.video.start();
  root = await server.department('集团');
  east = await server.department('华东', root);
  const west = await server.department('华西', root);
  for (const [name, department, codes] of [
    ['boss', root, CODES],
    ['clerk', east, CODES],
    ['stranger', west, CODES],
    ['viewer', east, ['301', '302']],
  ] as const) {
    await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

const call = async (path: string, data: object, who = 'clerk', method: 'GET' | 'POST' = 'POST') =>
  (await server.call(method, path, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const wish = ({ id }: Vehicle, more: object = {}) => ({ targId: String(id), channel: 1, startTime: FROM, endTime: TO, ...more });
async function request(vehicle: Vehicle, more: object = {}): Promise<string> {
  const body = await call('video/fileUpload', wish(vehicle, more));
  expect(body).toMatchObject({ code: '0' });
  return body.data.seqId;
}
const task = async (seqId: string) => (await call('video/fileUploadReply', { seqId }, 'clerk', 'GET')).data;
const isState = (seqId: string, state: number, reason: string | null = null) =>
  eventually(async () => expect(await task(seqId)).toMatchObject({ state, reason }));
const row = (seqId: string) =>
  server.db.first<{ password_hash: Buffer | null; serial: number | null; attempts: number; received_bytes: number }>(
    sql`select password_hash, serial, attempts, received_bytes from video_task where id = ${Number(seqId)}`,
  );

const vehicle = () => radio.vehicle(`京F${10_000 + ++plates}`, east);
type Order = Reply & { readonly type: 'uploadRecording' };
const order = async (terminal: TestTerminal) => (await terminal.reply(({ type }) => type === 'uploadRecording')) as Order;
/** Accepts the next request. */
async function accept(terminal: TestTerminal): Promise<Order> {
  const received = await order(terminal);
  answer(terminal, { serial: received.serial, id: 0x9206 });
  return received;
}
async function signIn({ body }: Order): Promise<FtpClient> {
  const client = await openFtp(body.server, body.port);
  await client.command(`USER ${body.user}`);
  expect((await client.command(`PASS ${body.password}`)).code).toBe(230);
  return client;
}
async function send(client: FtpClient, command: string, content: Buffer): Promise<void> {
  const data = await client.openData();
  expect((await client.command(command)).code).toBe(150);
  data.end(content);
  expect((await client.reply()).code).toBe(226);
}
const report = (terminal: TestTerminal, { serial }: Order, result: number) =>
  terminal.ask({ type: 'uploadFinished', body: { serial, result } });
/** Ends a task and its terminal. */
async function drop(seqId: string, terminal: TestTerminal): Promise<void> {
  await call('video/controlUpload', { seqId, control: 2 });
  terminal.end();
}

const MP4 = Buffer.from('\0\0\0\x20ftypisom avc1 a recording of channel 1', 'latin1');

describe('a download', () => {
  it('is requested with its own account, interrupted, resumed, and stored as a file of the vehicle', async () => {
    const car = await vehicle();
    const terminal = await radio.online(car);
    const heard: VideoFileNews[] = [];
    const unheard: unknown[] = [];
    const sockets = [];
    for (const [name, list] of [
      ['boss', heard],
      ['stranger', unheard],
      ['viewer', unheard],
    ] as const) {
      const { socket } = await openLiveSocket(port, tokens[name]!, 'commonmsg');
      socket.on('message', (text) => {
        const { type, data } = JSON.parse(String(text));
        if (type === 'videoFile') list.push(data);
      });
      sockets.push(socket);
    }
    const seqId = await request(car, { streamType: 2, alarmBits: 1, sizeBytes: MP4.length, conditionBits: 3 });
    const received = await accept(terminal);
    expect(received.body).toMatchObject({
      server: '127.0.0.1',
      port: server.ftpServer.port,
      user: `v${seqId}`,
      path: '/',
      channel: 1,
      conditionBits: 3,
      startTime: '260318080000',
      endTime: '260318081000',
      videoAlarmBits: 0,
      alarmBits: 1,
      streamType: 2,
    });
    await eventually(async () => expect((await row(seqId))?.serial).toBe(received.serial));
    const params = await server.db.first<{ params: object }>(sql`select params from command where cmd_code = '9206'`);
    expect(JSON.stringify([params, await row(seqId)])).not.toContain(received.body.password);

    const first = await signIn(received);
    const data = await first.openData();
    expect((await first.command('STOR ch1.mp4')).code).toBe(150);
    data.write(MP4.subarray(0, 10));
    await eventually(async () => expect(await task(seqId)).toMatchObject({ receivedBytes: 10, percent: 23, state: 1 }));
    data.resetAndDestroy();
    expect((await first.reply()).code).toBe(426);

    const second = await signIn(received);
    expect(await second.command('SIZE ch1.mp4')).toEqual({ code: 213, text: '10' });
    await second.command('REST 10');
    await send(second, 'STOR ch1.mp4', MP4.subarray(10));
    expect(await report(terminal, received, 0)).toBe(0);
    await isState(seqId, 3);
    const done = await task(seqId);
    expect(done).toMatchObject({ percent: 100, attempts: 1, files: [{ size: MP4.length, isPlayable: true }] });

    const stored = await server.db.first<{ file_key: string }>(sql`
      select vehicle_id, channel, source, stream_type, started_at, ended_at, bytes, format, playable, codec, account_name, file_key
      from video_file where id = ${Number(done.files[0].fileId)}`);
    expect(stored).toMatchObject({
      vehicle_id: car.id,
      channel: 1,
      source: 1,
      stream_type: 1,
      started_at: FROM,
      ended_at: TO,
      bytes: MP4.length,
      format: 'mp4',
      playable: true,
      codec: 'avc1',
      account_name: 'clerk',
    });
    const files = createFolderStore(join(server.dataFolder, 'files'));
    expect(await buffer((await files.read(stored!.file_key))!.content)).toEqual(MP4);

    // the account and the work folder are gone
    expect(await row(seqId)).toMatchObject({ password_hash: null });
    expect(existsSync(join(files.workFolder, 'ftp', seqId))).toBe(false);
    const late = await openFtp('127.0.0.1', server.ftpServer.port!);
    await late.command(`USER v${seqId}`);
    expect((await late.command(`PASS ${received.body.password}`)).code).toBe(530);
    late.close();
    await eventually(() =>
      expect(heard.filter((news) => news.seqId === seqId).at(-1)).toEqual({
        seqId,
        targId: String(car.id),
        state: 3,
        url: `/api/WebGis/video/fileDownload?seqId=${seqId}`,
      }),
    );
    expect(unheard).toEqual([]);
    for (const socket of sockets) socket.close();
    terminal.end();
  });

  it('waits for the previous one, and for its terminal', async () => {
    const car = await vehicle();
    const [first, second] = [await request(car), await request(car, { channel: 2 })];
    await isState(first, 0, 'terminalOffline');
    const terminal = await radio.online(car);
    const received = await accept(terminal);
    expect(received.body.channel).toBe(1);
    expect(await task(second)).toMatchObject({ state: 0 });
    await send(await signIn(received), 'STOR a', MP4);
    await report(terminal, received, 0);
    await isState(first, 3);
    expect((await accept(terminal)).body.channel).toBe(2);
    await drop(second, terminal);
  });

  it('is requested again with another password after a stall, and the file continues', async () => {
    const car = await vehicle();
    const terminal = await radio.online(car);
    const seqId = await request(car);
    const first = await accept(terminal);
    await send(await signIn(first), 'STOR a', MP4.subarray(0, 20));
    await eventually(async () => expect((await row(seqId))?.received_bytes).toBe(20));
    server.clock.now += STALLED_MS + 1;
    const second = await accept(terminal);
    expect(second.body.password).not.toBe(first.body.password);
    // a result of the first request does not end the second
    await eventually(async () => expect((await row(seqId))?.serial).toBe(second.serial));
    await report(terminal, first, 1);
    const client = await signIn(second);
    await send(client, 'APPE a', MP4.subarray(20));
    await report(terminal, second, 0);
    await isState(seqId, 3);
    expect(await task(seqId)).toMatchObject({ attempts: 2, files: [{ size: MP4.length }] });
    terminal.end();
  });

  it('fails after requests without data, with the reason of the last one', async () => {
    const car = await vehicle();
    const terminal = await radio.online(car);
    const seqId = await request(car);
    for (let tries = 0; tries < 3; tries++) {
      const received = await accept(terminal);
      await eventually(async () => expect((await row(seqId))?.serial).toBe(received.serial));
      await report(terminal, received, tries < 2 ? 0 : 1);
    }
    await isState(seqId, 4, 'terminalFailed');
    // the result is counted after its commit
    await eventually(async () => {
      const { body } = await server.http.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
      expect(body).toContain('fleetwarden_video_uploads_total{result="terminalFailed"} 1\n');
      expect(body).toContain('fleetwarden_video_uploads_total{result="done"}');
    });
    terminal.end();
  });

  it.each([
    [3, 'unsupported'],
    [1, 'refused'],
  ])('fails if the terminal answers with %i', async (result, reason) => {
    const car = await vehicle();
    const terminal = await radio.online(car);
    const seqId = await request(car);
    answer(terminal, { serial: (await order(terminal)).serial, id: 0x9206 }, result);
    await isState(seqId, 4, reason);
    terminal.end();
  });

  it('fails above the size limit, and after a day', async () => {
    const car = await vehicle();
    const terminal = await radio.online(car);
    const large = await request(car);
    const client = await signIn(await accept(terminal));
    const data = await client.openData();
    await client.command('STOR a');
    data.end(Buffer.alloc(2_000));
    await isState(large, 4, 'tooLarge');
    const old = await request(car);
    await accept(terminal);
    server.clock.now += DAY_MS + 1;
    for (const name of Object.keys(tokens)) tokens[name] = await server.signIn(name);
    await isState(old, 4, 'expired');
    terminal.end();
  });

  it('stores several files, omits empty ones, and converts a raw stream to mp4', async () => {
    const car = await vehicle();
    const terminal = await radio.online(car);
    const seqId = await request(car);
    const received = await accept(terminal);
    const client = await signIn(received);
    await send(client, 'STOR day/1.h264', Buffer.of(0, 0, 0, 1, 0x67, 1));
    await send(client, 'STOR day/2.bin', Buffer.from('something'));
    const nals = [...PARAMETER_SETS.cif, Buffer.of(0x65, 0x88, 0xaa)];
    const rawClip = Buffer.concat(nals.flatMap((nal) => [Buffer.of(0, 0, 0, 1), nal]));
    await send(client, 'STOR day/3', Buffer.alloc(0));
    await send(client, 'STOR day/4.h264', rawClip);
    await report(terminal, received, 0);
    await isState(seqId, 3);
    const { files } = await task(seqId);
    expect(files.length).toBe(3);
    const rows = await server.db.query(sql`
      select format, playable, codec from video_file where id = any(${files.map(({ fileId }: { fileId: string }) => Number(fileId))})
      order by bytes`);
    expect(rows).toEqual([
      { format: 'h264', playable: false, codec: null },
      { format: 'bin', playable: false, codec: null },
      { format: 'mp4', playable: true, codec: 'avc1' },
    ]);
    terminal.end();
  });
});

describe('a user', () => {
  it('pauses, resumes and cancels an upload', async () => {
    const car = await vehicle();
    const terminal = await radio.online(car);
    const seqId = await request(car);
    const received = await accept(terminal);
    await eventually(async () => expect((await row(seqId))?.serial).toBe(received.serial));
    const control = async (command: number) => {
      const reply = call('video/controlUpload', { seqId, control: command });
      const sent = await terminal.reply(({ type }) => type === 'controlUpload');
      answer(terminal, { serial: sent.serial, id: 0x9207 });
      expect(sent.body).toEqual({ serial: received.serial, control: command });
      return reply;
    };
    expect((await control(0)).data).toEqual({ state: 2 });
    expect((await call('video/controlUpload', { seqId, control: 0 })).code).toBe('4010');
    // a paused upload does not stall
    server.clock.now += STALLED_MS + 1;
    expect((await control(1)).data).toEqual({ state: 1 });
    const client = await signIn(received);
    await send(client, 'STOR a', MP4);
    expect((await control(2)).data).toEqual({ state: 5 });
    await expect(client.command('NOOP')).rejects.toThrow();
    expect((await call('video/controlUpload', { seqId, control: 2 })).code).toBe('4010');
    expect(await task(seqId)).toMatchObject({ state: 5, files: [] });
    terminal.end();
  });

  it('sees and controls only tasks of vehicles within the scope, with the permission', async () => {
    const car = await vehicle();
    const seqId = await request(car);
    const codes = async (who: string) => [
      (await call('video/fileUpload', wish(car), who)).code,
      (await call('video/fileUploadReply', { seqId }, who, 'GET')).code,
      (await call('video/fileDownload', { seqId }, who, 'GET')).code,
      (await call('video/controlUpload', { seqId, control: 2 }, who)).code,
    ];
    expect(await codes('stranger')).toEqual(['4004', '4004', '4004', '4004']);
    expect(await codes('viewer')).toEqual(['4003', '4003', '4003', '4003']);
    expect((await call('video/listUploadTask', {}, 'viewer')).code).toBe('4003');
    expect((await call('video/listUploadTask', {}, 'stranger')).data.list).toEqual([]);
    expect((await call('video/listUploadTask', { targId: String(car.id) }, 'stranger')).code).toBe('4004');
    const { data } = await call('video/listUploadTask', { targId: String(car.id), states: [0] }, 'boss');
    expect(data.list).toMatchObject([{ seqId, carNo: `京F${10_000 + plates}`, channel: 1, username: 'clerk', files: [] }]);
    expect((await call('video/controlUpload', { seqId, control: 2 }, 'boss')).data).toEqual({ state: 5 });
  });

  it('cannot queue more than the limit, request more than a day, or a vehicle without a terminal', async () => {
    const car = await vehicle();
    for (let count = 0; count < 3; count++) await request(car);
    expect(await call('video/fileUpload', wish(car))).toMatchObject({ code: '4029', msg: expect.stringContaining('3') });
    expect((await call('video/fileUpload', wish(car, { endTime: FROM + DAY_MS + 1 }))).code).toBe('4001');
    expect((await call('video/fileUpload', wish(car, { endTime: FROM - 1 }))).code).toBe('4001');
    await server.db.run(sql`update terminal set vehicle_id = null where vehicle_id = ${car.id}`);
    expect((await call('video/fileUpload', wish(car))).code).toBe('4020');
  });
});

it('a crash between the store and the rows loses no file', async () => {
  const car = await vehicle();
  const terminal = await radio.online(car);
  const seqId = await request(car);
  await accept(terminal);
  await eventually(async () => expect((await row(seqId))?.serial).not.toBeNull());
  // the file was adopted, and the process ended
  const planned = {
    name: 'gone',
    key: `video/2026-03/${'a'.repeat(32)}.mp4`,
    bytes: 5,
    format: 'mp4',
    playable: true,
    codec: 'avc1',
  };
  await server.db.run(sql`update video_task set files = ${JSON.stringify([planned])} where id = ${Number(seqId)}`);
  await isState(seqId, 3);
  expect(await task(seqId)).toMatchObject({ files: [{ size: 5, isPlayable: true }] });
  // the rows were stored, and the process ended before the end of the task was
  await server.db.run(sql`update video_task set state = 1, ended_at = null where id = ${Number(seqId)}`);
  await isState(seqId, 3);
  expect((await task(seqId)).files).toHaveLength(1);
  terminal.end();
});
