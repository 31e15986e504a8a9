import { viewPart } from '@fleetwarden/contract/video/live-video';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { connectStream } from '../../../test/support/media/stream-terminal.ts';
import { openView, type ViewClient } from '../../../test/support/media/view-client.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { json, sql } from '../../platform/db/database.ts';
import { ANSWERED } from '../commands/index.ts';

const CODES = ['301', '302'];
const END = Date.UTC(2026, 4, 4, 2);
const SPAN = { startTime: END - HOUR_MS, endTime: END };

let server: TestServer;
let port = 0;
let mediaPort = 0;
let east = 0;
const tokens: Record<string, string> = {};
let made = 0;

beforeAll(async () => {
  server = await startTestServer({ mediaLimits: { sweepMs: 20, graceMs: 2_000, streamMs: 3_000, silentMs: 2_500 } });
  port = await server.http.listen({ host: '127.0.0.1', port: 0 });
  mediaPort = await server.mediaServer.start({ host: '127.0.0.1', port: 0 });
  const root = await server.department('集团');
  east = await server.department('华东', root);
  const west = await server.department('华西', root);
  for (const [name, department, codes] of [
    ['boss', root, CODES],
    ['clerk', east, CODES],
    ['stranger', west, CODES],
    ['live', east, ['20401']],
  ] as const) {
    await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
});
afterAll(() => server.stop());

type Car = { readonly id: number; readonly sim: string };

async function car(): Promise<Car> {
  const sim = String(13_700_000_000 + ++made);
  const id = await addVehicle(server, { plate: `京R${10_000 + made}`, departmentId: east, phone: sim });
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, transport, peer_ip) values (${id}, now(), now(), 'tcp', '127.0.0.1')`);
  server.bus.publish('terminal.online', { vehicleId: id, at: Date.now() });
  return { id, sim };
}

const call = async (path: string, data: object, who = 'clerk') =>
  (await server.call('POST', path, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const list = ({ id }: Car, more: object = {}, who = 'clerk') =>
  call('video/replay/filelist', { targId: String(id), ...SPAN, ...more }, who);
const replay = ({ id }: Car, more: object = {}, who = 'clerk') =>
  call('video/replay', { targId: String(id), channel: 2, ...SPAN, ...more }, who);
const commands = ({ id }: Car) =>
  server.db.query<{ id: number; cmd_code: string; params: Record<string, unknown>; account_id: number | null }>(
    sql`select id, cmd_code, params, account_id from command where vehicle_id = ${id} order by id`,
  );
const lastCommand = async (vehicle: Car) => (await commands(vehicle)).at(-1)!;
const segments = (view: ViewClient) => view.parts(viewPart.segment).length;
const stats = (view: ViewClient) => view.messages.filter(({ type }) => type === 'stats').length;

describe('the recordings of a terminal', () => {
  it('are requested once, and listed by channel and time', async () => {
    const vehicle = await car();
    const { seqId } = (await list(vehicle)).data;
    const { id, cmd_code, params } = await lastCommand(vehicle);
    const rest = { alarmBits: 0, videoAlarmBits: 0, mediaType: 3, streamType: 0, storage: 0 };
    expect({ seqId, cmd_code, params }).toEqual({
      seqId: String(id),
      cmd_code: '9205',
      params: { channel: 0, ...SPAN, ...rest },
    });
    expect((await list(vehicle)).data.seqId).toBe(seqId);
    expect((await call('video/replay/filelist/get', { seqId })).data).toMatchObject({ count: null, list: [] });

    const file = (channel: number, startTime: number) => ({ ...rest, channel, startTime, endTime: END, sizeBytes: 9 });
    const items = [file(2, END - 9), file(1, END - 1), file(1, END - 5)];
    const answer = (data: object) =>
      server.db.run(sql`
        update command set state = ${ANSWERED}, result_code = 0, answered_at = now(), result_data = ${json(data)} where id = ${id}`);
    await answer({ count: 4, items });
    const found = (await call('video/replay/filelist/get', { seqId }, 'boss')).data;
    expect(found).toMatchObject({ state: ANSWERED, count: 4, answeredAt: expect.any(Number) });
    expect(found.list).toEqual([items[2], items[1], items[0]]);
    // the answer was too long to be stored
    await answer({ bytes: 6 + 28 * 3_000 });
    expect((await call('video/replay/filelist/get', { seqId })).data).toMatchObject({ count: 3_000, list: [] });

    expect((await list(vehicle)).data.seqId).toBe(seqId);
    expect((await list(vehicle, { channel: 1 })).data.seqId).not.toBe(seqId);
    expect((await list(vehicle, { fresh: true })).data.seqId).not.toBe(seqId);
    expect(await call('video/replay/filelist/get', { seqId }, 'stranger')).toMatchObject({ code: '4004' });
    expect(await list(vehicle, {}, 'stranger')).toMatchObject({ code: '4004' });
    expect(await list(vehicle, {}, 'live')).toMatchObject({ code: '4003' });
    expect(await list(vehicle, { endTime: END + DAY_MS })).toMatchObject({ code: '4001' });
  });
});

describe('a playback', () => {
  it('plays, pauses, seeks, and ends with the connection of the terminal', async () => {
    const vehicle = await car();
    const { url, sessionId, watermark } = (await replay(vehicle)).data;
    expect(watermark).toBe(true);
    const asked = { server: '127.0.0.1', tcpPort: mediaPort, udpPort: mediaPort, channel: 2, ...SPAN, mode: 0, speed: 0 };
    expect(await commands(vehicle)).toMatchObject([{ cmd_code: '9201', params: { ...asked, mediaType: 0, storage: 0 } }]);
    const view = await openView(port, url, tokens['clerk']!);
    const terminal = await connectStream(mediaPort, { ...vehicle, channel: 2 });
    terminal.keyFrame();
    await eventually(() => expect(view.states().at(-1)).toBe('playing'));

    const control = async (name: string, params: object, more: object = {}) => {
      expect(await call('video/controlReplay', { sessionId, control: name, ...more })).toMatchObject({ code: '0' });
      expect(await lastCommand(vehicle)).toMatchObject({ cmd_code: '9202', params: { channel: 2, ...params } });
    };
    await control('pause', { control: 1, speed: 0, position: null });
    // longer than a silent stream lasts
    const told = stats(view);
    await eventually(() => expect(stats(view)).toBeGreaterThan(told + 130));
    await control('start', { control: 0 });
    terminal.frame();
    await eventually(() => expect(segments(view)).toBe(2));
    await control('seek', { control: 5, position: END - 60_000 }, { position: END - 60_000 });
    terminal.frame();
    terminal.keyFrame();
    await eventually(() => expect(segments(view)).toBe(3));
    expect(view.messages.filter(({ type }) => type === 'position')).toEqual([
      { type: 'position', mediaMs: 0, at: SPAN.startTime, seeks: 0 },
      { type: 'position', mediaMs: expect.any(Number), at: END - 60_000, seeks: 1 },
    ]);
    await control('fast', { control: 3, speed: 3 }, { speed: 4 });
    expect(await call('video/controlReplay', { sessionId, control: 'seek' })).toMatchObject({ code: '4001' });
    expect(await call('video/controlReplay', { sessionId, control: 'pause' }, 'boss')).toMatchObject({ code: '4004' });

    terminal.end();
    await view.closed;
    expect(view.states().at(-1)).toBe('ended replayEnded');
    expect(await call('video/controlReplay', { sessionId, control: 'pause' })).toMatchObject({ code: '4004' });
    await eventually(async () =>
      expect(
        await server.db.query(sql`select kind, account_name, reason from video_view where vehicle_id = ${vehicle.id}`),
      ).toEqual([{ kind: 'replay', account_name: 'clerk', reason: 'replayEnded' }]),
    );
  });

  it('is limited to one per channel: another account waits, the same account replaces it', async () => {
    const vehicle = await car();
    const first = await openView(port, (await replay(vehicle)).data.url, tokens['clerk']!);
    const busy = await replay(vehicle, {}, 'boss');
    expect([busy.code, busy.msg]).toEqual(['4029', '该通道正在回放(clerk)']);
    const { url, sessionId } = (await replay(vehicle, { startTime: END - 1_000 })).data;
    await first.closed;
    expect(first.states().at(-1)).toBe('ended replaced');
    const second = await openView(port, url, tokens['clerk']!);
    const terminal = await connectStream(mediaPort, { ...vehicle, channel: 2 });
    terminal.keyFrame();
    await eventually(() => expect(second.states().at(-1)).toBe('playing'));
    expect(await call('video/controlReplay', { sessionId, control: 'end' })).toMatchObject({ code: '0' });
    await second.closed;
    expect((await commands(vehicle)).map(({ cmd_code, params }) => [cmd_code, params['control']])).toEqual([
      ['9201', undefined],
      ['9201', undefined],
      ['9202', 2],
    ]);
  });

  it('needs its permission and the scope, and stops the terminal without viewers', async () => {
    const vehicle = await car();
    expect(await replay(vehicle, {}, 'live')).toMatchObject({ code: '4003' });
    expect(await replay(vehicle, {}, 'stranger')).toMatchObject({ code: '4004' });
    expect(await commands(vehicle)).toEqual([]);
    const view = await openView(port, (await replay(vehicle)).data.url, tokens['clerk']!);
    view.socket.close();
    await eventually(async () =>
      expect(await lastCommand(vehicle)).toMatchObject({
        cmd_code: '9202',
        account_id: null,
        params: { channel: 2, control: 2 },
      }),
    );
  });
});
