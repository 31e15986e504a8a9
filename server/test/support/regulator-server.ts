import type { VehicleLive } from '@fleetwarden/domain/vehicle-live';
import { createMemoryBus } from '../../src/platform/bus/memory-bus.ts';
import type { ServerEvents } from '../../src/platform/bus/server-events.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { createFieldEncryption } from '../../src/platform/resources/field-encryption.ts';
import { createRegulator } from '../../src/regulator/regulator.ts';

// A process with links for tests that kill it: node test-server.ts <socket directory> <user> <database> <secret key>. The test sends
// messages which vehicle has new positions.
const [host, user, database, secretKey] = process.argv.slice(2) as [string, string, string, string];
const bus = createMemoryBus<ServerEvents>(() => undefined);
const regulator = createRegulator({
  db: openDatabase({ connection: { host, user, database } }),
  bus,
  log: createLog('silent'),
  host: '127.0.0.1',
  port: 0,
  upperPort: 0,
  encryption: createFieldEncryption(secretKey),
  terminals: { ask: async () => null, file: async () => null },
  words: { kind: String, deal: String },
  planned: { kinds: () => [], wants: () => false },
  ingest: { accept: () => undefined, full: false, onResume: () => () => undefined },
  mayReach: (address) => address === '127.0.0.1',
  limits: { pumpMs: 20, confirmMs: 50, trafficMs: 20 },
});
await regulator.start();
process.on('message', (vehicleId: number) => bus.publish('vehicles.updated', [{ vehicleId } as VehicleLive]));
process.on('disconnect', () => process.exit(1));
process.send!('ready');
