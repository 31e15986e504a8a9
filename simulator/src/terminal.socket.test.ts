import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import { type Content, readAreas, recorderAnswer, recorderRequest, type Version } from '@fleetwarden/protocol/jt808';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../test/test-server.ts';
import type { Backlog } from './backlog.ts';
import { getDay, getHour, startOfDay } from './clock.ts';
import { createHistory } from './history.ts';
import type { Member } from './identity.ts';
import { buildLocation } from './location.ts';
import { MODES } from './modes.ts';
import { createVehicle, type Vehicle } from './motion/vehicle.ts';
import { forgetfulMemory } from './state-file.ts';
import { createTerminal, type Terminal, type TerminalOptions } from './terminal.ts';

const member = (version: Version): Member => ({
  phone: '19900000001',
  version,
  plate: '鄂A12345',
  plateColour: 2,
  terminalNo: 'S000001',
  maker: 'FWSIM',
  model: 'FW-T1',
  kind: 'taxi',
  seed: 4,
  homeCity: '武汉',
});

const PICTURE = {
  intervalS: 0,
  save: 0,
  resolution: 1,
  quality: 5,
  brightness: 127,
  contrast: 64,
  saturation: 64,
  chroma: 127,
};

let server: TestServer;
let running: Terminal[];

beforeEach(async () => {
  server = await startTestServer();
  running = [];
});
afterEach(async () => {
  for (const terminal of running) terminal.stop();
  await server.close();
});

/** A vehicle whose radio the test controls. */
const reachable = (link: () => 'up' | 'cut' | 'off' = () => 'up'): Vehicle => ({
  ...createVehicle({ seed: 4, kind: 'taxi', home: '武汉' }),
  linkAt: link,
});

/** For terminals that repeat what was not answered; others would repeat on a busy machine. */
const REPEATS = { replyTimeoutMs: 300 };
const switchOn = (options: Partial<TerminalOptions> = {}): Terminal => {
  const terminal = createTerminal({
    server: { host: '127.0.0.1', port: server.port, transport: 'tcp' },
    member: member(2013),
    vehicle: reachable(),
    codes: forgetfulMemory().codes,
    movingS: 0.05,
    parkedS: 0.05,
    replyTimeoutMs: 10_000,
    backoffMs: [20, 200],
    ...options,
  });
  running.push(terminal);
  terminal.start();
  return terminal;
};

const ids = () => server.received.map((r) => r.header.id);
const count = (id: number) => ids().filter((other) => other === id).length;
/** Device times of positions received in batches, as on the wire. */
const batched = (): string[] =>
  server.received.flatMap(({ message }) => (message.type === 'locationBatch' ? message.body.items.map((item) => item.time) : []));

describe('a terminal', () => {
  for (const version of [2011, 2013, 2019] as const) {
    for (const transport of ['tcp', 'udp'] as const) {
      it(`registers, authenticates and reports in ${version} over ${transport}`, async () => {
        switchOn({ member: member(version), server: { host: '127.0.0.1', port: server.port, transport } });
        await eventually('three positions', () => count(0x0200) >= 3);
        expect(ids().slice(0, 3)).toEqual([0x0100, 0x0102, 0x0200]);
        const [register, , first] = server.received;
        expect(register?.message).toMatchObject({ version, body: { plate: '鄂A12345', plateColour: 2, terminalId: 'S000001' } });
        expect(first?.message).toMatchObject({
          body: { extra: { odometerKm: expect.any(Number), fuelL: expect.any(Number), satellites: expect.any(Number) } },
        });
        expect(server.bad).toEqual([]);
      });
    }
  }

  it('reuses its code after a reconnect and does not register again', async () => {
    switchOn();
    await eventually('a position', () => count(0x0200) >= 1);
    server.hangUp();
    await eventually('a second authentication', () => count(0x0102) >= 2);
    expect(count(0x0100)).toBe(1);
  });

  it('registers again when its code is refused', async () => {
    switchOn();
    await eventually('a position', () => count(0x0200) >= 1);
    server.codes.clear();
    server.hangUp();
    await eventually('a second registration', () => count(0x0100) >= 2);
  });

  it('repeats unacknowledged reports, and uploads them later as backfill', async () => {
    server.acknowledges = false;
    const terminal = switchOn(REPEATS);
    await eventually('repetitions', () => {
      const serials = server.received.filter((r) => r.header.id === 0x0200).map((r) => r.header.serial);
      return new Set(serials).size < serials.length;
    });
    await eventually('positions in memory', () => terminal.kept() > 3);
    server.acknowledges = true;
    await eventually('a batch', () => count(0x0704) >= 1 && terminal.kept() === 0);
    const batch = server.received.find((r) => r.header.id === 0x0704);
    expect(batch?.message).toMatchObject({ body: { kind: 1 } });
  });

  it('reports driver cards since a time, each until acknowledged', async () => {
    const drivers = [{ name: '王建国', certNo: 'Q00000001', idNo: '11010519491231002X' }];
    const cards = () => server.received.flatMap(({ message }) => (message.type === 'driverCard' ? [message.body] : []));
    server.acknowledges = false;
    switchOn({
      ...REPEATS,
      member: { ...member(2019), drivers },
      vehicle: { ...reachable(), movingAt: (at) => getHour(at) >= 8 && getHour(at) < 18 },
      cardsSince: startOfDay(getDay(Date.now()) - 2),
    });
    await eventually('one card, again', () => cards().length >= 2);
    expect(new Set(cards().map(({ time }) => time)).size).toBe(1);
    server.acknowledges = true;
    const told = () => new Set(cards().map(({ action, time }) => `${action} ${time?.slice(6, 10)}`));
    await eventually('two days', () => told().size >= 2 && new Set(cards().map(({ time }) => time)).size >= 4);
    expect(told()).toContain('1 0759');
    expect(told()).toContain('2 1801');
    expect(cards().find(({ action, result }) => action === 1 && result === 0)).toMatchObject(drivers[0]!);
  });

  it('disconnects in a blind zone, continues recording, and uploads all of it afterwards', async () => {
    let link: 'up' | 'cut' = 'up';
    const terminal = switchOn({ vehicle: reachable(() => link) });
    await eventually('a position', () => count(0x0200) >= 1);
    link = 'cut';
    await eventually('silence', () => terminal.state() === 'idle' && terminal.kept() >= 20);
    const kept = terminal.kept();
    link = 'up';
    await eventually('the backfill', () => terminal.state() === 'online' && terminal.kept() === 0);
    expect(batched().length).toBeGreaterThanOrEqual(kept);
  });

  it('stays offline without power, with few checks', async () => {
    let looks = 0;
    switchOn({
      vehicle: reachable(() => {
        looks++;
        return 'off';
      }),
      parkedS: 60,
      movingS: 60,
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(server.connections()).toBe(0);
    expect(looks).toBeLessThan(5);
  });

  it('answers queries and commands', async () => {
    switchOn({ member: member(2019) });
    await eventually('a position', () => count(0x0200) >= 1);
    const phone = member(2019).phone;
    const answer = (id: number, serial: number) =>
      server.received.find(
        ({ header, message }) => header.id === id && (message.type !== 'terminalAck' || message.body.serial === serial),
      )?.message;

    server.say(phone, { id: 0x8103, body: { parameters: { heartbeatS: 17, maxSpeedKmh: 80 } } });
    const all = server.say(phone, { id: 0x8104, body: {} });
    await eventually('the parameters', () => answer(0x0104, all) !== undefined);
    expect(answer(0x0104, all)).toMatchObject({
      body: { serial: all, parameters: { heartbeatS: 17, maxSpeedKmh: 80, plate: '鄂A12345' } },
    });
    server.received.length = 0;
    const some = server.say(phone, { id: 0x8106, body: { ids: [0x01, 0x83] } });
    await eventually('two parameters', () => answer(0x0104, some) !== undefined);
    expect(answer(0x0104, some)).toMatchObject({ body: { parameters: { heartbeatS: 17, plate: '鄂A12345' } } });

    server.say(phone, { id: 0x8107, body: {} });
    await eventually('the attributes', () => answer(0x0107, 0) !== undefined);
    expect(answer(0x0107, 0)).toMatchObject({ body: { terminalId: 'S000001' } });

    const where = server.say(phone, { id: 0x8201, body: {} });
    await eventually('the position', () => answer(0x0201, where) !== undefined);
    expect(answer(0x0201, where)).toMatchObject({ body: { serial: where } });

    const text = server.say(phone, { id: 0x8300, body: Uint8Array.of(1, 1, 0x41) });
    await eventually('thanks for the text', () => answer(0x0001, text) !== undefined);
    expect(answer(0x0001, text)).toMatchObject({ body: { id: 0x8300, result: 0 } });

    const track = server.say(phone, { id: 0x8202, body: { intervalS: 5, validityS: 60 } });
    await eventually('thanks for the tracking', () => answer(0x0001, track) !== undefined);

    const recorder = (command: number) =>
      server.say(phone, { type: 'collectRecorder', body: { command, block: recorderRequest(command, null) } });
    const printing = recorder(0);
    await eventually('the printing of its recorder', () => answer(0x0700, 0) !== undefined);
    const said = answer(0x0700, 0);
    if (said?.type !== 'recorderData') throw new Error('no recorder');
    expect([said.body.serial, said.body.command]).toEqual([printing, 0]);
    expect(Buffer.from(said.body.block)).toEqual(Buffer.from(recorderAnswer(0, Uint8Array.of(0x12, 0))));
    const speeds = recorder(8);
    await eventually('that it keeps none', () => answer(0x0001, speeds) !== undefined);
    expect(answer(0x0001, speeds)).toMatchObject({ body: { id: 0x8700, result: 3 } });

    const unknown = server.say(phone, { id: 0x8fff, body: new Uint8Array() });
    await eventually('a refusal', () => answer(0x0001, unknown) !== undefined);
    expect(answer(0x0001, unknown)).toMatchObject({ body: { result: 3 } });
  });

  it('takes the requested number of photos, with consecutive ids, and none with a missing camera', async () => {
    switchOn();
    await eventually('a position', () => count(0x0200) >= 1);
    const take = (channel: number, command: number) =>
      server.say(member(2013).phone, { type: 'takePhoto', body: { ...PICTURE, channel, command } });
    const [two, one, none] = [take(1, 2), take(4, 1), take(5, 1)];
    const replies = () => server.received.flatMap(({ message }) => (message.type === 'photoReply' ? [message.body] : []));
    await eventually('three answers', () => replies().length === 3);
    expect(replies()).toEqual([
      { serial: two, result: 0, mediaIds: [1, 2] },
      { serial: one, result: 0, mediaIds: [3] },
      { serial: none, result: 2, mediaIds: undefined },
    ]);
  });

  it('stores areas, and reports them until they are deleted', async () => {
    switchOn({ member: member(2019) });
    await eventually('a position', () => count(0x0200) >= 1);
    const say = (content: Content) => server.say(member(2019).phone, content);
    const circle = (id: number) => ({ id, attributes: 0, latitude: 31.2, longitude: 121.5, radiusM: 300, name: `区${id}` });
    const corner = { id: 1, segmentId: 1, latitude: 31, longitude: 121, widthM: 20, attributes: 0 };
    const vertex = { latitude: 31, longitude: 121 };
    const told = async (kind: number, ids: number[] = []) => {
      const before = count(0x0608);
      say({ type: 'queryAreas', body: { kind, ids } });
      await eventually('the areas', () => count(0x0608) > before);
      const answer = server.received.findLast(({ header }) => header.id === 0x0608)?.message;
      if (answer?.type !== 'areasReply') throw new Error('no areas');
      return readAreas(answer.body.kind, answer.body.count, answer.body.data)?.map(({ id }) => id);
    };

    say({ type: 'setCircles', body: { action: 1, items: [circle(1), circle(2)] } });
    say({ type: 'setCircles', body: { action: 1, items: [circle(3)] } });
    say({ type: 'setPolygon', body: { id: 7, attributes: 0, vertices: [vertex, vertex, vertex] } });
    say({ type: 'setRoute', body: { id: 8, attributes: 0, corners: [corner] } });
    say({
      type: 'setRectangles',
      body: { action: 1, items: [{ id: 9, attributes: 0, top: 2, left: 1, bottom: 1, right: 2 }] },
    });
    expect([await told(1), await told(1, [2, 5]), await told(2), await told(3), await told(4)]).toEqual([
      [1, 2, 3],
      [2],
      [9],
      [7],
      [8],
    ]);
    say({ type: 'deleteCircles', body: { ids: [2] } });
    say({ type: 'deletePolygons', body: { ids: [] } });
    expect([await told(1), await told(3)]).toEqual([[1, 3], []]);
    say({ type: 'setCircles', body: { action: 0, items: [circle(4)] } });
    expect(await told(1)).toEqual([4]);
  });

  it('reports the alarms it raises, and clears latched ones after a confirmation', async () => {
    const terminal = switchOn();
    const bits = () =>
      server.received.flatMap(({ message }) => (message.type === 'location' ? [Number(message.body.alarmBits) & 1] : []));
    await eventually('a position', () => bits().length > 0);
    terminal.alarms.raise({ kind: 'emergency' });
    await eventually('the alarm', () => bits().at(-1) === 1);
    server.say(member(2013).phone, { type: 'confirmAlarm', body: { serial: 0, alarmBits: 1 } });
    await eventually('its end', () => bits().at(-1) === 0);
    expect(count(0x0001)).toBe(1);
  });

  it('reports at the tracking interval, and then as before', async () => {
    switchOn({ movingS: 60, parkedS: 60 });
    await eventually('the first position', () => count(0x0200) >= 1);
    server.say(member(2013).phone, { type: 'trackLocation', body: { intervalS: 1, validityS: 60 } });
    await eventually('positions', () => count(0x0200) >= 3);
    server.say(member(2013).phone, { type: 'trackLocation', body: { intervalS: 0 } });
    await eventually('both answers', () => count(0x0001) >= 2);
  });

  it('uploads history oldest first, resumes after an interruption, and ends', async () => {
    const until = Math.floor(Date.now() / 60_000) * 60_000;
    const vehicle = reachable();
    const marks = new Map<string, number>();
    const options = { from: until - 8 * HOUR_MS, until, marks, terminals: 1, rate: 1_000_000 };
    const first = createHistory(options);
    const terminal = switchOn({ vehicle, history: first.of(member(2013), vehicle), movingS: 60, parkedS: 60 });
    await eventually('some history', () => first.progress().positions > 40);
    terminal.stop();
    const uploaded = count(0x0704);
    const mark = marks.get(member(2013).phone);

    const second = createHistory(options);
    switchOn({ vehicle, history: second.of(member(2013), vehicle), movingS: 60, parkedS: 60 });
    await eventually('the end of the history', () => second.progress().done);
    expect(uploaded).toBeGreaterThan(0);
    expect(mark).toBeGreaterThan(options.from);
    expect(second.progress().share).toBe(1);
    const times = batched();
    expect(new Set(times).size).toBeGreaterThanOrEqual(8 * 12 - 2);
    expect(new Set(times).size).toBeGreaterThan(times.length - 40);
  });
});

describe('a misbehaving terminal', () => {
  const reported = () => server.received.filter((r) => r.message.type === 'location');

  it('garbage: its frames are received nevertheless', async () => {
    switchOn({ mode: MODES.garbage });
    await eventually('positions and bad frames', () => reported().length >= 5 && server.bad.length >= 5);
  });

  it('halves: loses some frames, and repeats them', async () => {
    switchOn({ ...REPEATS, mode: MODES.halves });
    await eventually('positions and bad frames', () => reported().length >= 8 && server.bad.length >= 1);
  });

  it('duplicates: every frame arrives twice', async () => {
    switchOn({ mode: MODES.duplicates });
    await eventually('positions', () => reported().length >= 4);
    const serials = reported().map((r) => r.header.serial);
    expect(serials[0]).toBe(serials[1]);
    expect(serials[2]).toBe(serials[3]);
  });

  it('checksum: every fourth frame is refused', async () => {
    switchOn({ ...REPEATS, mode: MODES.checksum });
    await eventually('positions and bad checksums', () => reported().length >= 6 && server.bad.includes('checksum'));
  });

  it('deadClock: reports from the year 2000', async () => {
    switchOn({ mode: MODES.deadClock });
    await eventually('a position', () => reported().length >= 1);
    expect(reported()[0]?.message).toMatchObject({ body: { time: expect.stringMatching(/^000101/) } });
  });

  it('drift: its clock runs ahead', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(MODES.drift.clock(now + 600_000, now)).toBe(now + 660_000);
  });

  it('storm: reconnects repeatedly', async () => {
    switchOn({ mode: MODES.storm });
    await eventually('a fourth connection', () => server.connections() >= 4);
  });

  it('wrongCode: is never admitted', async () => {
    const terminal = switchOn({ mode: MODES.wrongCode });
    await eventually('three attempts', () => count(0x0102) >= 3);
    expect(count(0x0200)).toBe(0);
    expect(terminal.state()).not.toBe('online');
  });

  it('stubborn: refuses some commands, ignores others, and executes the rest', async () => {
    switchOn({ mode: MODES.stubborn });
    await eventually('a position', () => count(0x0200) >= 1);
    const serials = Array.from({ length: 5 }, () =>
      server.say(member(2013).phone, { type: 'sendText', body: { flag: 11, text: '慢' } }),
    );
    const results = () =>
      server.received.flatMap(({ message }) =>
        message.type === 'terminalAck' ? [[message.body.serial, message.body.result]] : [],
      );
    await eventually('the answer to the last', () => results().some(([serial]) => serial === serials[4]));
    expect(results()).toEqual([
      [serials[0], 0],
      [serials[1], 1],
      [serials[2], 0],
      [serials[4], 0],
    ]);
  });

  it('slow: arrives eventually', async () => {
    switchOn({ mode: MODES.slow, movingS: 1, parkedS: 1 });
    await eventually('a position', () => reported().length >= 1);
    expect(server.bad).toEqual([]);
  });
});

describe('history', () => {
  it('has the same positions as live reports', () => {
    const vehicle = createVehicle({ seed: 4, kind: 'taxi', home: '武汉' });
    const until = Date.UTC(2026, 5, 1);
    const history = createHistory({ from: until - DAY_MS, until, marks: new Map(), terminals: 1, rate: 1000 });
    const backlog: Backlog = history.of(member(2013), vehicle);
    let n = 0;
    while (!history.progress().done) {
      for (const location of backlog.next(18)) {
        const at = location.deviceAt ?? 0;
        expect(location).toEqual(buildLocation(vehicle.stateAt(at), 2013, at));
        n++;
      }
      backlog.delivered();
    }
    expect(n).toBeGreaterThan(250);
  });
});
