import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { Version } from '@fleetwarden/protocol/jt808';
import type { GatewayLimits } from '../../src/gateway/limits.ts';
import { sql } from '../../src/platform/db/database.ts';
import { type GatewayFixture, startGatewayFixture } from './gateway/gateway-fixture.ts';
import { connectTerminal, type Reply, type TestTerminal } from './gateway/terminal.ts';
import { addVehicle } from './test-fleet.ts';
import type { TestServer } from './test-server.ts';

/** For tests: a gateway on a test server's database, bus and clock, and terminals that speak to it. */
export type Radio = {
  readonly fixture: GatewayFixture;
  /** A vehicle with a terminal that may sign in. */
  vehicle(plate: string, departmentId: number, version?: Version): Promise<Vehicle>;
  /** Its terminal, signed in. */
  online(vehicle: Vehicle): Promise<TestTerminal>;
  stop(): Promise<void>;
};
export type Vehicle = { readonly id: number; readonly phone: string; readonly version: Version };

export async function startRadio(
  server: TestServer,
  limits: Partial<GatewayLimits> = {},
  open?: (sealed: string) => string,
): Promise<Radio> {
  const fixture = await startGatewayFixture(server.db, {
    bus: server.bus,
    mediaFiles: server.mediaFiles,
    firmware: server.firmware,
    now: () => server.clock.now,
    ...(open && { open }),
    limits: { sweepEveryMs: 10, commandExpiryMs: 0, idleMs: HOUR_MS, unknownMs: HOUR_MS, ...limits },
  });
  const terminals: TestTerminal[] = [];
  let lastPhone = 13_900_000_000;
  return {
    fixture,
    vehicle: async (plate, departmentId, version = 2013) => {
      const phone = String(++lastPhone);
      const id = await addVehicle(server, { plate, departmentId, phone });
      await server.db.run(sql`
        update terminal set auth_code = 'secret', terminal_no = null, registered_at = now(), protocol_version = ${version}
        where phone = ${phone}`);
      server.bus.publish('fleet.changed', { vehicleIds: [id] });
      return { id, phone, version };
    },
    online: async ({ phone, version }) => {
      const terminal = await connectTerminal(fixture.port, { phone, version });
      terminals.push(terminal);
      const result = await terminal.ask({ type: 'authenticate', body: { code: 'secret' } });
      if (result !== 0) throw new Error(`terminal ${phone} was not let in: ${result}`);
      return terminal;
    },
    stop: async () => {
      for (const terminal of terminals) terminal.end();
      await fixture.stop();
    },
  };
}

/** Answers a command with the general answer. */
export const answer = (terminal: TestTerminal, { serial, id }: Pick<Reply, 'serial' | 'id'>, result = 0): number =>
  terminal.send({ type: 'terminalAck', body: { serial, id, result } });
