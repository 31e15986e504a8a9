import type { Mode } from './modes.ts';
import { dice } from './random.ts';
import type { Wire } from './wire.ts';

/** Puts frames on a wire the way a mode does. */
export type Sender = { readonly send: (frames: readonly Uint8Array[]) => void; readonly stop: () => void };

export function createSender(wire: Wire, mode: Mode, seed: number): Sender {
  const d = dice('sender', seed);
  const waiting: Uint8Array[] = [];
  let timer: NodeJS.Timeout | undefined;
  let count = 0;

  const next = () => {
    const piece = waiting.shift();
    if (piece) wire.write(piece);
    timer = waiting.length > 0 ? setTimeout(next, mode.pauseMs) : undefined;
  };

  return {
    send: (frames) => {
      for (const frame of frames) {
        const pieces = mode.mangle ? mode.mangle(frame, count++, d) : [frame];
        if (mode.pauseMs === undefined) for (const piece of pieces) wire.write(piece);
        else waiting.push(...pieces);
      }
      if (waiting.length > 0 && timer === undefined) next();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      waiting.length = 0;
    },
  };
}
