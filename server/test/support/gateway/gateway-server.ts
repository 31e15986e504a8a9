import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { startGatewayFixture } from './gateway-fixture.ts';

// A server process for tests that kill it: node test-server.ts <socket directory> <user> <database> [folder of firmware files].
// Sends its port to the parent.
const [host, user, database, folder = ''] = process.argv.slice(2) as [string, string, string, string?];
const fixture = await startGatewayFixture(openDatabase({ connection: { host, user, database } }), {
  limits: { sweepEveryMs: 10, firmwareLookMs: 10, firmwareWindow: 8 },
  firmware: { read: (file) => readFile(join(folder, file)), addressOf: () => null },
});
process.send!(fixture.port);
process.on('disconnect', () => process.exit(1));
