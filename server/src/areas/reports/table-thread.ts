import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { drained } from '../../platform/files/drained.ts';
import type { RowsElsewhere } from './every-row.ts';
import type { PlaceNamer } from './file-columns.ts';
import { THREAD_MEMORY } from './limits.ts';
import type { TableFile } from './table-file.ts';

/** What a thread is given to write. */
export type ThreadFile = TableFile & RowsElsewhere;
/** What it tells: that it is reading, by which process of the database; pieces of the file; rows so far; places it needs the names of. */
export type FromThread =
  | { readonly kind: 'reading'; readonly pid: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly count: number }
  | { readonly kind: 'places'; readonly ask: number; readonly places: readonly string[] }
  | { readonly kind: 'done' };
/** What it is told: that a piece was taken, and names in the order of their places. */
export type ToThread =
  | { readonly kind: 'taken' }
  | { readonly kind: 'names'; readonly ask: number; readonly names: readonly string[] };

const PROGRAM = new URL('./table-thread-main.ts', import.meta.url);

/**
 * Has a thread read and write a table over a connection of its own: here its pieces are put into the stream, which is not ended. Rejects
 * with what failed there or here, and on `signal`, which ends the thread and its query.
 */
export async function writeByThread(
  stream: Writable,
  file: ThreadFile,
  {
    signal,
    progress,
    nameOfPlace,
    cancelQuery,
  }: {
    readonly signal: AbortSignal;
    readonly progress: (count: number) => void;
    readonly nameOfPlace: PlaceNamer;
    /** Ends what a process of the database is at. */
    readonly cancelQuery: (pid: number) => void;
  },
): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(PROGRAM, { workerData: file, execArgv: [], resourceLimits: THREAD_MEMORY });
  const ended = Promise.withResolvers<void>();
  let reading: number | undefined;
  const tell = (message: ToThread) => thread.postMessage(message);
  let pieces = Promise.resolve();
  const take = async (bytes: Uint8Array): Promise<void> => {
    if (!stream.write(bytes)) await drained(stream);
    tell({ kind: 'taken' });
  };
  const answer = async (ask: number, places: readonly string[]): Promise<void> =>
    tell({ kind: 'names', ask, names: await Promise.all(places.map(nameOfPlace)) });
  const heard = (message: FromThread): void => {
    switch (message.kind) {
      case 'reading':
        reading = message.pid;
        return;
      case 'bytes':
        pieces = pieces.then(() => take(message.bytes));
        pieces.catch(ended.reject);
        return;
      case 'progress':
        progress(message.count);
        return;
      case 'places':
        answer(message.ask, message.places).catch(ended.reject);
        return;
      case 'done':
        pieces.then(ended.resolve, ended.reject);
    }
  };
  const abort = () => ended.reject(signal.reason);
  signal.addEventListener('abort', abort);
  thread.on('message', heard).on('error', ended.reject);
  thread.on('exit', (code) => ended.reject(new Error(`the thread that wrote a table ended with ${code}`)));
  try {
    await ended.promise;
  } catch (error) {
    if (reading !== undefined) cancelQuery(reading);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    await thread.terminate();
  }
}
