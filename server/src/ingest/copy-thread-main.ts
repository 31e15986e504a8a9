import { parentPort, workerData } from 'node:worker_threads';
import type { Client } from 'pg';
import { type DatabaseOptions, openConnection } from '../platform/db/database.ts';
import type { MessageFromThread, MessageToThread } from './copy-thread.ts';
import { copy, isTimeTaken, POSITIONS, STAGING } from './position-copy.ts';

/** Entry point of the worker thread that stores positions (copy-thread.ts). */
const port = parentPort!;
let client: Client | undefined;

function drop(broken: Client): void {
  if (client === broken) client = undefined;
  broken.end().catch(() => undefined);
}

async function connect(): Promise<Client> {
  const opened = openConnection(workerData as DatabaseOptions['connection']);
  opened.on('error', () => drop(opened));
  try {
    await opened.connect();
    await opened.query(STAGING);
  } catch (error) {
    drop(opened);
    throw error;
  }
  return opened;
}

async function store(bytes: Uint8Array): Promise<MessageFromThread> {
  try {
    client ??= await connect();
    await copy(client, POSITIONS, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return {};
  } catch (error) {
    // the data of a copy that failed within it may still be on its way
    if (client && !isTimeTaken(error)) drop(client);
    const { message, code } = error as Error & { code?: string };
    return { fault: { message, code } };
  }
}

port.on('message', ({ bytes }: MessageToThread) => {
  void store(bytes).then((answer) => port.postMessage(answer));
});
