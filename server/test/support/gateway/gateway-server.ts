import { openDatabase } from '../../../src/platform/db/database.ts';
import { startGatewayFixture } from './gateway-fixture.ts';

// A server process for tests that kill it: node test-server.ts <socket directory> <user> <database>. Sends its port to the parent.
const [host, user, database] = process.argv.slice(2) as [string, string, string];
const fixture = await startGatewayFixture(openDatabase({ connection: { host, user, database } }));
process.send!(fixture.port);
process.on('disconnect', () => process.exit(1));
