import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Media } from '@fleetwarden/contract/media/schemas';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { encodeMessage, writeLocation } from '@fleetwarden/protocol/jt808';
import { createVehicle } from '@fleetwarden/simulator/motion/vehicle';
import { forgetfulMemory } from '@fleetwarden/simulator/state-file';
import { createTerminal } from '@fleetwarden/simulator/terminal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { MEDIA_PER_DAY } from '../../src/ingest/limits.ts';
import { deleteExpiredMedia } from '../../src/ingest/media-store.ts';
import { at, sql } from '../../src/platform/db/database.ts';
import { eventually } from '../support/gateway/gateway-fixture.ts';
import { connectTerminal, type TestTerminal } from '../support/gateway/terminal.ts';
import { openLiveSocket } from '../support/live-socket.ts';
import { type Radio, startRadio, type Vehicle } from '../support/radio.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Photos from the command to the file in a console: real sockets, a real database, real files. */
let server: TestServer;
let radio: Radio;
let [root, north] = [0, 0];
let [boss, northern, blind, keeper] = ['', '', '', ''];
let made = 0;

const CAMERA = readFileSync(new URL('../../../simulator/src/camera.jpg', import.meta.url));
/** A picture like no other. */
const picture = (name: string): Uint8Array => Buffer.concat([CAMERA, Buffer.from(name)]);

beforeAll(async () => {
  server = await startTestServer();
  root = await server.department('车队');
  north = await server.department('北方', root);
  await server.account('boss', root, ['2', '20105', '20203']);
  await server.account('northern', north, ['2', '20105', '20203']);
  await server.account('blind', root, ['2', '20105']);
  await server.account('keeper', root, ['7011401', '7011404', '7011406']);
  [boss, northern, blind] = [await server.signIn('boss'), await server.signIn('northern'), await server.signIn('blind')];
  await server.account('leaver', root, ['7011401']);
  keeper = await server.signIn('keeper');
  server.jobs.start();
  radio = await startRadio(server);
});
afterAll(async () => {
  await radio.stop();
  await server.stop();
});

const ask = async (token: string, path: string, data: object) =>
  (await server.call('POST', path, data, { authorization: token })).body;
const plateOf = (number: number) => `京P${String(number).padStart(5, '0')}`;
const car = () => radio.vehicle(plateOf(++made), root);
const now = () => Math.floor(server.clock.now / 1_000) * 1_000;

async function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, {});
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return entries;
}

type Upload = { readonly mediaId: number; readonly data: Uint8Array; readonly event?: number; readonly place?: boolean };

/** Uploads as terminals do, in parts; resolves with the general answer to the last one. */
const upload = (terminal: TestTerminal, { mediaId, data, event = 0, place = true }: Upload): Promise<number> => {
  const location = writeLocation({ deviceAt: now(), lng: 116.397, lat: 39.909, statusBits: 3, speedKmh: 40 });
  const body = { mediaId, kind: 0, format: 0, event, channel: 1, ...(place ? { location } : {}), data };
  const bytes = 8 + (place ? location.length : 0) + data.length;
  const maxBody = 900;
  return terminal.result(terminal.send({ type: 'mediaUpload', body }, { maxBody }) + Math.ceil(bytes / maxBody) - 1);
};

const onTrack = async (vehicle: Vehicle, token = boss): Promise<Media[]> => {
  const wish = { targId: String(vehicle.id), start: server.clock.now - HOUR_MS, end: server.clock.now + HOUR_MS };
  return (await ask(token, 'track/listTrack', wish)).data.media;
};
const opened = async (url: string) => {
  const reply = await server.http.app.inject({ url });
  return { status: reply.statusCode, type: reply.headers['content-type'], bytes: reply.rawPayload };
};

describe('the photograph command', () => {
  it('returns the photos one by one', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    const { data } = await ask(boss, 'terminal/sendCommand', {
      cmdCode: '8801',
      targIds: [String(vehicle.id)],
      params: { channel: 1, command: 2 },
    });
    const { seqId } = data.list[0];
    const taken = async () => (await ask(boss, 'multimedia/listTaken', { seqId })).data;
    expect(await taken()).toEqual({ list: [], expected: null });
    const { serial } = await terminal.reply(({ type }) => type === 'takePhoto');
    terminal.send({ type: 'photoReply', body: { serial, result: 0, mediaIds: [7, 8] } });
    await eventually(async () => expect(await taken()).toEqual({ list: [], expected: 2 }));

    for (const mediaId of [7, 8]) {
      expect(await upload(terminal, { mediaId, data: picture(`photo ${mediaId}`) })).toBe(0);
      const reply = await terminal.reply(({ type }) => type === 'mediaReply');
      expect(reply.body).toEqual({ mediaId });
    }
    const { list } = (await taken()) as { list: Media[] };
    expect(list).toHaveLength(2);
    expect(list[0]).toMatchObject({ kind: 0, event: 0, channel: 1, time: now(), x: 116.397, y: 39.909, sp: 40 });
    const file = await opened(list[0]!.url);
    expect([file.status, file.type]).toEqual([200, 'image/jpeg']);
    expect(file.bytes.equals(Buffer.from(picture('photo 7')))).toBe(true);
    expect(await onTrack(vehicle)).toEqual(list);
  });

  it('counts the photos of a 2011 terminal, which have no ids and no position', async () => {
    const vehicle = await radio.vehicle('京P20110', root, 2013);
    await server.db.run(sql`update terminal set protocol_version = 2011 where phone = ${vehicle.phone}`);
    const terminal = await radio.online(vehicle);
    const params = { channel: 1, command: 1 };
    const { data } = await ask(boss, 'terminal/sendCommand', { cmdCode: '8801', targIds: [String(vehicle.id)], params });
    const { serial, id } = await terminal.reply(({ type }) => type === 'takePhoto');
    terminal.send({ type: 'terminalAck', body: { serial, id, result: 0 } });
    expect(await upload(terminal, { mediaId: 1, data: picture('2011'), place: false })).toBe(0);
    expect(await upload(terminal, { mediaId: 2, data: picture('a robbery'), event: 2, place: false })).toBe(0);
    const { list, expected } = (await ask(boss, 'multimedia/listTaken', { seqId: data.list[0].seqId })).data;
    expect(expected).toBeNull();
    expect(list).toMatchObject([{ event: 0, x: null, y: null, sp: null }]);
    expect(await onTrack(vehicle)).toHaveLength(2);
  });

  it('works with the simulated terminal, including photos', async () => {
    const vehicle = await car();
    const { codes } = forgetfulMemory();
    // the record has a terminal in use: only who knows its code gets in
    codes.set(vehicle.phone, 'secret');
    const terminal = createTerminal({
      server: { host: '127.0.0.1', port: radio.fixture.port, transport: 'tcp' },
      member: {
        phone: vehicle.phone,
        version: 2019,
        plate: '京P',
        plateColour: 2,
        terminalNo: 'S1',
        maker: 'FWSIM',
        model: 'FW-T1',
        kind: 'taxi',
        seed: 4,
        homeCity: '武汉',
      },
      vehicle: { ...createVehicle({ seed: 4, kind: 'taxi', home: '武汉' }), linkAt: () => 'up' },
      codes,
      movingS: 0.2,
      parkedS: 0.2,
    });
    terminal.start();
    try {
      await eventually(() => expect(terminal.state()).toBe('online'));
      const params = { channel: 2, command: 3 };
      const { data } = await ask(boss, 'terminal/sendCommand', { cmdCode: '8801', targIds: [String(vehicle.id)], params });
      await eventually(async () => {
        const { list, expected } = (await ask(boss, 'multimedia/listTaken', { seqId: data.list[0].seqId })).data;
        expect(expected).toBe(3);
        expect(list).toHaveLength(3);
        expect(list[0]).toMatchObject({ channel: 2, kind: 0, event: 0 });
        expect((await opened(list[2].url)).type).toBe('image/jpeg');
      });
    } finally {
      terminal.stop();
    }
  });
});

describe('a stored media file', () => {
  it('is visible to users who see the vehicle: list, command and guessed addresses are refused to others', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    await upload(terminal, { mediaId: 1, data: picture('mine') });
    const [photo] = await onTrack(vehicle);
    const wish = { targId: String(vehicle.id), start: server.clock.now - HOUR_MS, end: server.clock.now + HOUR_MS };
    expect((await ask(northern, 'track/listTrack', wish)).code).toBe('4004');
    const { data } = await ask(boss, 'terminal/sendCommand', {
      cmdCode: '8801',
      targIds: [String(vehicle.id)],
      params: { channel: 1, command: 1 },
    });
    for (const token of [northern, blind])
      expect((await ask(token, 'multimedia/listTaken', { seqId: data.list[0].seqId })).code).toBe('4004');
    expect((await opened(photo!.url.replace(/\?e=\d+/, '?e=99999999999999'))).status).toBe(404);
    const { now: then } = server.clock;
    server.clock.now += 2 * HOUR_MS;
    expect((await opened(photo!.url)).status).toBe(404);
    server.clock.now = then;
  });

  it('is stored once, even if the terminal repeats it; a different file with the same number is separate', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    for (const name of ['one', 'one', 'another']) expect(await upload(terminal, { mediaId: 5, data: picture(name) })).toBe(0);
    expect(await onTrack(vehicle)).toHaveLength(2);
  });

  it('is stored byte for byte, and acknowledged again when its last part is repeated', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    const sent = ['B', 'C', 'D'].map((name) => picture(`repeated ${name}`));
    for (const [i, data] of sent.entries()) {
      const body = { mediaId: i + 1, kind: 0, format: 0, event: 0, channel: 1, data };
      const serial = 5_000 + i * 100;
      const phone = vehicle.phone;
      const frames = encodeMessage({ type: 'mediaUpload', body, version: 2013, phone, serial, maxBody: 900 });
      for (const frame of [...frames, frames.at(-1)!, frames.at(-1)!]) terminal.raw(frame);
      for (const last of [0, 1, 2]) {
        expect(await terminal.result(serial + frames.length - 1), `answer ${last}`).toBe(0);
        expect((await terminal.reply(({ type }) => type === 'mediaReply')).body).toEqual({ mediaId: i + 1 });
      }
    }
    const list = await onTrack(vehicle);
    expect(list).toHaveLength(sent.length);
    const stored = await Promise.all(list.map(async ({ url }) => (await opened(url)).bytes.toString('hex')));
    expect(stored.toSorted()).toEqual(sent.map((data) => Buffer.from(data).toString('hex')).toSorted());
  });

  it('is stored as a download file if its type is unknown', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    const data = Buffer.from('<script>alert(1)</script>');
    expect(await upload(terminal, { mediaId: 1, data })).toBe(0);
    expect((await terminal.reply(({ type }) => type === 'mediaReply')).body).toEqual({ mediaId: 1 });
    const [file] = await onTrack(vehicle);
    expect(file).toMatchObject({ kind: 3, bytes: data.length });
    const { type, bytes } = await opened(file!.url);
    expect([type, bytes.equals(data)]).toEqual(['application/octet-stream', true]);
  });

  it('is refused beyond the daily limit of a vehicle', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    await server.db.run(sql`
      insert into media (vehicle_id, media_no, kind, event, channel, at, received_at, extension, bytes, digest, file)
      select ${vehicle.id}::integer, n, 0, 1, 1, ${at(now() - 5 * DAY_MS)}, ${at(now())}, 'jpg', 1, decode(md5(n::text), 'hex'), ''
      from generate_series(1, ${MEDIA_PER_DAY}::integer) n`);
    expect(await upload(terminal, { mediaId: 1, data: picture('too many') })).toBe(1);
    expect(terminal.unread.filter(({ type }) => type === 'mediaReply')).toEqual([]);
    expect(await onTrack(vehicle)).toEqual([]);
  });

  it('is deleted after its retention, with its files, which have generated names', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    await upload(terminal, { mediaId: 1, data: picture('old') });
    const folder = join(server.dataFolder, 'media');
    const before = await readdir(folder);
    expect(before.every((name) => /^[0-9a-f]{32}$/.test(name))).toBe(true);
    const [photo] = await onTrack(vehicle);
    expect(await deleteExpiredMedia(server.db, server.mediaFiles, now() - HOUR_MS)).toBe(0);
    await deleteExpiredMedia(server.db, server.mediaFiles, now() + HOUR_MS);
    expect(await readdir(folder)).toEqual([]);
    expect((await opened(photo!.url)).status).toBe(404);
    expect(await onTrack(vehicle)).toEqual([]);
  });
});

describe('the multimedia library', () => {
  const library = async (path: string, data: object, token = keeper) => ask(token, `multimedia/${path}`, data);
  const ids = async (data: object) => (await library('details', data)).data.list.map(({ id }: Media) => id) as string[];

  it('lists vehicles with media, and their files newest first, by kind, event, channel, plate, department and time', async () => {
    const [vehicle, other] = [await car(), await radio.vehicle('京P77777', north)];
    const plate = plateOf(made);
    const [terminal, northerner] = [await radio.online(vehicle), await radio.online(other)];
    await upload(terminal, { mediaId: 1, data: picture('first'), event: 1 });
    await upload(terminal, { mediaId: 2, data: picture('second'), event: 2 });
    await upload(northerner, { mediaId: 1, data: picture('north') });
    const targId = String(vehicle.id);
    const { data, pageModel } = await library('leftList', { carNo: plate });
    expect(data.list).toEqual([{ targId, carNo: plate, color: 2, deptName: '车队', count: 2, lastTime: now() }]);
    expect(pageModel.total).toBe(1);
    const { list } = (await library('details', { targId })).data;
    expect(list).toMatchObject([
      { event: 2, targId, carNo: plate, color: 2, kind: 0, channel: 1, x: 116.397, y: 39.909, sp: 40 },
      { event: 1 },
    ]);
    expect((await opened(list[0].url)).bytes.equals(Buffer.from(picture('second')))).toBe(true);
    for (const [filter, found] of [
      [{ event: 1 }, 1],
      [{ event: 7 }, 0],
      [{ kind: 0, channel: 1 }, 2],
      [{ kind: 2 }, 0],
      [{ channel: 9 }, 0],
      [{ carNo: 'P9' }, 0],
      [{ deptId: String(north) }, 0],
      [{ deptId: String(root) }, 2],
      [{ startTime: now() - HOUR_MS }, 2],
      [{ endTime: now() - HOUR_MS }, 0],
      [{ startTime: now() - 31 * DAY_MS, endTime: now() - DAY_MS }, 0],
    ] as const)
      expect([filter, (await ids({ targId, ...filter })).length]).toEqual([filter, found]);
    expect((await library('leftList', { deptId: String(north) })).data.list).toMatchObject([{ carNo: '京P77777', count: 1 }]);
    for (const path of ['leftList', 'details'])
      expect(await library(path, { startTime: now() - 32 * DAY_MS, endTime: now() })).toMatchObject({ code: '4001' });
  });

  it('returns file URLs that are valid for the session only', async () => {
    const vehicle = await car();
    await upload(await radio.online(vehicle), { mediaId: 1, data: picture('for a session') });
    const token = await server.signIn('leaver');
    const [file] = (await library('details', { targId: String(vehicle.id) }, token)).data.list;
    expect((await opened(file.url)).status).toBe(200);
    await ask(token, 'user/loginOut', {});
    expect((await opened(file.url)).status).toBe(404);
  });

  it('deletes files for users with permission', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    for (const mediaId of [1, 2]) await upload(terminal, { mediaId, data: picture(`deleted ${mediaId}`), event: mediaId });
    const targId = String(vehicle.id);
    const [newest, oldest] = (await library('details', { targId })).data.list;
    expect((await library('delMedia', { ids: [newest.id] }, boss)).code).toBe('4003');
    expect((await library('delMedia', { ids: [newest.id, '999999999'] })).code).toBe('4004');
    expect((await library('delMedia', { ids: [newest.id] })).data).toEqual({ removed: 1 });
    expect((await opened(newest.url)).status).toBe(404);
    expect(await ids({ targId })).toEqual([oldest.id]);
  });

  it('packs files into a zip, with a file list', async () => {
    const vehicle = await car();
    const terminal = await radio.online(vehicle);
    await upload(terminal, { mediaId: 1, data: picture('packed'), event: 1 });
    await upload(terminal, { mediaId: 2, data: Buffer.from('no picture'), event: 3 });
    const packed = await ids({ targId: String(vehicle.id) });
    const { taskId } = (await library('packMedia', { ids: packed })).data;
    const task = async () => (await ask(keeper, 'task/getTask', { id: taskId })).data;
    await expect.poll(async () => (await task()).state, { timeout: 20_000 }).toBe('done');
    const entries = await readZip((await opened((await ask(keeper, 'task/getTaskFile', { id: taskId })).data.url)).bytes);
    const names = [...entries.keys()];
    expect(names).toEqual([
      expect.stringMatching(new RegExp(`^${plateOf(made)}/\\d{14}_CH1_\\d+\\.jpg$`)),
      expect.stringMatching(new RegExp(`^${plateOf(made)}/\\d{14}_CH1_\\d+\\.bin$`)),
      'File list.xlsx',
    ]);
    expect(entries.get(names[0]!)!.equals(Buffer.from(picture('packed')))).toBe(true);
    expect(entries.get(names[1]!)!.toString()).toBe('no picture');
  });

  it('is notified of new files', async () => {
    const port = await server.http.listen({ host: '127.0.0.1', port: 0 });
    const { socket, messages } = await openLiveSocket(port, keeper, 'commonmsg');
    const vehicle = await car();
    await upload(await radio.online(vehicle), { mediaId: 1, data: picture('news') });
    const [id] = await ids({ targId: String(vehicle.id) });
    await eventually(() =>
      expect(messages.map((text) => text.startsWith('{') && JSON.parse(text))).toContainEqual(
        expect.objectContaining({ type: 'media', data: { targId: String(vehicle.id), id } }),
      ),
    );
    socket.terminate();
  });
});

// recorded from a device; it is outside the repository and must not be published
const RECORDED = join(import.meta.dirname, '../../../../shared/vectors/smallchi-0801-photo-subpackages.json');

describe.skipIf(!existsSync(RECORDED))('a recorded photo', () => {
  it('is received completely in ten parts', async () => {
    const { frames, fields } = JSON.parse(readFileSync(RECORDED, 'utf8')) as {
      readonly frames: readonly { readonly hexChecksumCorrected: string }[];
      readonly fields: { readonly payloadBytes: number; readonly multimediaId: number };
    };
    const vehicle = { id: 0, phone: '13812345678', version: 2013 as const };
    const { id } = (await server.db.first<{ id: number }>(sql`
      insert into vehicle (plate, department_id, vehicle_type, plate_colour) values ('京P99999', ${root}, 21, 2) returning id`))!;
    await server.db.run(sql`
      insert into terminal (phone, vehicle_id, open_until_auth) values ((select ltrim(${vehicle.phone}, '0')), ${id}, true)`);
    const terminal = await connectTerminal(radio.fixture.port, { phone: vehicle.phone });
    for (const { hexChecksumCorrected } of frames) terminal.raw(Buffer.from(hexChecksumCorrected, 'hex'));
    const reply = await terminal.reply(({ type }) => type === 'mediaReply');
    expect(reply.body).toEqual({ mediaId: fields.multimediaId });
    terminal.end();
    const wish = { targId: String(id), start: server.clock.now - DAY_MS, end: server.clock.now + HOUR_MS };
    const { media } = (await ask(boss, 'track/listTrack', wish)).data;
    expect(media).toMatchObject([{ bytes: fields.payloadBytes, channel: 1 }]);
    expect((await opened(media[0].url)).bytes).toHaveLength(fields.payloadBytes);
  });
});
