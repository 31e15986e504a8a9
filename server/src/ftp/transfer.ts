import type { Socket } from 'node:net';
import type { FtpLimits } from './limits.ts';
import { type FtpAccount, openUpload, UploadRefused, type UploadStart } from './upload-folder.ts';

/** How a transfer ended. A client ends a file by closing its data connection: a cut may look the same. */
export type TransferEnd = 'complete' | 'interrupted' | UploadRefused;

export type Transfer = {
  readonly path: string;
  /** Ends it as interrupted. */
  abort(): void;
  /** After the file was closed. */
  readonly ended: Promise<TransferEnd>;
};

/** Receives a file. `onBytes`: bytes of all files of the account. Rejections of `ended` are errors of this machine. */
export function receiveFile(options: {
  readonly account: FtpAccount;
  readonly path: string;
  readonly start: UploadStart;
  readonly accept: () => Promise<Socket>;
  readonly limits: FtpLimits;
  /** The file is open and waits for its data. */
  readonly onOpen: () => void;
  readonly onBytes: (total: number) => void;
}): Transfer {
  const { account, path, start, limits } = options;
  let isAborted = false;
  let socket: Socket | undefined;

  const run = async (): Promise<TransferEnd> => {
    const file = await openUpload(account, path, start, limits);
    try {
      options.onOpen();
      socket = await options.accept().catch(() => undefined);
      if (!socket || isAborted) return 'interrupted';
      socket.setTimeout(limits.dataIdleMs, () => socket?.destroy(new Error('no data')));
      for await (const chunk of socket) {
        await file.write(chunk as Buffer);
        options.onBytes(file.total);
      }
      return isAborted ? 'interrupted' : 'complete';
    } catch (error) {
      if (error instanceof UploadRefused) return error;
      if (socket?.errored ?? isAborted) return 'interrupted';
      throw error;
    } finally {
      socket?.destroy();
      await file.close();
    }
  };

  return {
    path,
    abort: () => {
      isAborted = true;
      socket?.destroy();
    },
    ended: run().catch((error: unknown) => {
      if (error instanceof UploadRefused) return error;
      throw error;
    }),
  };
}
