import { HOUR_MS } from '@fleetwarden/domain/durations';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type PrivateTestDatabase,
  privateTestDatabase,
  type TestDatabase,
  testDatabase,
} from '../../../test/support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, type TestTerminal } from '../../../test/support/gateway/terminal.ts';
import { createMemoryBus } from '../../platform/bus/memory-bus.ts';
import type { ServerEvents } from '../../platform/bus/server-events.ts';
import { json, sql } from '../../platform/db/database.ts';

const LIMIT_MS = 20_000;
const PHONE = '13411112222';

let database: TestDatabase;
let vehicleId: number;
let clock: number;
const fixtures: GatewayFixture[] = [];
const terminals: TestTerminal[] = [];
const bus = createMemoryBus<ServerEvents>(() => undefined);

async function begin(on: TestDatabase): Promise<void> {
  database = on;
  vehicleId = await archive(database.db, PHONE, { authCode: 'secret' });
  clock = Date.now();
}
afterEach(async () => {
  for (const terminal of terminals.splice(0)) terminal.end();
  for (const fixture of fixtures.splice(0)) await fixture.stop();
});

/** A node of the gateway; all share the database, the bus and the clock. */
const node = async (): Promise<GatewayFixture> => {
  const limits = { sweepEveryMs: 10, commandExpiryMs: 0, idleMs: HOUR_MS, unknownMs: HOUR_MS };
  const fixture = await startGatewayFixture(database.db, { bus, now: () => clock, limits });
  fixtures.push(fixture);
  return fixture;
};
const online = async (fixture: GatewayFixture): Promise<TestTerminal> => {
  const terminal = await connectTerminal(fixture.port, { phone: PHONE });
  terminals.push(terminal);
  expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
  return terminal;
};
const enter = async (): Promise<number> => {
  const row = await database.db.first<{ id: number }>(sql`
    insert into command (vehicle_id, cmd_code, message_id, params, resends, limit_ms, created_at, expire_at)
    values (${vehicleId}, '8300', ${0x8300}, ${json({ channels: [8], text: '慢' })}, 2, ${LIMIT_MS}, ${new Date(clock)},
            ${new Date(clock + HOUR_MS)}) returning id`);
  return row!.id;
};
const ask = async (): Promise<number> => {
  const id = await enter();
  bus.publish('command.queued', { vehicleIds: [vehicleId] });
  return id;
};
const text = (terminal: TestTerminal) => terminal.reply(({ type }) => type === 'sendText');
const answer = async (terminal: TestTerminal) =>
  terminal.send({ type: 'terminalAck', body: { serial: (await text(terminal)).serial, id: 0x8300, result: 0 } });
const row = (id: number) =>
  database.db.first<{ state: number; sends: number }>(sql`select state, sends from command where id = ${id}`);
const becomes = (id: number, wanted: object) => eventually(async () => expect(await row(id)).toMatchObject(wanted));

describe('with several nodes', () => {
  beforeEach(async () => begin(await testDatabase()));

  it('the node that holds the session sends the command, once', async () => {
    const [, holder] = [await node(), await node()];
    const terminal = await online(holder!);
    const id = await ask();
    await answer(terminal);
    await becomes(id, { state: 2, sends: 1 });
    expect(terminal.unread.filter(({ type }) => type === 'sendText')).toEqual([]);
  });

  it('the new node of the terminal sends the unanswered command; the result of the old node is ignored', async () => {
    const [first, second] = [await node(), await node()];
    // its connection there hangs without a close
    const before = await online(first);
    const id = await ask();
    await text(before);
    const after = await online(second);
    await answer(after);
    await becomes(id, { state: 2, sends: 2 });
    // the first node continues as usual, until it gives up
    for (let sends = 2; sends <= 3; sends++) {
      clock += LIMIT_MS;
      await text(before);
    }
    clock += LIMIT_MS;
    await eventually(async () => expect(await first.metrics()).toMatch(/gateway_commands_total\{state="4"\} 1/));
    expect(await row(id)).toMatchObject({ state: 2 });
  });
});

describe('while the database is unavailable', () => {
  let stopped: PrivateTestDatabase;
  beforeEach(async () => {
    stopped = await privateTestDatabase();
    await begin(stopped);
  });

  it('an answer is held, and written after recovery', async () => {
    const terminal = await online(await node());
    const id = await ask();
    const { serial } = await text(terminal);
    await stopped.stopDatabase();
    terminal.send({ type: 'terminalAck', body: { serial, id: 0x8300, result: 1 } });
    await eventually(async () => expect(await fixtures[0]!.metrics()).toMatch(/gateway_commands_total\{state="3"\} 1/));
    await stopped.startDatabase();
    await becomes(id, { state: 3, sends: 1 });
  });

  it('a command stored before the outage waits, and is sent after recovery', async () => {
    const terminal = await online(await node());
    const id = await enter();
    await stopped.stopDatabase();
    bus.publish('command.queued', { vehicleIds: [vehicleId] });
    await stopped.startDatabase();
    await answer(terminal);
    await becomes(id, { state: 2, sends: 1 });
  });
});
