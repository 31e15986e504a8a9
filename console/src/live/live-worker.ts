import { type LiveSession, type MapView, openSession } from './live-session.ts';
import { listTransferables } from './vehicle-batch.ts';

/** Requests from the page to the live worker. */
export type WorkerRequest =
  | {
      readonly kind: 'open';
      readonly origin: string;
      readonly prefix: string;
      readonly delayMs: number;
      readonly positions: boolean;
      readonly alarms: boolean;
    }
  | { readonly kind: 'view'; readonly view: MapView | null }
  | { readonly kind: 'paused'; readonly paused: boolean }
  | { readonly kind: 'probe' }
  | { readonly kind: 'recycle'; readonly buffer: ArrayBuffer }
  | { readonly kind: 'close' };

let session: LiveSession | null = null;

self.onmessage = ({ data: request }: MessageEvent<WorkerRequest>) => {
  if (request.kind === 'open') {
    session = openSession({
      ...request,
      emit: (event) => self.postMessage(event, { transfer: 'batch' in event ? listTransferables(event.batch) : [] }),
    });
  } else if (request.kind === 'view') session?.setView(request.view);
  else if (request.kind === 'paused') session?.setPaused(request.paused);
  else if (request.kind === 'probe') session?.probe();
  else if (request.kind === 'recycle') session?.recycle(request.buffer);
  else {
    session?.close();
    self.close();
  }
};
