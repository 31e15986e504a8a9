import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Content,
  encodeMessage,
  type Message,
  readRecorder,
  recorderRequest,
  type Version,
  writeRecorderSetting,
} from '@fleetwarden/protocol/jt808';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, startTestServer, type TestServer } from '../test/test-server.ts';
import type { Member } from './identity.ts';
import { MODES, type Mode } from './modes.ts';
import { createVehicle } from './motion/vehicle.ts';
import { forgetfulMemory } from './state-file.ts';
import { createTerminal, type Terminal } from './terminal.ts';

const PHONE = '19900000002';
const member = (version: Version): Member => ({
  phone: PHONE,
  version,
  plate: '鄂A12345',
  plateColour: 2,
  terminalNo: 'S000002',
  maker: 'FWSIM',
  model: 'FW-T1',
  kind: 'taxi',
  seed: 4,
  homeCity: '武汉',
  drivers: [{ name: '王建国', certNo: 'Q00000001', idNo: '11010519491231002X' }],
});

let server: TestServer;
let terminal: Terminal | undefined;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  terminal?.stop();
  await server.close();
});

const switchOn = async (version: Version, mode: Mode = MODES.good) => {
  terminal = createTerminal({
    server: { host: '127.0.0.1', port: server.port, transport: 'tcp' },
    member: member(version),
    // on the road since midnight, so that its driver's card is inserted
    vehicle: { ...createVehicle({ seed: 4, kind: 'taxi', home: '武汉' }), linkAt: () => 'up', movingAt: () => true },
    codes: forgetfulMemory().codes,
    movingS: 60,
    parkedS: 60,
    reactionMs: 10,
    mode,
  });
  terminal.start();
  await eventually('that it is online', () => terminal?.state() === 'online');
};

type Type = Message['type'];
/** Messages of these types, each by its first frame. */
const received = (...types: readonly Type[]): Message[] =>
  server.received.flatMap(({ message, header }) => (types.includes(message.type) && header.index <= 1 ? [message] : []));
const toHex = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString('hex');
/** Sends a command; returns the first answer of a type to it. */
const ask = async (content: Content, type: Type = 'terminalAck'): Promise<Message> => {
  const serial = server.say(PHONE, content);
  const answers = () =>
    received(type).filter((message) => type !== 'terminalAck' || (message.body as { serial: number }).serial === serial);
  const before = type === 'terminalAck' ? 0 : answers().length;
  await eventually(`${type} to ${'type' in content ? content.type : content.id}`, () => answers().length > before);
  return answers().at(-1)!;
};
const result = async (content: Content): Promise<number> => ((await ask(content)).body as { result: number }).result;

const search = { kind: 0, channel: 0, event: 0, startTime: '000000000000', endTime: '000000000000' };
const photo = {
  channel: 2,
  command: 2,
  intervalS: 0,
  save: 1,
  resolution: 1,
  quality: 5,
  brightness: 127,
  contrast: 64,
  saturation: 64,
  chroma: 127,
};

describe('a terminal that receives commands', () => {
  it('prompts its driver, and returns the answer', async () => {
    await switchOn(2013);
    const answers = [{ id: 3, text: '是' }];
    expect(await result({ type: 'askQuestion', body: { flag: 8, question: '到了吗', answers } })).toBe(0);
    await eventually('the answer', () => received('questionAnswer').length === 1);
    expect(received('questionAnswer')[0]).toMatchObject({ body: { answerId: 3 } });
    expect(await result({ type: 'setEvents', body: { action: 1, events: [{ id: 1, text: '堵车' }] } })).toBe(0);
    expect(await result({ type: 'setEvents', body: { action: 4, ids: [1] } })).toBe(0);
    expect(await result({ type: 'setInfoMenu', body: { action: 1, items: [{ kind: 5, name: '天气' }] } })).toBe(0);
    await eventually('the demand', () => received('infoDemand').length === 1);
    expect(await result({ type: 'sendInfo', body: { kind: 5, text: '雨' } })).toBe(0);
    expect(await result({ type: 'setPhoneBook', body: { action: 0 } })).toBe(0);
  });

  it('supports the commands of its version', async () => {
    await switchOn(2019);
    expect(await result({ type: 'checkLink', body: {} })).toBe(0);
    expect(await result({ type: 'setEvents', body: { action: 0 } })).toBe(3);
    expect(await result({ type: 'askQuestion', body: { flag: 8, question: 'a', answers: [] } })).toBe(3);
  });

  it('locks its doors and cuts its fuel, which its status shows', async () => {
    await switchOn(2019);
    const LOCKED = 1 << 12;
    const FUEL_CUT = 1 << 10;
    const status = async (content: Content, type: Type) =>
      ((await ask(content, type)).body as { location: { statusBits: number } }).location.statusBits & (LOCKED | FUEL_CUT);
    const control = (value: number): Content => ({ type: 'controlVehicle', body: { controls: [{ kind: 1, value }] } });
    expect(await status(control(0), 'controlReply')).toBe(LOCKED);
    expect(await result({ type: 'terminalControl', body: { command: 0x64 } })).toBe(0);
    expect(await status({ type: 'queryLocation', body: {} }, 'locationReply')).toBe(LOCKED | FUEL_CUT);
    expect(await status(control(1), 'controlReply')).toBe(FUEL_CUT);
    expect(await result({ type: 'terminalControl', body: { command: 0x65 } })).toBe(0);
    expect(await status({ type: 'queryLocation', body: {} }, 'locationReply')).toBe(0);
    expect(await result({ type: 'terminalControl', body: { command: 99 } })).toBe(3);
  });

  it('stores parameters until a factory reset', async () => {
    await switchOn(2019);
    const parameters = async () =>
      ((await ask({ type: 'queryAllParameters', body: {} }, 'parameters')).body as { parameters: Record<string, unknown> })
        .parameters;
    const adas = { minSpeedKmh: 30 };
    expect(
      await result({ type: 'setParameters', body: { parameters: { maxSpeedKmh: 80, adas, '0x0111': Uint8Array.of(1) } } }),
    ).toBe(0);
    const stored = await parameters();
    expect(stored).toMatchObject({ maxSpeedKmh: 80, adas: { minSpeedKmh: 30, volume: 255 } });
    expect(toHex(stored['0x0111'])).toBe('01');
    expect(await result({ type: 'terminalControl', body: { command: 5 } })).toBe(0);
    await eventually('a reconnection', () => server.connections() >= 2 && terminal?.state() === 'online');
    expect(await parameters()).not.toHaveProperty('adas');
  });

  it('finds, uploads and deletes the media on its card', async () => {
    await switchOn(2013);
    await ask({ type: 'takePhoto', body: photo }, 'photoReply');
    const found = async (change: object = {}) => {
      const { items } = (await ask({ type: 'searchMedia', body: { ...search, ...change } }, 'searchReply')).body as {
        items: { mediaId: number; location: Uint8Array }[];
      };
      return items.map(({ mediaId, location }) => [mediaId, location.length]);
    };
    expect(await found()).toEqual([
      [1, 28],
      [2, 28],
    ]);
    expect([await found({ channel: 1 }), await found({ kind: 1 })]).toEqual([[], []]);
    const uploads = () => received('mediaUpload').map((message) => (message.body as { mediaId: number }).mediaId);
    const confirm = async (mediaId: number) => {
      await eventually(`file ${mediaId}`, () => uploads().includes(mediaId));
      server.say(PHONE, { type: 'mediaReply', body: { mediaId } });
    };
    expect(await result({ type: 'uploadOneMedia', body: { mediaId: 1, remove: 1 } })).toBe(0);
    await confirm(1);
    expect(await result({ type: 'uploadOneMedia', body: { mediaId: 77, remove: 0 } })).toBe(1);
    expect(await found()).toEqual([[2, 28]]);
    expect(await result({ type: 'uploadMedia', body: { ...search, remove: 0 } })).toBe(0);
    await confirm(2);
    expect(await found()).toEqual([[2, 28]]);
    expect(await result({ type: 'recordAudio', body: { command: 1, seconds: 1, save: 0, rate: 0 } })).toBe(0);
    await eventually('the sound', () => uploads().includes(3));
    expect(received('mediaUpload').at(-1)).toMatchObject({ body: { mediaId: 3, kind: 1, format: 3 } });
  });

  it('has a driving recorder, which stores parameters', async () => {
    await switchOn(2019);
    const now = Date.now();
    // an hour of positions fills a frame
    const blocks = (command: number) => (command === 9 ? 1 : 2);
    const read = async (command: number) => {
      const span = { startAt: now - 48 * 3_600_000, endAt: now, most: blocks(command) };
      const block = recorderRequest(command, command >= 8 ? span : null);
      const { body } = await ask({ type: 'collectRecorder', body: { command, block } }, 'recorderData');
      return readRecorder((body as { block: Uint8Array }).block);
    };
    for (const command of [0, 1, 2, 3, 4, 5, 6, 7]) expect(await read(command), String(command)).not.toBeNull();
    for (const command of [8, 9, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15])
      expect((await read(command))?.records, String(command)).toHaveLength(blocks(command));
    const set = (block: Uint8Array): Content => ({ type: 'setRecorder', body: { command: block[2]!, block } });
    expect(await result(set(writeRecorderSetting(0xc3, { clockAt: now, pulsesPerKm: 4_000 })))).toBe(0);
    expect(await result(set(writeRecorderSetting(0x82, { vin: 'LFV2A21K8A4012345', plate: '鄂A1', plateClass: '' })))).toBe(0);
    expect(await read(4)).toMatchObject({ pulsesPerKm: 4_000 });
    expect(await read(5)).toMatchObject({ vin: 'LFV2A21K8A4012345' });
    expect(await result(set(Uint8Array.of(0xaa, 0x75, 0xc3)))).toBe(3);
  });

  it('reports its driver card and its peripherals', async () => {
    await switchOn(2019);
    const card = await ask({ type: 'queryDriver', body: {} }, 'driverCard');
    expect(card.body).toMatchObject({ action: 1, name: '王建国', certNo: 'Q00000001' });
    expect(await result({ type: 'transparentDown', body: { kind: 0xf7, data: Uint8Array.of(1, 0x64) } })).toBe(0);
    await eventually('the peripherals', () => received('transparentUp').length === 1);
    const told = received('transparentUp')[0]!.body as { kind: number; data: Uint8Array };
    expect([told.kind, toHex(told.data)]).toEqual([0xf7, '0164050100000000']);
    expect(await result({ type: 'transparentDown', body: { kind: 0x41, data: Uint8Array.of(1) } })).toBe(0);
  });

  it('acknowledges each part of an upgrade, requests missing ones, and has the new version', async () => {
    await switchOn(2019);
    const body = { kind: 0, maker: 'FWSIM', version: '4.0.1', data: new Uint8Array(2_500).fill(7) };
    const acks = () => received('terminalAck').map((message) => (message.body as { serial: number }).serial);
    const [first, second, third] = encodeMessage({ type: 'upgrade', body, version: 2019, phone: PHONE, serial: 700 });
    const serials: number[] = [];
    for (const frame of [first, third, second]) {
      server.raw(PHONE, frame!);
      await eventually('an acknowledgement', () => acks().length > serials.length);
      serials.push(acks().at(-1)!);
    }
    expect(serials).toEqual([700, 702, 701]);
    await eventually('the result', () => received('upgradeResult').length === 1);
    expect(received('upgradeResult')[0]).toMatchObject({ body: { kind: 0, result: 0 } });
    expect((await ask({ type: 'queryAttributes', body: {} }, 'attributes')).body).toMatchObject({ firmware: '4.0.1' });
  });

  it('downloads an upgrade from the address in a control command', async () => {
    const http = createServer((request, response) => response.writeHead(request.url === '/4.1' ? 200 : 404).end('file'));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    try {
      await switchOn(2019);
      const upgrade = (path: string): Content => ({
        type: 'terminalControl',
        body: { command: 1, parameters: `http://127.0.0.1:${port}${path};;;;;80;0;FWSIM;;4.1;60` },
      });
      expect(await result(upgrade('/4.1'))).toBe(0);
      await eventually('the result', () => received('upgradeResult').length === 1);
      expect(await result(upgrade('/none'))).toBe(0);
      await eventually('the failure', () => received('upgradeResult').length === 2);
      expect(received('upgradeResult').map(({ body }) => (body as { result: number }).result)).toEqual([0, 1]);
      expect((await ask({ type: 'queryAttributes', body: {} }, 'attributes')).body).toMatchObject({ firmware: '4.1' });
    } finally {
      await new Promise((resolve) => http.close(resolve));
    }
  });
});

describe('a terminal with faulty answers', () => {
  const text: Content = { type: 'sendText', body: { flag: 8, text: '慢' } };
  const query: Content = { type: 'queryAllParameters', body: {} };
  const answers = () =>
    received('terminalAck', 'parameters').map(({ type, body }) => [type, (body as { serial: number }).serial] as const);

  it('refuses every command, or is silent', async () => {
    await switchOn(2013, MODES.refusing);
    expect(await result(text)).toBe(1);
    expect(await result(query)).toBe(1);
    terminal?.stop();
    server.received.length = 0;
    await switchOn(2013, MODES.silent);
    server.say(PHONE, text);
    server.say(PHONE, { type: 'confirmAlarm', body: { serial: 0, alarmBits: 1 } });
    // messages are handled in order: the heartbeat of a reconnection comes after both
    server.hangUp();
    await eventually('a reconnection', () => server.connections() >= 3 && terminal?.state() === 'online');
    expect(answers()).toEqual([]);
  });

  it('answers late, twice, or under another serial', async () => {
    await switchOn(2013, { ...MODES.late, lateMs: 30 });
    const late = server.say(PHONE, text);
    await eventually('the late answer', () => answers().length === 1);
    expect(answers()).toEqual([['terminalAck', late]]);
    terminal?.stop();
    server.received.length = 0;
    await switchOn(2013, MODES.twice);
    const twice = server.say(PHONE, query);
    await eventually('both answers', () => answers().length === 2);
    expect(answers()).toEqual([
      ['parameters', twice],
      ['parameters', twice],
    ]);
    terminal?.stop();
    server.received.length = 0;
    await switchOn(2013, MODES.stray);
    const stray = server.say(PHONE, text);
    await eventually('an answer', () => answers().length === 1);
    expect(answers()[0]![1]).toBe(stray ^ 0xffff);
  });

  it('answers with a body that cannot be read', async () => {
    await switchOn(2013, MODES.wrong);
    server.say(PHONE, query);
    await eventually('an unreadable answer', () => server.unreadable.includes(0x0104));
  });
});
