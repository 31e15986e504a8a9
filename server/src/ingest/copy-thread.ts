import { Worker } from 'node:worker_threads';
import type { DatabaseOptions } from '../platform/db/database.ts';

/** The COPY data of one transaction. */
export type MessageToThread = { readonly bytes: Uint8Array };
/** `fault`: nothing is stored, unless the answer to a commit was lost. `code`: the SQLSTATE or the code of the system. */
export type MessageFromThread = { readonly fault?: { readonly message: string; readonly code: string | undefined } };

/** Stores positions through its own connection, one transaction at a time. It starts with the first one, and again after it broke. */
export type CopyThread = {
  /** Commits COPY data. Rejects with the database error. */
  store(bytes: Uint8Array): Promise<void>;
  close(): void;
};

const PROGRAM = new URL('./copy-thread-main.ts', import.meta.url);

/**
 * A large COPY exceeds the buffer of a socket many times, and each refill waits for a turn of the event loop, in which thousands of
 * terminals may be read. The thread has an event loop of its own.
 */
export function createCopyThread(connection: DatabaseOptions['connection']): CopyThread {
  let thread: Worker | undefined;
  let waiting: PromiseWithResolvers<void> | undefined;

  const settle = (fault: Error | null) => {
    const settled = waiting;
    waiting = undefined;
    if (fault) settled?.reject(fault);
    else settled?.resolve();
  };
  const start = (): Worker => {
    const started = new Worker(PROGRAM, { workerData: connection, execArgv: [] });
    const end = (fault: Error) => {
      if (thread !== started) return;
      thread = undefined;
      settle(fault);
    };
    started.on('message', ({ fault }: MessageFromThread) => {
      if (thread === started) settle(fault ? Object.assign(new Error(fault.message), { code: fault.code }) : null);
    });
    started.on('error', end);
    started.on('exit', (code) => end(new Error(`the thread that stores positions ended with ${code}`)));
    started.unref();
    return started;
  };

  return {
    store: (bytes) => {
      thread ??= start();
      waiting = Promise.withResolvers<void>();
      // a copy: the caller's buffer is used again
      const own = new Uint8Array(bytes);
      thread.postMessage({ bytes: own } satisfies MessageToThread, [own.buffer]);
      return waiting.promise;
    },
    close: () => {
      const closed = thread;
      thread = undefined;
      settle(new Error('the thread that stores positions is closed'));
      void closed?.terminate();
    },
  };
}
