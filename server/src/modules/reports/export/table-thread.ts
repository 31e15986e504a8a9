import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { THREAD_MEMORY } from '../model/limits.ts';
import type { SnapshotQuery } from '../query/stream-rows.ts';
import type { NamePlace } from './file-columns.ts';
import type { TableFile } from './table-file.ts';

/** What a thread is given to write. */
export type ThreadFile = TableFile & SnapshotQuery;
/** What it tells: that it is reading, by which process of the database; pieces of the file; rows so far; places it needs the names of. */
export type MessageFromThread =
  | { readonly kind: 'reading'; readonly pid: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly count: number }
  | { readonly kind: 'places'; readonly ask: number; readonly places: readonly string[] }
  | { readonly kind: 'done' };
/** What it is told: that a piece was taken, and names in the order of their places. */
export type MessageToThread =
  | { readonly kind: 'taken' }
  | { readonly kind: 'names'; readonly ask: number; readonly names: readonly string[] };

const PROGRAM = new URL('./table-thread-main.ts', import.meta.url);

/**
 * Has a thread read and write a table over a connection of its own: here its pieces are put into the stream, which is not ended. Rejects
 * with what failed there or here, and on `signal`, which ends the thread and its query.
 */
export async function writeInThread(
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
    readonly nameOfPlace: NamePlace;
    /** Ends what a process of the database is at. */
    readonly cancelQuery: (pid: number) => void;
  },
): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(PROGRAM, { workerData: file, execArgv: [], resourceLimits: THREAD_MEMORY });
  const ended = Promise.withResolvers<void>();
  let reading: number | undefined;
  const tell = (message: MessageToThread) => thread.postMessage(message);
  /** Pieces that are not stored yet: the thread goes no further ahead, so that none waits for another here. */
  let untaken = 0;
  let isWhole = false;
  const take = (bytes: Uint8Array): void => {
    untaken++;
    stream.write(bytes, (error) => {
      if (error) return ended.reject(stream.errored ?? error);
      untaken--;
      tell({ kind: 'taken' });
      if (isWhole && untaken === 0) ended.resolve();
    });
  };
  const answer = async (ask: number, places: readonly string[]): Promise<void> =>
    tell({ kind: 'names', ask, names: await Promise.all(places.map(nameOfPlace)) });
  const heard = (message: MessageFromThread): void => {
    switch (message.kind) {
      case 'reading':
        reading = message.pid;
        return;
      case 'bytes':
        take(message.bytes);
        return;
      case 'progress':
        progress(message.count);
        return;
      case 'places':
        answer(message.ask, message.places).catch(ended.reject);
        return;
      case 'done':
        isWhole = true;
        if (untaken === 0) ended.resolve();
    }
  };
  const abort = () => ended.reject(signal.reason);
  const broken = () => ended.reject(stream.errored ?? new Error('the stream was closed before all was written'));
  signal.addEventListener('abort', abort);
  stream.on('close', broken);
  thread.on('message', heard).on('error', ended.reject);
  thread.on('exit', (code) => {
    // its last pieces may still wait to be stored
    if (!isWhole) ended.reject(new Error(`the thread that wrote a table ended with ${code}`));
  });
  try {
    await ended.promise;
  } catch (error) {
    if (reading !== undefined) cancelQuery(reading);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    stream.off('close', broken);
    await thread.terminate();
  }
}
