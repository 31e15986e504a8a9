import { connect } from 'node:net';
import { viewPart } from '@fleetwarden/contract/video/live-video';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../test/support/gateway/gateway-fixture.ts';
import { openLiveSocket } from '../../../test/support/live-socket.ts';
import { AAC_FRAME, connectStream } from '../../../test/support/media/stream-terminal.ts';
import { openView, type ViewClient } from '../../../test/support/media/view-client.ts';
import { addVehicle } from '../../../test/support/test-fleet.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { sql } from '../../platform/db/database.ts';
import { TICKET_LIFE_MS } from './limits.ts';

/** Payload type. */
const AAC = 19;
const CODES = ['20401', '20408'];
const [SUCCEEDED, FAILED, TIMED_OUT] = [2, 3, 4];
/** Control of 0x9102. */
const SWITCH = 1;

let server: TestServer;
let port = 0;
let mediaPort = 0;
let [root, east] = [0, 0];
const tokens: Record<string, string> = {};
let made = 0;

beforeAll(async () => {
  server = await startTestServer({
    mediaLimits: {
      sweepMs: 20,
      // a view of a busy machine may take seconds to open
      graceMs: 4_000,
      streamMs: 5_000,
      silentMs: 5_000,
      replaceMs: 2_000,
      unboundMs: 1_000,
      connections: 20,
    },
  });
  port = await server.http.listen({ host: '127.0.0.1', port: 0 });
  mediaPort = await server.mediaServer.start({ host: '127.0.0.1', port: 0 });
  await server.video.start();
  root = await server.department('集团');
  east = await server.department('华东', root);
  const west = await server.department('华西', root);
  for (const [name, department, codes] of [
    ['boss', root, CODES],
    ['clerk', east, CODES],
    ['sub', east, ['20401']],
    ['stranger', west, CODES],
    ['blind', east, ['20101']],
    ['recorder', east, [...CODES, '20406']],
  ] as const) {
    await server.account(name, department, codes);
    tokens[name] = await server.signIn(name);
  }
});
afterAll(() => server.stop());
// requested views that were not opened do not count any more
afterEach(() => {
  server.clock.now += TICKET_LIFE_MS;
});

type Car = { readonly id: number; readonly sim: string };

/** A vehicle whose terminal is online from this address. */
async function car(peerIp = '127.0.0.1'): Promise<Car> {
  const sim = String(13_800_000_000 + ++made);
  const id = await addVehicle(server, { plate: `京V${10_000 + made}`, departmentId: east, phone: sim });
  await server.db.run(sql`
    insert into online_session (vehicle_id, login_at, last_msg_at, transport, peer_ip) values (${id}, now(), now(), 'tcp', ${peerIp})`);
  server.bus.publish('terminal.online', { vehicleId: id, at: Date.now() });
  return { id, sim };
}

const call = async (path: string, data: object, who: string) =>
  (await server.call('POST', path, data, { authorization: tokens[who]!, cookie: 'language=zh' })).body;
const request = ({ id }: Car, more: object = {}, who = 'clerk') =>
  call('video/realtime', { targId: String(id), channel: 1, ...more }, who);
async function watch(vehicle: Car, more: object = {}, who = 'clerk'): Promise<ViewClient> {
  const body = await request(vehicle, more, who);
  expect(body).toMatchObject({ code: '0' });
  return openView(port, body.data.url, tokens[who]!);
}
const commands = ({ id }: Car) =>
  server.db.query<{ id: number; cmd_code: string; params: Record<string, unknown>; account_id: number | null }>(
    sql`select id, cmd_code, params, account_id from command where vehicle_id = ${id} order by id`,
  );
/** The terminal's answer to the last command. */
async function answer(vehicle: Car, state: number, resultCode: number | null = null): Promise<void> {
  const { id } = (await commands(vehicle)).at(-1)!;
  await server.db.run(sql`update command set state = ${state}, result_code = ${resultCode} where id = ${id}`);
  server.bus.publish('command.changed', { ids: [id] });
}
const segments = (view: ViewClient) => view.parts(viewPart.segment);
const lastState = (view: ViewClient) => view.states().at(-1);
const seen = (view: ViewClient, count: number) => eventually(() => expect(segments(view).length).toBe(count));

describe('a live view', () => {
  it('requests the stream once, plays for several viewers from the key frame, and stops it without viewers', async () => {
    const vehicle = await car();
    const first = await watch(vehicle);
    expect(await commands(vehicle)).toMatchObject([
      {
        cmd_code: '9101',
        params: { server: '127.0.0.1', tcpPort: mediaPort, udpPort: mediaPort, channel: 1, dataType: 0, streamType: 1 },
      },
    ]);
    await eventually(() => expect(first.states()).toEqual(['requesting']));
    await answer(vehicle, SUCCEEDED);
    await eventually(() => expect(first.states()).toEqual(['requesting', 'waitingStream']));
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.frame();
    await eventually(() => expect(lastState(first)).toBe('waitingKeyFrame'));
    terminal.keyFrame();
    terminal.frame();
    terminal.sound();
    await seen(first, 2);
    expect(lastState(first)).toBe('playing');
    expect(first.messages).toContainEqual({ type: 'init', mime: 'video/mp4; codecs="avc1.42c01e"', width: 352, height: 288 });
    expect(first.parts(viewPart.init).map((part) => part.toString('latin1', 5, 9))).toEqual(['ftyp']);
    await eventually(() => expect(first.parts(viewPart.pcm).length).toBe(1));
    expect(first.messages).toContainEqual({ type: 'audio', codec: 'g711a', rate: 8_000, isSupported: true });
    terminal.sound(AAC, AAC_FRAME);
    terminal.sound(AAC, AAC_FRAME);
    await eventually(() => expect(first.parts(viewPart.soundSegment)).toHaveLength(2));
    expect(first.parts(viewPart.soundInit)).toHaveLength(1);
    const aac = { type: 'audio', codec: 'aac', rate: 8_000, isSupported: true, mime: 'audio/mp4; codecs="mp4a.40.2"' };
    expect(first.messages).toContainEqual(aac);
    await eventually(() => expect(first.messages.some(({ type }) => type === 'stats')).toBe(true));

    // starts at the cached key frame, without sound
    const second = await watch(vehicle, { dataType: 1 }, 'boss');
    await seen(second, 2);
    terminal.frame();
    terminal.sound();
    await seen(first, 3);
    await seen(second, 3);
    expect(second.parts(viewPart.pcm)).toEqual([]);
    expect(segments(second)).toEqual(segments(first));
    expect(await commands(vehicle)).toHaveLength(1);

    first.socket.close();
    second.socket.close();
    await terminal.closed;
    await eventually(async () =>
      expect((await commands(vehicle)).slice(1)).toMatchObject([
        { cmd_code: '9102', account_id: null, params: { channel: 1, control: 0, closeKind: 0, streamType: 1 } },
      ]),
    );
    await eventually(async () => {
      const { data, pageModel } = await call('video/listView', { targId: String(vehicle.id) }, 'boss');
      expect(pageModel.total).toBe(2);
      expect(data.list).toMatchObject([
        { username: 'boss', dataType: 1, channel: 1, reason: null, endedAt: expect.any(Number), playedAt: expect.any(Number) },
        { username: 'clerk', dataType: 0, bytes: expect.any(Number) },
      ]);
    });
  });

  it('plays a UDP stream, and logs that it is part of a rotation', async () => {
    const vehicle = await car();
    const view = await watch(vehicle, { patrol: true });
    const terminal = await connectStream(mediaPort, { ...vehicle, transport: 'udp' });
    await eventually(() => {
      terminal.keyFrame();
      expect(lastState(view)).toBe('playing');
    });
    view.socket.close();
    terminal.end();
    expect(await server.db.first(sql`select patrol from video_view where vehicle_id = ${vehicle.id}`)).toEqual({ patrol: true });
  });

  it('shows why the terminal sends no stream', async () => {
    for (const [state, code, reason] of [
      [FAILED, 1, 'refused'],
      [FAILED, 3, 'unsupported'],
      [TIMED_OUT, null, 'noAnswer'],
    ] as const) {
      const vehicle = await car();
      const view = await watch(vehicle);
      await eventually(() => expect(view.states()).toEqual(['requesting']));
      await answer(vehicle, state, code);
      expect(await view.closed).toBe(1000);
      expect(lastState(view)).toBe(`ended ${reason}`);
    }
  });

  it('shows the reason to a view that opens after the refusal', async () => {
    const vehicle = await car();
    const { data } = await request(vehicle);
    await answer(vehicle, FAILED, 1);
    await eventually(() =>
      expect(server.mediaServer.find({ kind: 'live', vehicleId: vehicle.id, channel: 1, streamType: 1 })).toBeUndefined(),
    );
    const view = await openView(port, data.url, tokens['clerk']!);
    expect(await view.closed).toBe(1000);
    expect(lastState(view)).toBe('ended refused');
  });

  it('ends if no stream arrives, or the terminal disconnects', async () => {
    const [silent, leaving] = [await car(), await car()];
    const views = [await watch(silent), await watch(leaving)];
    await eventually(() => expect(views.map(lastState)).toEqual(['requesting', 'requesting']));
    await answer(silent, SUCCEEDED);
    server.bus.publish('terminal.offline', { vehicleId: leaving.id, at: Date.now(), reason: 'closed' });
    await Promise.all(views.map((view) => view.closed));
    expect(views.map(lastState)).toEqual(['ended noStream', 'ended terminalOffline']);
  });

  it('is refused at once if the terminal is offline', async () => {
    const id = await addVehicle(server, { plate: '京V00001', departmentId: east, phone: '13700000001' });
    expect(await request({ id, sim: '' })).toMatchObject({ code: '4020' });
  });

  it('continues when the terminal connects again', async () => {
    const vehicle = await car();
    const view = await watch(vehicle);
    const before = await connectStream(mediaPort, vehicle);
    before.keyFrame();
    await seen(view, 1);
    before.end();
    await eventually(() => expect(lastState(view)).toBe('waitingStream'));
    const after = await connectStream(mediaPort, vehicle);
    after.keyFrame();
    await seen(view, 2);
    expect(lastState(view)).toBe('playing');
    view.socket.close();
  });

  it('waits for a key frame after lost packets, and counts them', async () => {
    const vehicle = await car();
    const view = await watch(vehicle);
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.keyFrame();
    await seen(view, 1);
    terminal.lose(3);
    terminal.frame();
    terminal.keyFrame();
    terminal.frame();
    await seen(view, 3);
    await eventually(() => expect(view.messages).toContainEqual(expect.objectContaining({ type: 'stats', lost: 3 })));
    expect(view.messages.some((message) => message.type === 'stats' && message.lossPercent > 0)).toBe(true);
    view.socket.close();
  });

  it('sends another init segment when the resolution changes, and names an unsupported codec', async () => {
    const vehicle = await car();
    const view = await watch(vehicle);
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.keyFrame('cif');
    await seen(view, 1);
    terminal.keyFrame('fullHd');
    await seen(view, 2);
    expect(view.messages.filter(({ type }) => type === 'init')).toMatchObject([{ width: 352 }, { width: 1920, height: 1080 }]);
    expect(view.parts(viewPart.init)).toHaveLength(2);
    terminal.svac();
    await view.closed;
    expect(lastState(view)).toBe('ended codecNotSupported');
  });

  it('skips to a key frame for a viewer that does not read, while others play', async () => {
    const vehicle = await car();
    const [slow, quick] = [await watch(vehicle), await watch(vehicle, {}, 'boss')];
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.keyFrame();
    await seen(slow, 1);
    slow.socket.pause();
    const frames = 600;
    for (let i = 0; i < frames; i++) {
      terminal.frame(20_000);
      // the terminal is no faster than a network
      if (i % 10 === 9) await seen(quick, i + 2);
    }
    slow.socket.resume();
    terminal.keyFrame();
    terminal.frame();
    await eventually(() => {
      terminal.keyFrame();
      expect(segments(slow).at(-1)!.length).toBe(segments(quick).at(-1)!.length);
      expect(segments(slow).length).toBeLessThan(segments(quick).length);
    });
    slow.socket.close();
    quick.socket.close();
  });
});

describe('an address', () => {
  it('is valid once, for a short time, in its session, and only if unchanged', async () => {
    const vehicle = await car();
    const open = (url: string, who = 'clerk') => openView(port, url, tokens[who]!);
    const { url } = (await request(vehicle)).data;
    await expect(open(url, 'boss')).rejects.toThrow('403');
    await expect(open(`${url}x`)).rejects.toThrow('403');
    await expect(open('/media/wrong')).rejects.toThrow('403');
    const view = await open(url);
    await expect(open(url)).rejects.toThrow('403');
    const late = (await request(vehicle)).data.url;
    server.clock.now += TICKET_LIFE_MS;
    await expect(open(late)).rejects.toThrow('403');
    view.socket.close();
  });

  it('needs the permission and the scope, and a separate permission for the main stream', async () => {
    const vehicle = await car();
    expect(await request(vehicle, {}, 'blind')).toMatchObject({ code: '4003' });
    expect(await request(vehicle, {}, 'stranger')).toMatchObject({ code: '4004' });
    expect(await request(vehicle, { streamType: 0 }, 'sub')).toMatchObject({ code: '4003' });
    expect(await call('video/listView', { targId: String(vehicle.id) }, 'stranger')).toMatchObject({ code: '4004' });
    expect(await call('video/listChannel', { targId: String(vehicle.id) }, 'stranger')).toMatchObject({ code: '4004' });
    expect(await commands(vehicle)).toEqual([]);
  });

  it('is invalid after the logout, which also ends open views', async () => {
    const vehicle = await car();
    await server.account('leaver', east, CODES);
    tokens['leaver'] = await server.signIn('leaver');
    const view = await watch(vehicle, {}, 'leaver');
    const { url } = (await request(vehicle, {}, 'leaver')).data;
    await server.call('POST', 'user/loginOut', {}, { authorization: tokens['leaver'] });
    await view.closed;
    expect(lastState(view)).toBe('ended signedOut');
    await expect(openView(port, url, tokens['leaver'])).rejects.toThrow('401');
  });
});

describe('limits', () => {
  const fails = async (vehicle: Car, more: object, error: string) => {
    const body = await request(vehicle, more);
    expect([body.code, body.msg]).toEqual(['4029', expect.stringContaining(error)]);
  };

  it('apply to departments', async () => {
    const vehicle = await car();
    const views = [await watch(vehicle, { channel: 1 }), await watch(vehicle, { channel: 2 })];
    await server.db.run(sql`insert into quota (department_id, vehicles, users, video_streams) values (${root}, 9, 9, 2)`);
    await fails(vehicle, { channel: 9 }, '2 路');
    await server.db.run(sql`delete from quota`);
    for (const view of views) view.socket.close();
  });

  it.each([
    ['4 main streams', 4, 0],
    ['8 sub streams', 0, 8],
    ['3 main and 2 sub streams', 3, 2],
  ])('apply to a vehicle: %s', async (_, main, sub) => {
    const vehicle = await car();
    const of = (streamType: 0 | 1, count: number) => Array.from({ length: count }, (__, at) => ({ streamType, channel: at + 1 }));
    for (const more of [...of(0, main), ...of(1, sub)]) expect(await request(vehicle, more)).toMatchObject({ code: '0' });
    for (const streamType of [0, 1]) await fails(vehicle, { streamType, channel: 9 }, '4 路主码流或 8 路子码流');
    // another view of the same stream
    expect(await request(vehicle, { streamType: main > 0 ? 0 : 1 }, 'boss')).toMatchObject({ code: '0' });
  });

  it('apply to simultaneous calls, views and recordings', async () => {
    const vehicle = await car();
    const recordings = await car();
    const record = (channel: number) =>
      call('video/startRecord', { targId: String(recordings.id), channel, streamType: 0 }, 'recorder');
    const channels = [1, 2, 3, 4, 5, 6];
    for (const bodies of await Promise.all([
      Promise.all(channels.map((channel) => request(vehicle, { streamType: 0, channel }))),
      Promise.all(channels.map(record)),
    ]))
      expect(bodies.map(({ code }) => code).sort(), JSON.stringify(bodies)).toEqual(['0', '0', '0', '0', '4029', '4029']);
  });

  it('include a view while its row is being written, and its end during that time', async () => {
    const vehicle = await car();
    await server.account('hasty', east, CODES);
    tokens['hasty'] = await server.signIn('hasty');
    const opened: ViewClient[] = [];
    await server.db.transaction(async (tx) => {
      await tx.run('lock table video_view in exclusive mode');
      for (const channel of [1, 2, 3, 4]) opened.push(await watch(vehicle, { channel, streamType: 0 }, 'hasty'));
      await fails(vehicle, { channel: 9 }, '4 路主码流');
      server.clock.now += TICKET_LIFE_MS;
      await fails(vehicle, { channel: 9 }, '4 路主码流');
      await server.call('POST', 'user/loginOut', {}, { authorization: tokens['hasty']! });
    });
    await Promise.all(opened.map(({ closed }) => closed));
    expect(opened.map(lastState)).toEqual(Array(4).fill('ended signedOut'));
    expect(await request(vehicle, { channel: 9 })).toMatchObject({ code: '0' });
  });
});

describe('the control of a view', () => {
  const control = (sessionId: string, more: object, who = 'clerk') => call('video/controlRealtime', { sessionId, ...more }, who);
  const controls = async (vehicle: Car) =>
    (await commands(vehicle))
      .filter(({ cmd_code }) => cmd_code === '9102')
      .map(({ params }) => [params['control'], params['streamType']]);
  /** A view that plays, with its session. */
  const playing = async (who = 'clerk') => {
    const vehicle = await car();
    const { data } = await request(vehicle, {}, who);
    const view = await openView(port, data.url, tokens[who]!);
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.keyFrame();
    await seen(view, 1);
    return { vehicle, view, terminal, sessionId: data.sessionId as string };
  };

  it('pauses the terminal while all of its viewers pause, and resumes it at a key frame', async () => {
    const { vehicle, view, terminal, sessionId } = await playing();
    const { data } = await request(vehicle, {}, 'boss');
    const other = await openView(port, data.url, tokens['boss']!);
    await seen(other, 1);
    expect((await control(sessionId, { control: 'pause' })).data).toEqual({ applied: true });
    await eventually(() => expect(lastState(view)).toBe('paused'));
    terminal.keyFrame();
    terminal.sound();
    await seen(other, 2);
    await eventually(() => expect(other.parts(viewPart.pcm)).toHaveLength(1));
    expect([segments(view).length, view.parts(viewPart.pcm)]).toEqual([1, []]);
    expect(await controls(vehicle)).toEqual([]);

    await control(data.sessionId, { control: 'pause' }, 'boss');
    await eventually(async () => expect(await controls(vehicle)).toEqual([[2, 1]]));
    await control(sessionId, { control: 'resume' });
    await eventually(async () =>
      expect(await controls(vehicle)).toEqual([
        [2, 1],
        [3, 1],
      ]),
    );
    await eventually(() => expect(lastState(view)).toBe('waitingKeyFrame'));
    terminal.frame();
    terminal.keyFrame();
    await seen(view, 2);
    await eventually(() => expect([lastState(view), lastState(other)]).toEqual(['playing', 'paused']));
    // the last viewer that has not paused leaves
    view.socket.close();
    await eventually(async () => expect((await controls(vehicle)).at(-1)).toEqual([2, 1]));
    const third = await watch(vehicle, {}, 'boss');
    await eventually(async () => expect((await controls(vehicle)).at(-1)).toEqual([3, 1]));
    terminal.keyFrame();
    await seen(third, 1);
    for (const each of [other, third]) each.socket.close();
  });

  it('switches the stream of its only viewer on the same connection', async () => {
    const { vehicle, view, terminal, sessionId } = await playing();
    expect((await control(sessionId, { control: 'switchStream', streamType: 0 })).data).toEqual({ applied: true });
    expect(await controls(vehicle)).toEqual([[1, 0]]);
    await answer(vehicle, SUCCEEDED);
    // a picture of the old stream, as the last one stays until the key frame
    terminal.frame();
    terminal.keyFrame('fullHd');
    await seen(view, 2);
    expect(view.messages.filter(({ type }) => type === 'init')).toMatchObject([{ width: 352 }, { width: 1920 }]);
    expect(lastState(view)).toBe('playing');
    const key = { kind: 'live', vehicleId: vehicle.id, channel: 1 } as const;
    expect(server.mediaServer.find({ ...key, streamType: 1 })).toBeUndefined();
    expect(server.mediaServer.find({ ...key, streamType: 0 })!.viewers).toBe(1);
    const { list } = (await call('video/listSession', { targId: String(vehicle.id) }, 'clerk')).data;
    expect(list).toMatchObject([{ streamType: 0, state: 'playing' }]);
    const [before, after] = segments(view).map(({ length }) => length);
    view.socket.close();
    await terminal.closed;
    await eventually(async () => expect((await controls(vehicle)).at(-1)).toEqual([0, 0]));
    expect((await commands(vehicle)).filter(({ cmd_code }) => cmd_code === '9101')).toHaveLength(1);
    // who watched which stream, and how much of it
    type Row = { startedAt: number; endedAt: number | null; bytes: number };
    let rows: Row[] = [];
    await eventually(async () => {
      rows = (await call('video/listView', { targId: String(vehicle.id) }, 'clerk')).data.list;
      expect(rows.map(({ endedAt }) => endedAt)).not.toContain(null);
    });
    expect(rows).toMatchObject([
      { streamType: 0, reason: null, playedAt: expect.any(Number) },
      { streamType: 1, reason: null, playedAt: expect.any(Number) },
    ]);
    expect(rows[0]!.startedAt).toBe(rows[1]!.endedAt);
    const sent = view.parts(viewPart.init).map(({ length }) => length);
    expect(rows.map(({ bytes }) => bytes)).toEqual([sent[1]! + after!, sent[0]! + before!]);
  });

  it.each([
    [FAILED, 3, 'unsupported'],
    [FAILED, 1, 'refused'],
    [TIMED_OUT, null, 'noAnswer'],
  ] as const)('ends the view if the terminal answers a switch by %d %s, and requests it again', async (state, code, reason) => {
    const { vehicle, view, terminal, sessionId } = await playing();
    await control(sessionId, { control: 'switchStream', streamType: 0 });
    terminal.keyFrame();
    await seen(view, 2);
    await answer(vehicle, state, code);
    await view.closed;
    expect(lastState(view)).toBe(`ended ${reason}`);
    await eventually(async () =>
      expect(await controls(vehicle)).toEqual([
        [1, 0],
        [0, 0],
      ]),
    );
  });

  it('does not affect a stream that another user watches', async () => {
    const { vehicle, view, sessionId } = await playing();
    const other = await watch(vehicle, {}, 'boss');
    await seen(other, 1);
    expect((await control(sessionId, { control: 'switchStream', streamType: 0 })).data).toEqual({ applied: false });
    expect(await controls(vehicle)).toEqual([]);
    for (const each of [view, other]) each.socket.close();
  });

  it('needs the account of the view and the permission of the stream, within the limits', async () => {
    const { vehicle, view, sessionId } = await playing('sub');
    expect(await control(sessionId, { control: 'pause' }, 'boss')).toMatchObject({ code: '4004' });
    expect(await control(sessionId, { control: 'switchStream', streamType: 0 }, 'sub')).toMatchObject({ code: '4003' });
    expect(await controls(vehicle)).toEqual([]);
    view.socket.close();
    const full = await playing();
    for (const channel of [2, 3, 4]) await request(full.vehicle, { streamType: 0, channel });
    await request(full.vehicle, { channel: 5 });
    const body = await control(full.sessionId, { control: 'switchStream', streamType: 0 });
    expect(body).toMatchObject({ code: '4029' });
    expect((await controls(full.vehicle)).map(([code]) => code)).not.toContain(SWITCH);
    full.view.socket.close();
  });
});

it('sends the states of its views to the consoles of an account, and to no others', async () => {
  const vehicle = await car();
  const [own, foreign] = [
    await openLiveSocket(port, tokens['clerk']!, 'commonmsg'),
    await openLiveSocket(port, tokens['boss']!, 'commonmsg'),
  ];
  const states = ({ messages }: { readonly messages: readonly string[] }) =>
    messages.map((text) => JSON.parse(text)).flatMap(({ type, data }) => (type === 'videoState' ? [data] : []));
  const { data } = await request(vehicle);
  const view = await openView(port, data.url, tokens['clerk']!);
  await eventually(() => expect(view.states()).toEqual(['requesting']));
  const terminal = await connectStream(mediaPort, vehicle);
  terminal.frame();
  await eventually(() => expect(lastState(view)).toBe('waitingKeyFrame'));
  terminal.keyFrame();
  await seen(view, 1);
  view.socket.close();
  const same = { sessionId: data.sessionId, kind: 'live', targId: String(vehicle.id), channel: 1, streamType: 1 };
  await eventually(() => expect(states(own).at(-1)).toEqual({ ...same, state: 'ended' }));
  expect(states(own).map(({ state }) => state)).toEqual(['requesting', 'waitingKeyFrame', 'playing', 'ended']);
  expect(states(own)).toContainEqual({ ...same, state: 'playing' });
  expect(states(foreign)).toEqual([]);
  for (const each of [own, foreign]) each.socket.close();
});

describe('a stream', () => {
  it('without a request is refused and closed', async () => {
    const vehicle = await car('10.9.9.9');
    const view = await watch(vehicle);
    for (const stranger of [{ sim: '999' }, { sim: vehicle.sim, channel: 2 }]) {
      const terminal = await connectStream(mediaPort, stranger);
      terminal.keyFrame();
      await terminal.closed;
    }
    expect(segments(view)).toEqual([]);
    view.socket.close();
  });

  it('of an unknown SIM is matched by the address of the 808 session, but another vehicle’s SIM is not', async () => {
    const [vehicle, other] = [await car(), await car('10.9.9.8')];
    const view = await watch(vehicle, { channel: 33 });
    const foreign = await connectStream(mediaPort, { sim: other.sim, channel: 33 });
    foreign.keyFrame();
    await foreign.closed;
    const terminal = await connectStream(mediaPort, { sim: '77', channel: 33 });
    terminal.keyFrame();
    await seen(view, 1);
    view.socket.close();
  });

  it('for a channel that is already being received is refused', async () => {
    const vehicle = await car();
    const view = await watch(vehicle);
    const first = await connectStream(mediaPort, vehicle);
    first.keyFrame();
    await seen(view, 1);
    const second = await connectStream(mediaPort, vehicle);
    first.frame();
    second.keyFrame('fullHd');
    await second.closed;
    first.frame();
    await seen(view, 3);
    expect(view.messages.filter(({ type }) => type === 'init')).toHaveLength(1);
    view.socket.close();
  });

  it('is assigned to the main or sub request that waits', async () => {
    const vehicle = await car();
    const sub = await watch(vehicle, { streamType: 1 });
    const first = await connectStream(mediaPort, vehicle);
    first.keyFrame('cif');
    await seen(sub, 1);
    const main = await watch(vehicle, { streamType: 0 });
    const second = await connectStream(mediaPort, vehicle);
    second.keyFrame('fullHd');
    await seen(main, 1);
    expect(main.messages).toContainEqual(expect.objectContaining({ type: 'init', width: 1920 }));
    expect(segments(sub)).toHaveLength(1);
    sub.socket.close();
    main.socket.close();
  });

  it('is assigned to the request with a viewer, and the stop of the other request does not affect it', async () => {
    const vehicle = await car();
    const stream = (streamType: 0 | 1) =>
      server.mediaServer.find({ kind: 'live', vehicleId: vehicle.id, channel: 1, streamType });
    // the tile is enlarged before its first picture
    const sub = await watch(vehicle, { streamType: 1 });
    await eventually(() => expect(stream(1)!.viewers).toBe(1));
    sub.socket.close();
    await eventually(() => expect(stream(1)!.viewers).toBe(0));
    const main = await watch(vehicle, { streamType: 0 });
    const terminal = await connectStream(mediaPort, vehicle);
    terminal.keyFrame('fullHd');
    await seen(main, 1);
    await eventually(() => expect(stream(1)).toBeUndefined());
    terminal.frame();
    await seen(main, 2);
    expect((await commands(vehicle)).map(({ cmd_code }) => cmd_code)).toEqual(['9101', '9101']);
    main.socket.close();
  });

  it('that replaces another one of its channel is assigned to the new request, whatever viewers the old one has', async () => {
    const vehicle = await car();
    const sub = await watch(vehicle, { streamType: 1 });
    const first = await connectStream(mediaPort, vehicle);
    first.keyFrame();
    await seen(sub, 1);
    const main = await watch(vehicle, { streamType: 0 }, 'boss');
    first.end();
    await eventually(() => expect(lastState(sub)).toBe('waitingStream'));
    const second = await connectStream(mediaPort, vehicle);
    second.keyFrame('fullHd');
    await seen(main, 1);
    // a silent stream would end as soon as the other view
    const talking = setInterval(() => second.frame(), 200);
    const code = await sub.closed.finally(() => clearInterval(talking));
    expect(code).toBe(1000);
    expect(lastState(sub)).toBe('ended noStream');
    const before = segments(main).length;
    second.frame();
    await eventually(() => expect(segments(main).length).toBeGreaterThan(before));
    expect((await commands(vehicle)).map(({ cmd_code }) => cmd_code)).toEqual(['9101', '9101']);
    main.socket.close();
  });

  it('that ends without viewers is requested again by the next view', async () => {
    const vehicle = await car();
    const first = await watch(vehicle);
    const before = await connectStream(mediaPort, vehicle);
    before.keyFrame();
    await seen(first, 1);
    first.socket.close();
    await eventually(() =>
      expect(server.mediaServer.streams.find(({ request: of }) => of.vehicleId === vehicle.id)!.viewers).toBe(0),
    );
    before.end();
    await eventually(() => expect(server.mediaServer.streams.map(({ request: of }) => of.vehicleId)).not.toContain(vehicle.id));
    const second = await watch(vehicle);
    expect((await commands(vehicle)).map(({ cmd_code }) => cmd_code)).toEqual(['9101', '9101']);
    const after = await connectStream(mediaPort, vehicle);
    after.keyFrame();
    await seen(second, 1);
    second.socket.close();
  });

  it('is accepted while half-open connections fill the limit', async () => {
    const vehicle = await car();
    const view = await watch(vehicle);
    const halfOpen = Array.from({ length: 40 }, () =>
      connect({ port: mediaPort, host: '127.0.0.1' }).on('error', () => undefined),
    );
    const closed = halfOpen.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of halfOpen) socket.resume();
    const terminal = await connectStream(mediaPort, vehicle);
    await eventually(() => {
      terminal.keyFrame();
      expect(segments(view).length).toBeGreaterThan(0);
    });
    await Promise.all(closed);
    view.socket.close();
  });
});

it('ends views and writes their rows when the server stops', async () => {
  const other = await startTestServer({ database: server.database });
  const listening = await other.http.listen({ host: '127.0.0.1', port: 0 });
  await other.mediaServer.start({ host: '127.0.0.1', port: 0 });
  const vehicle = await car();
  other.bus.publish('terminal.online', { vehicleId: vehicle.id, at: Date.now() });
  const authorization = await other.signIn('boss');
  const { body } = await other.call('POST', 'video/realtime', { targId: String(vehicle.id), channel: 1 }, { authorization });
  const view = await openView(listening, body.data.url, authorization);
  const terminal = await connectStream(other.mediaServer.port!, vehicle);
  terminal.keyFrame();
  await seen(view, 1);
  await other.mediaServer.stop();
  await other.video.stop();
  await Promise.all([view.closed, terminal.closed]);
  expect(lastState(view)).toBe('ended stopping');
  expect(
    await server.db.first(sql`select reason, ended_at is not null as ended from video_view where vehicle_id = ${vehicle.id}`),
  ).toEqual({ reason: 'stopping', ended: true });
});
