import { commandParams } from '@fleetwarden/contract/commands/command-params';
import { type CommandCode, type TerminalCommand, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { DAY_MS, HOUR_MS } from '@fleetwarden/domain/durations';
import type { Version } from '@fleetwarden/protocol/jt808';
import { MODES, type Mode, type ModeName } from '@fleetwarden/simulator/modes';
import { createVehicle } from '@fleetwarden/simulator/motion/vehicle';
import { forgetfulMemory } from '@fleetwarden/simulator/state-file';
import { createTerminal, type Terminal } from '@fleetwarden/simulator/terminal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Db, json, sql } from '../../src/platform/db/database.ts';
import { testDatabase } from '../support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../support/gateway/gateway-fixture.ts';
import { startTap, type Tap } from '../support/gateway/tap.ts';

/** What a command is sent with, and what comes of it at a terminal that does everything right. */
type Case = {
  readonly version?: Version;
  /** Parameters as the contract takes them. */
  readonly params?: object;
  /** Parameters that module `commands` adds. */
  readonly added?: object;
  /** The body by the standard's table, in hex; a pattern where it has the time. */
  readonly hex: string | RegExp;
  /** The data of a specific answer; without it the general answer succeeds. */
  readonly data?: object;
  /** The terminal reconnects after its answer. */
  readonly restarts?: true;
};

const LOCKED = 1 << 12;
const ascii = (text: string): string => Buffer.from(text, 'latin1').toString('hex');
const [LAT, LNG, EAST, NORTH] = ['01dc1300', '073df160', '073f7800', '01dd99a0'];
const corner = (lng: number, lat: number) => ({ lng, lat });
const SEARCH = { mediaKind: 0, channel: 0, mediaEvent: 0 };
const [FROM, TO] = [Date.parse('2026-03-18T00:00:00+08:00'), Date.parse('2026-03-18T23:59:59+08:00')];

const YESTERDAY = { startTime: Date.now() - 2 * DAY_MS, endTime: Date.now() - DAY_MS };
const RECORDED = { mediaType: 3, streamType: 0, storage: 0 };

/** Sent by modules: firmware in sub-packages, video and attachments with addresses of the server. */
type Elsewhere = '8108' | '9101' | '9102' | '9206' | '9207' | '9208';
const ELSEWHERE: ReadonlySet<string> = new Set<Elsewhere>(['8108', '9101', '9102', '9206', '9207', '9208']);

const CASES: Readonly<Record<Exclude<CommandCode, Elsewhere>, Case>> = {
  '8103': {
    params: { values: { 1: 30, 85: 90, 131: '京A1', 273: '00ff', 62311: { rearS: 3 } } },
    hex: '0500000001040000001e00000055040000005a0000008304bea941310000011102' + '00ff0000f3670203ff',
  },
  '8103server': { params: { values: { 19: '10.0.0.1:6808' } }, hex: `01000000130d${ascii('10.0.0.1:6808')}` },
  // what was set before, unknown ones in hex
  '8104': {
    hex: '',
    data: { parameters: { heartbeatS: 30, maxSpeedKmh: 90, plate: '京A1', '0x0111': '00ff', bsd: { rearS: 3, sideRearS: 255 } } },
  },
  '8105': {
    params: { authCode: 'c1', accessPoint: '', user: 'u', server: '10.0.0.1', tcpPort: 6_808, udpPort: 0, minutes: 60 },
    hex: `02${ascii('0;c1;;u;;10.0.0.1;6808;0;60')}`,
  },
  '8105upgrade': {
    params: { url: 'http://127.0.0.1:9/f', firmware: '4.1', tcpPort: 80 },
    hex: `01${ascii('http://127.0.0.1:9/f;;;;;80;0;;;4.1;60')}`,
  },
  '8105connect': { params: { connectTo: 1, minutes: 5 }, hex: `02${ascii('1;;;;;;0;0;5')}` },
  '8105powerOff': { hex: '03', restarts: true },
  '8105reset': { hex: '04', restarts: true },
  '8105factoryReset': { hex: '05', restarts: true },
  '8105dataOff': { hex: '06', restarts: true },
  '8105radioOff': { hex: '07', restarts: true },
  '8105relayCut': { params: { reason: '被盗' }, added: { command: 0x64 }, hex: '64' },
  '8105relayRestore': { params: { reason: '已找回' }, added: { command: 0x65 }, hex: '65' },
  '8106': { params: { ids: [1, 132] }, hex: '020000000100000084', data: { parameters: { plateColour: 2 } } },
  '8107': { hex: '', data: { maker: 'FWSIM', model: 'FW-T1', hardware: 'V2.1' } },
  '8201': { hex: '', data: { lng: expect.any(Number), lat: expect.any(Number), speedKmh: expect.any(Number) } },
  '8202': { params: { interval: 10, validMinutes: 1 }, hex: '000a0000003c' },
  '8203': { params: { alarmBits: 1 }, hex: '000000000001' },
  '8204': { version: 2019, hex: '' },
  '8300': { params: { channels: [8], text: '慢' }, hex: '08c2fd' },
  '8301': { params: { action: 2, events: [{ eventId: 1, eventText: '堵车' }] }, hex: '02010104b6c2b3b5' },
  '8302': {
    params: { questionChannels: [1, 8], question: '到了吗', answers: [{ answerId: 3, answerText: '是' }] },
    hex: '0906b5bdc1cbc2f0030002cac7',
    data: { answerId: 3 },
  },
  '8303': { params: { action: 1, menu: [{ infoType: 5, infoName: '天气' }] }, hex: '0101050004ccecc6f8' },
  '8304': { params: { infoType: 5, text: '雨' }, hex: '050002d3ea' },
  '8400': { params: { kind: 1, phone: '13912345678' }, hex: `01${ascii('13912345678')}` },
  '8401': {
    params: { action: 1, contacts: [{ callDirection: 3, phone: '13912345678', contactName: '调度' }] },
    hex: `0101030b${ascii('13912345678')}04b5f7b6c8`,
  },
  '8500door': { params: { door: 1 }, added: { lockValue: 0 }, hex: '01', data: { statusBits: expect.any(Number) } },
  '8600': { params: { areas: [{ areaNo: 1, lng: 121.5, lat: 31.2, radius: 300 }] }, hex: `0101000000010000${LAT}${LNG}0000012c` },
  '8601': { params: { areaNos: [1] }, hex: '0100000001' },
  '8602': {
    params: { areas: [{ areaNo: 2, west: 121.5, south: 31.2, east: 121.6, north: 31.3 }] },
    hex: `0101000000020000${NORTH}${LNG}${LAT}${EAST}`,
  },
  '8603': { params: { areaNos: [] }, hex: '00' },
  '8604': {
    params: { area: { areaNo: 3, points: [corner(121.5, 31.2), corner(121.6, 31.2), corner(121.6, 31.3)] } },
    hex: `0000000300000003${LAT}${LNG}${LAT}${EAST}${NORTH}${EAST}`,
  },
  '8605': { params: { areaNos: [3, 4] }, hex: '020000000300000004' },
  '8606': {
    params: {
      area: {
        areaNo: 4,
        corners: [
          { ...corner(121.5, 31.2), width: 20 },
          { ...corner(121.6, 31.3), width: 30 },
        ],
      },
    },
    hex: `0000000400000002${'0000000100000001'}${LAT}${LNG}1400${'0000000200000002'}${NORTH}${EAST}1e00`,
  },
  '8607': { params: { areaNos: [4] }, hex: '0100000004' },
  '8608': { version: 2019, params: { kind: 1, areaNos: [7] }, hex: '010000000100000007', data: { kind: 1, areas: [] } },
  '8700': { params: { command: 0 }, hex: '00aa7500000000df', data: { command: 0, said: { standard: 2012, revision: 0 } } },
  '8701': { params: { command: 0xc3, pulsesPerKm: 3_600 }, hex: /^c3aa75c3000800\d{12}0e10[0-9a-f]{2}$/ },
  '8702': { hex: '', data: { action: 1, name: '王建国', certNo: 'Q00000001' } },
  '8801': {
    params: { channel: 2, command: 1, save: 1 },
    hex: '02000100000102057f40407f',
    data: { mediaIds: [expect.any(Number)] },
  },
  '8802': {
    params: { ...SEARCH, start: null, end: null },
    hex: `000000${'0'.repeat(24)}`,
    data: { count: 1, items: [{ kind: 0, channel: 2, event: 0, location: { lng: expect.any(Number) } }] },
  },
  '8803': { params: { ...SEARCH, start: FROM, end: TO, remove: 1 }, hex: '00000026031800000026031823595901' },
  '8804': { params: { recording: 1, seconds: 60, save: 1, samplingRate: 2 }, hex: '01003c0102' },
  '8805': { params: { mediaId: 1, remove: 0 }, hex: '0000000100' },
  '9003': { hex: '', data: { audioCodec: 6, sampleRate: 0, videoCodec: 98 } },
  '9201': {
    params: { server: '127.0.0.1', tcpPort: 9, udpPort: 0, channel: 1, ...YESTERDAY, ...RECORDED, mode: 0, speed: 0 },
    hex: new RegExp(`^09${ascii('127.0.0.1')}00090000010300000000\\d{24}$`),
    data: { count: expect.any(Number), items: expect.arrayContaining([expect.objectContaining({ channel: 1, streamType: 1 })]) },
  },
  '9202': { params: { channel: 1, control: 2, speed: 0, position: null }, hex: `010200${'0'.repeat(12)}` },
  '9205': {
    params: { channel: 0, ...YESTERDAY, videoAlarmBits: 0, alarmBits: 0, ...RECORDED },
    hex: /^00\d{24}0{16}030000$/,
    data: { items: expect.arrayContaining([expect.objectContaining({ channel: 4, startTime: expect.any(Number) })]) },
  },
  '9301': { params: { channel: 1, direction: 1, speed: 128 }, hex: '010180' },
  '9302': { params: { channel: 1, action: 0 }, hex: '0100' },
  '9303': { params: { channel: 1, action: 1 }, hex: '0101' },
  '9304': { params: { channel: 2, action: 1 }, hex: '0201' },
  '9305': { params: { channel: 2, action: 0 }, hex: '0200' },
  '9306': { params: { channel: 1, action: 1 }, hex: '0101' },
  '8900': { params: { dataKind: 0x41, dataFormat: 1, data: '雨' }, hex: '41d3ea' },
  '8900status': {
    params: { peripherals: [0x64, 0x66] },
    hex: 'f7026466',
    data: {
      peripherals: [
        { peripheral: 0x64, workState: 1, faultBits: 0 },
        { peripheral: 0x66, workState: 1, faultBits: 0 },
      ],
    },
  },
  '8900system': {
    params: { peripherals: [0x65] },
    hex: 'f80165',
    data: { peripherals: [{ peripheral: 0x65, company: 'FWSIM', product: 'FW-AS1', device: 'S000001', customer: '' }] },
  },
};
const rows = Object.entries(CASES).map(([code, row]) => ({
  code,
  row,
  command: terminalCommands[code as CommandCode],
  version: row.version ?? 2013,
}));
type Row = (typeof rows)[number];

/** Less than the time limit of any command. */
const STEP_MS = 5_000;
const DRIVER_CARD = 0x0702;
/** State of a command with an answer of its own. */
const ANSWERED = 6;
/** A driver or a peripheral answers later, whatever the terminal answered. */
const LATER_ANSWERS: ReadonlySet<number | null> = new Set([0x0302, 0x0900]);
/** Answers without the serial of a command: nothing shows that they belong to another. */
const WITHOUT_SERIAL: ReadonlySet<number | null> = new Set([0x0107, 0x0608, 0x1003, DRIVER_CARD]);

let db: Db;
let fixture: GatewayFixture;
let tap: Tap;
let clock = Date.now();
let lastPhone = 13_300_000_000;
const running: Terminal[] = [];

beforeAll(async () => {
  ({ db } = await testDatabase());
  fixture = await startGatewayFixture(db, {
    now: () => clock,
    // the clock outruns the sweeps: the database must not expire what the gateway still handles
    limits: {
      sweepEveryMs: 10,
      commandGraceMs: HOUR_MS,
      commandLateMs: HOUR_MS,
      idleMs: HOUR_MS,
      unknownMs: HOUR_MS,
      commandsPerTerminal: 100,
    },
  });
  tap = await startTap(fixture.port);
});
afterEach(() => {
  for (const terminal of running.splice(0)) terminal.stop();
});
afterAll(async () => {
  await tap.stop();
  await fixture.stop();
});

type Simulated = { readonly vehicleId: number; readonly terminal: Terminal; readonly timesOnline: () => number };

/** A terminal of a vehicle that is on the road with a driver. */
async function switchOn(version: Version, mode: Mode = MODES.good): Promise<Simulated> {
  const phone = String(++lastPhone);
  const vehicleId = await archive(db, phone, { authCode: 'secret' });
  const { codes } = forgetfulMemory();
  codes.set(phone, 'secret');
  let online = 0;
  const terminal = createTerminal({
    server: { host: '127.0.0.1', port: tap.port, transport: 'tcp' },
    member: {
      phone,
      version,
      plate: '京A1',
      plateColour: 2,
      terminalNo: 'S000001',
      maker: 'FWSIM',
      model: 'FW-T1',
      kind: 'taxi',
      seed: 4,
      homeCity: '武汉',
      drivers: [{ name: '王建国', certNo: 'Q00000001', idNo: '11010519491231002X' }],
    },
    vehicle: { ...createVehicle({ seed: 4, kind: 'taxi', home: '武汉' }), linkAt: () => 'up', movingAt: () => true },
    codes,
    movingS: 60,
    parkedS: 60,
    backoffMs: [10, 50],
    reactionMs: 10,
    mode,
    onEvent: ({ type }) => {
      if (type === 'online') online++;
    },
  });
  running.push(terminal);
  terminal.start();
  await eventually(() => expect(terminal.state()).toBe('online'));
  return { vehicleId, terminal, timesOnline: () => online };
}

/** Inserts commands like their module; returns their ids. */
async function send(vehicleId: number, sent: readonly Row[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { code, row, command } of sent) {
    const params = { ...commandParams(code as CommandCode).parse(row.params ?? {}), ...row.added };
    const inserted = await db.first<{ id: number }>(sql`
      insert into command (vehicle_id, cmd_code, message_id, params, answer_id, resends, limit_ms, created_at, expire_at)
      values (${vehicleId}, ${code}, ${command.messageId}, ${json(params)}, ${command.answerId}, ${command.resends},
        ${command.limitMs}, ${new Date(clock)}, ${new Date(clock + DAY_MS)}) returning id`);
    ids.push(inserted!.id);
  }
  fixture.bus.publish('command.queued', { vehicleIds: [vehicleId] });
  return ids;
}

type Outcome = { cmd_code: string; state: number; result_code: number | null; result_data: unknown; sends: number };
const outcomes = (ids: readonly number[]) =>
  db.query<Outcome>(
    sql`select cmd_code, state, result_code, result_data, sends from command where id = any(${[...ids]}) order by id`,
  );

it('the table has a case for each command', () => {
  const codes = Object.keys(terminalCommands).filter((code) => !ELSEWHERE.has(code));
  expect(Object.keys(CASES).sort()).toEqual(codes.sort());
});

describe('each command to a correct terminal', () => {
  // answers show what commands before them did
  const inOrder = (version: Version) => rows.filter((row) => row.version === version);

  it.each([2013, 2019] as const)('has the bytes of the standard and the stored result in %i', async (version) => {
    const { vehicleId, terminal, timesOnline } = await switchOn(version);
    for (const each of inOrder(version)) {
      const { code, row, command } = each;
      const before = tap.messages.length;
      const online = timesOnline();
      const [id] = await send(vehicleId, [each]);
      const state = row.data ? 6 : 2;
      await eventually(async () => {
        const [outcome] = await outcomes([id!]);
        expect(outcome, code).toMatchObject({ state, result_code: 0, sends: 1, ...(row.data ? { result_data: row.data } : {}) });
      });
      const sent = tap.messages.slice(before).filter((message) => message.id === command.messageId);
      expect(sent, code).toHaveLength(1);
      if (typeof row.hex === 'string') expect(sent[0]!.hex, code).toBe(row.hex);
      else expect(sent[0]!.hex, code).toMatch(row.hex);
      if (row.restarts) await eventually(() => expect([timesOnline() > online, terminal.state()]).toEqual([true, 'online']));
    }
  });

  it('locks doors with the configured lock value in 2019', async () => {
    const { vehicleId } = await switchOn(2019);
    const door = rows.find(({ code }) => code === '8500door')!;
    const sendDoor = async (door8500: object, hex: string, locked: boolean) => {
      const before = tap.messages.length;
      const [id] = await send(vehicleId, [{ ...door, row: { ...door.row, ...door8500 } as Case }]);
      await eventually(async () => {
        const [outcome] = await outcomes([id!]);
        expect(outcome).toMatchObject({ state: 6 });
        const { statusBits } = outcome!.result_data as { statusBits: number };
        expect((statusBits & LOCKED) !== 0).toBe(locked);
      });
      expect(tap.messages.slice(before)).toContainEqual({ id: 0x8500, hex });
    };
    await sendDoor({ params: { door: 1 }, added: { lockValue: 0 } }, '0001000100', true);
    await sendDoor({ params: { door: 0 }, added: { lockValue: 0 } }, '0001000101', false);
  });

  it('contains complete tables: deletions of lists, hex data, and event ids', async () => {
    const { vehicleId } = await switchOn(2013);
    const more: readonly [CommandCode, object, string][] = [
      ['8301', { action: 0, events: [] }, '00'],
      ['8301', { action: 4, events: [{ eventId: 9, eventText: '-' }] }, '040109'],
      ['8303', { action: 0, menu: [] }, '00'],
      ['8401', { action: 0, contacts: [] }, '00'],
      ['8202', { interval: 0, validMinutes: 1 }, '0000'],
      ['8900', { dataKind: 0xf7, dataFormat: 0, data: '0164' }, 'f70164'],
      ['8900status', {}, 'f70464656667'],
    ];
    for (const [code, params, hex] of more) {
      const before = tap.messages.length;
      const [id] = await send(vehicleId, [{ code, row: { params, hex }, command: terminalCommands[code], version: 2013 }]);
      await eventually(async () =>
        expect(await outcomes([id!])).toMatchObject([{ state: terminalCommands[code].answerId === null ? 2 : 6 }]),
      );
      expect(tap.messages.slice(before), code).toContainEqual({ id: terminalCommands[code].messageId, hex });
    }
  });
});

describe('each command to a faulty terminal', () => {
  /** The outcome of a command in a mode; null: the mode cannot be told from the right answer. */
  type Expected = (command: TerminalCommand, row: Case) => Partial<Outcome> | null;
  const right: Expected = (_, { data }) => ({ state: data ? 6 : 2, result_code: 0 });
  const timedOut: Expected = ({ resends }) => ({ state: 4, result_code: null, sends: resends + 1 });
  const unlessAnswered: Expected = (command, row) =>
    LATER_ANSWERS.has(command.answerId) ? right(command, row) : timedOut(command, row);
  const FAILURES: readonly (readonly [ModeName, Expected, Partial<Mode>?])[] = [
    ['refusing', () => ({ state: 3, result_code: 1, sends: 1 })],
    ['silent', timedOut],
    ['twice', (command, row) => ({ ...right(command, row), sends: 1 })],
    // an inserted card looks like the answer to 0x8702
    ['late', (command, row) => (command.answerId === DRIVER_CARD ? null : right(command, row)), { lateMs: 300 }],
    ['wrong', unlessAnswered],
    ['stray', (command, row) => (WITHOUT_SERIAL.has(command.answerId) ? null : unlessAnswered(command, row))],
  ];
  const acts = (mode: ModeName) => mode !== 'refusing' && mode !== 'silent';

  it.each(
    FAILURES.flatMap(([name, expected, change]) =>
      ([2013, 2019] as const).map((version) => ({ name, version, expected, change })),
    ),
  )('$name in $version', async ({ name, version, expected, change }) => {
    const { vehicleId } = await switchOn(version, { ...MODES[name], ...change });
    const sent = rows.filter(
      ({ row, command, ...each }) => each.version === version && !(row.restarts && acts(name)) && expected(command, row) !== null,
    );
    const before = tap.messages.length;
    const ids = await send(vehicleId, sent);
    const messageIds = new Set(sent.map(({ command }) => command.messageId));
    // their time limits begin when they are sent
    await eventually(() =>
      expect(tap.messages.slice(before).filter(({ id }) => messageIds.has(id)).length).toBeGreaterThanOrEqual(sent.length),
    );
    const wanted = sent.map(({ code, command, row }) => ({ cmd_code: code, ...expected(command, row) }));
    // the clock would outrun an answer that follows an acknowledgement
    if (name !== 'late')
      await eventually(async () => {
        const found = await outcomes(ids);
        for (const [i, each] of wanted.entries()) if (each.state === ANSWERED) expect(found[i]).toMatchObject(each);
      });
    await eventually(async () => {
      // each sweep times commands out, or sends them again
      clock += STEP_MS;
      expect(await outcomes(ids)).toMatchObject(wanted);
    });
    if (name === 'wrong') expect(fixture.gateway.badFrames()[0]).toMatchObject({ reason: 'body' });
  });
});
