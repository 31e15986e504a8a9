import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { COMMAND_LIMIT_MS } from '@fleetwarden/contract/commands/terminal-commands';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/platform/db/database.ts';
import { eventually } from '../support/gateway/gateway-fixture.ts';
import { type Radio, startRadio, type Vehicle } from '../support/radio.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

/** Every final state of a command, produced by the simulator program over real sockets. */
const PROGRAM = join(import.meta.dirname, '../../../simulator/src/main.ts');
const RIGHTS = ['2', '20104', '20201', '20202', '20203', '20206', '20309', '20310', '20311'];

let server: TestServer;
let radio: Radio;
let department: number;
let token: string;
let plates = 20_000;
const running: ChildProcess[] = [];

beforeAll(async () => {
  server = await startTestServer();
  radio = await startRadio(server);
  department = await server.department('Head office');
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  await server.account('sender', department, RIGHTS);
  token = await server.signIn('sender');
});
afterAll(async () => {
  await Promise.all(running.map(switchOff));
  await radio.stop();
  await server.stop();
});

type Parked = Vehicle & { readonly plate: string };
async function parked(version: Vehicle['version'] = 2019): Promise<Parked> {
  const plate = `京A${++plates}`;
  const vehicle = await radio.vehicle(plate, department, version);
  // no terminal has registered yet
  await server.db.run(sql`update terminal set auth_code = null, registered_at = null where phone = ${vehicle.phone}`);
  server.bus.publish('fleet.changed', { vehicleIds: [vehicle.id] });
  return { ...vehicle, plate };
}

/** Its terminal, in a process of its own. */
function switchOn({ phone, version, plate }: Parked, mode = 'good'): ChildProcess {
  const program = [PROGRAM, '--port', String(radio.fixture.port), '--fleet', '-', '--mode', mode, '--steady', '--report', '0'];
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'ignore', 'inherit'] });
  running.push(child);
  const terminal = { phone, version, plate, plateColour: 2, kind: 'taxi', seed: 4, homeCity: '武汉' };
  child.stdin.write(`${JSON.stringify([{ ...terminal, terminalNo: 'S000001', maker: 'FWSIM', model: 'FW-T1' }])}\n`);
  return child;
}
async function switchOff(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

const call = async (path: string, data: object) => (await server.call('POST', path, data, { authorization: token })).body;
const send = (cmdCode: string, { id }: Vehicle, params: object = {}, queueOffline = false) =>
  call('terminal/sendCommand', { cmdCode, targIds: [String(id)], params, queueOffline });
/** Sends a command to a connected terminal; returns its number. */
const sent = async (cmdCode: string, vehicle: Vehicle, params: object = {}): Promise<string> => {
  const { code, data } = await send(cmdCode, vehicle, params);
  expect(code).toBe('0');
  return data.list[0].seqId;
};
const becomes = (seqId: string, wanted: object) =>
  eventually(async () => expect((await call('terminal/listCommand', { seqIds: [seqId] })).data.list).toMatchObject([wanted]));
/** Waits until its terminal is connected and has acknowledged its first text. */
const isOnline = async (vehicle: Vehicle) => {
  let seqId = '';
  await eventually(async () => {
    seqId = await sent('8300', vehicle, text);
  });
  await becomes(seqId, { state: 2, resultCode: 0 });
};

const text = { channels: [8], text: '请减速' };
const circle = { areaNo: 7, lng: 114.3, lat: 30.6, radius: 300 };

describe('a simulated terminal', () => {
  it('rejects immediate commands while it is off, and receives queueable ones when it is on', async () => {
    const vehicle = await parked();
    expect((await send('8801', vehicle)).code).toBe('4020');
    const { data } = await send('8300', vehicle, text, true);
    expect(data.list).toMatchObject([{ state: 0, resultCode: null }]);
    const child = switchOn(vehicle);
    await becomes(data.list[0].seqId, { state: 2, resultCode: 0, sends: 1 });
    await switchOff(child);
    await eventually(async () => expect((await send('8801', vehicle)).code).toBe('4020'));
  });

  it.each([2011, 2013, 2019] as const)('of %i executes commands and answers queries', async (version) => {
    const vehicle = await parked(version);
    switchOn(vehicle);
    await isOnline(vehicle);
    await becomes(await sent('8202', vehicle, { interval: 5, validMinutes: 1 }), { state: 2, resultCode: 0 });
    await becomes(await sent('8400', vehicle, { phone: '13912345678' }), { state: 2, resultCode: 0 });
    await becomes(await sent('8600', vehicle, { areas: [circle] }), { state: 2, resultCode: 0 });
    await becomes(await sent('8601', vehicle, { areaNos: [] }), { state: 2, resultCode: 0 });
    await becomes(await sent('8201', vehicle), { state: 6, resultCode: 0, resultData: { lat: expect.any(Number) } });
    const photos = await sent('8801', vehicle, { command: 2 });
    if (version !== 2011) return becomes(photos, { state: 6, resultCode: 0, resultData: { mediaIds: [1, 2] } });
    // it has no 0x0805: the general answer is its only one
    await becomes(photos, { state: 1 });
    // it uploads photos after its general answer
    await eventually(async () =>
      expect(await server.db.query(sql`select from media where vehicle_id = ${vehicle.id}`)).not.toEqual([]),
    );
    server.clock.now += COMMAND_LIMIT_MS;
    await becomes(photos, { state: 2, resultCode: 0, resultData: null });
  });

  it('rejects impossible commands, and ignores some in stubborn mode: refused, sent, timed out', async () => {
    const vehicle = await parked();
    const child = switchOn(vehicle, 'stubborn');
    // it answers every other command, refuses one in four and is silent at the last of them
    await isOnline(vehicle);
    await becomes(await sent('8801', vehicle), { state: 3, resultCode: 1 });
    await becomes(await sent('8201', vehicle), { state: 6, resultCode: 0 });
    const silent = await sent('8801', vehicle);
    await becomes(silent, { state: 1, resultCode: null, sends: 1 });
    server.clock.now += COMMAND_LIMIT_MS;
    await becomes(silent, { state: 4, resultCode: null, sends: 1 });
    await switchOff(child);
  });
});
