import { openDatabase } from '../../../src/platform/db/database.ts';
import { startTestRunner } from './test-runner.ts';

// A process for tests that kill it: node batch-runner-process.ts <socket directory> <user> <database>
const [host, user, database] = process.argv.slice(2) as [string, string, string];
await startTestRunner(openDatabase({ connection: { host, user, database } }), 3);
process.on('disconnect', () => process.exit(1));
