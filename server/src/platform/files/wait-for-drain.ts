import type { Writable } from 'node:stream';

/** Waits for backpressure to end. Rejects when the stream fails or closes first. */
export function waitForDrain(stream: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown) => {
      stream.off('drain', onDrain).off('error', settle).off('close', onClose);
      if (error === undefined) resolve();
      else reject(error);
    };
    const onDrain = () => settle();
    const onClose = () => settle(stream.errored ?? new Error('the stream was closed before all was written'));
    if (stream.destroyed) return onClose();
    if (!stream.writableNeedDrain) return resolve();
    stream.on('drain', onDrain).on('error', settle).on('close', onClose);
  });
}
