import { Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from '../../../platform/db/database.ts';
import { EXPORT_QUERY_MS, MAX_CHUNKS_AHEAD, THREAD_CHUNK_BYTES, THREAD_PLACES } from '../model/limits.ts';
import { beginSnapshotRead, readChunks } from '../query/stream-rows.ts';
import { formatFileRows } from './file-rows.ts';
import { buildTableColumns, writeTableFile } from './table-file.ts';
import type { MessageFromThread, MessageToThread, ThreadFile } from './table-thread.ts';

/** Entry point of the worker thread that writes one table (table-thread.ts). */
const port = parentPort!;
const tell = (message: MessageFromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

/** Chunks that the main thread has not stored yet, and the callback that waits for room. */
let ahead = 0;
let room: (() => void) | undefined;
/** Pending geocoding requests by number. */
const pending = new Map<number, (names: readonly string[]) => void>();
let questions = 0;
let unasked: { readonly place: string; readonly named: (name: string) => void }[] = [];

port.on('message', (message: MessageToThread) => {
  if (message.kind === 'names') {
    pending.get(message.ask)?.(message.names);
    pending.delete(message.ask);
    return;
  }
  ahead--;
  const goOn = room;
  room = undefined;
  goOn?.();
});

/** The current chunk, and its fill level. */
let piece = new Uint8Array(THREAD_CHUNK_BYTES);
let filled = 0;

const stream = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + piece.length - filled);
      piece.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === piece.length) tellPiece();
    }
    if (ahead < MAX_CHUNKS_AHEAD) done();
    else room = done;
  },
  final: (done) => {
    if (filled > 0) tellPiece();
    done();
  },
});

function tellPiece(): void {
  const bytes = filled === piece.length ? piece : piece.slice(0, filled);
  tell({ kind: 'bytes', bytes }, [bytes.buffer]);
  ahead++;
  piece = new Uint8Array(THREAD_CHUNK_BYTES);
  filled = 0;
}

/** Requests addresses in batches. */
function nameOfPlace(place: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  if (unasked.length === 0) queueMicrotask(ask);
  unasked.push({ place, named: resolve });
  return promise;
}

function ask(): void {
  for (let at = 0; at < unasked.length; at += THREAD_PLACES) {
    const some = unasked.slice(at, at + THREAD_PLACES);
    questions++;
    pending.set(questions, (names) => {
      for (const [i, { named }] of some.entries()) named(names[i]!);
    });
    tell({ kind: 'places', ask: questions, places: some.map(({ place }) => place) });
  }
  unasked = [];
}

async function write(file: ThreadFile): Promise<void> {
  const { connection, snapshot, statement } = file;
  const client = openConnection(connection, EXPORT_QUERY_MS);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    tell({ kind: 'reading', pid: rows[0]!.pid });
    await beginSnapshotRead(client, snapshot);
    const progress = (count: number) => tell({ kind: 'progress', count });
    await writeTableFile(
      stream,
      file,
      formatFileRows(buildTableColumns(file, nameOfPlace), readChunks(client, statement), { progress }),
    );
    // all chunks are sent by now
    await new Promise((done) => stream.end(done));
  } finally {
    await client.end();
  }
  tell({ kind: 'done' });
  port.close();
}

await write(workerData as ThreadFile);
