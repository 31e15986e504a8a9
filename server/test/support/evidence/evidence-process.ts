import { pino } from 'pino';
import { createEvidenceServer } from '../../../src/evidence/evidence-server.ts';
import { createDesk } from '../../../src/modules/evidence/desk.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { createFolderStore } from '../../../src/platform/files/file-store.ts';
import { createMetrics } from '../../../src/platform/observe/metrics.ts';

// A server process for tests that kill it: node evidence-process.ts <socket directory> <user> <database> <folder of files>.
// Sends its port to the parent.
const [host, user, database, folder] = process.argv.slice(2) as [string, string, string, string];
const db = openDatabase({ connection: { host, user, database } });
const desk = createDesk({
  db,
  files: createFolderStore(folder),
  remux: async () => undefined,
  onChanged: () => undefined,
  now: Date.now,
});
await desk.recover();
const server = createEvidenceServer({ log: pino({ level: 'silent' }), metrics: createMetrics(), desk });
process.send!(await server.start({ host: '127.0.0.1', port: 0 }));
process.on('disconnect', () => process.exit(1));
