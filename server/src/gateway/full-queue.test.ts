import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/support/db/test-database.ts';
import { archive, eventually, type GatewayFixture, startGatewayFixture } from '../../test/support/gateway/gateway-fixture.ts';
import { connectTerminal, locationBody, wholeSecond } from '../../test/support/gateway/terminal.ts';
import type { Db } from '../platform/db/database.ts';

const PHONES = ['13700000071', '13700000072', '13700000073'] as const;
const ROUNDS = 3;
/** Until the kernel has what was sent. */
const ARRIVAL_MS = 50;

let db: Db;
let fixture: GatewayFixture;
/** The vehicles whose locations were accepted. */
const accepted: number[] = [];
/** Takes one message, and is full again. */
const gate = { full: false, listeners: new Set<() => void>() };
const open = () => {
  gate.full = false;
  for (const listener of gate.listeners) listener();
};

beforeAll(async () => {
  ({ db } = await testDatabase());
  fixture = await startGatewayFixture(db, {
    wrapIngest: (ingest) => ({
      ...ingest,
      get full() {
        return gate.full;
      },
      get queued() {
        return ingest.queued;
      },
      accept: (reports, receipt, clock) => {
        accepted.push(reports[0]!.vehicleId);
        gate.full = true;
        ingest.accept(reports, receipt, clock);
      },
      onResume: (listener) => {
        gate.listeners.add(listener);
        return () => gate.listeners.delete(listener);
      },
    }),
  });
});
afterAll(() => fixture.stop());

it('a queue that is always full accepts from all terminals in turn, not repeatedly from the oldest connection', async () => {
  const terminals = new Map<number, Awaited<ReturnType<typeof connectTerminal>>>();
  for (const phone of PHONES) {
    const vehicleId = await archive(db, phone, { authCode: 'secret' });
    const terminal = await connectTerminal(fixture.port, { phone });
    expect(await terminal.ask({ type: 'authenticate', body: { code: 'secret' } })).toBe(0);
    terminals.set(vehicleId, terminal);
  }
  const at = wholeSecond() - 60_000;
  let sent = 0;
  const send = async (vehicleId: number) => {
    terminals.get(vehicleId)!.send({ id: 0x0200, body: locationBody(at + sent++ * 1000) });
    await sleep(ARRIVAL_MS);
  };
  const [first] = [...terminals.keys()] as [number];
  await send(first);
  await eventually(() => expect(accepted).toEqual([first]));
  for (const vehicleId of terminals.keys()) await send(vehicleId);
  for (let i = 0; i < ROUNDS * PHONES.length; i++) {
    open();
    await eventually(() => expect(accepted).toHaveLength(i + 2));
    await send(accepted.at(-1)!);
  }
  for (const vehicleId of terminals.keys()) expect(accepted.slice(1).filter((id) => id === vehicleId)).toHaveLength(ROUNDS);
  gate.full = false;
  for (const terminal of terminals.values()) terminal.end();
});
