import type { Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { THREAD_MEMORY } from '../model/limits.ts';
import type { SnapshotQuery } from '../query/stream-rows.ts';
import type { NamePlace } from './file-columns.ts';
import type { TableFile } from './table-file.ts';

/** Work of a thread. */
export type ThreadFile = TableFile & SnapshotQuery;
/**
 * `reading`: the pid of the database process; `bytes`: a chunk of the file; `progress`: rows so far; `places`: addresses to look
 * up.
 */
export type MessageFromThread =
  | { readonly kind: 'reading'; readonly pid: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'progress'; readonly count: number }
  | { readonly kind: 'places'; readonly ask: number; readonly places: readonly string[] }
  | { readonly kind: 'done' };
/** `taken`: a chunk was stored; `names`: addresses in the order of their places. */
export type MessageToThread =
  | { readonly kind: 'taken' }
  | { readonly kind: 'names'; readonly ask: number; readonly names: readonly string[] };

const PROGRAM = new URL('./table-thread-main.ts', import.meta.url);

/**
 * Reads and writes a table in a worker thread with its own connection, and pipes its chunks into the stream without ending it.
 * Rejects on any error, and on `signal`, which cancels thread and query.
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
    /** Cancels the query of a database process. */
    readonly cancelQuery: (pid: number) => void;
  },
): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(PROGRAM, { workerData: file, execArgv: [], resourceLimits: THREAD_MEMORY });
  const ended = Promise.withResolvers<void>();
  let reading: number | undefined;
  const tell = (message: MessageToThread) => thread.postMessage(message);
  /** Chunks that are not stored yet, for backpressure. */
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
    tell({ kind: 'names', ask, names: await Promise.all(places.map((place) => nameOfPlace(place, file.language))) });
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
    // the last chunks may still wait to be stored
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
