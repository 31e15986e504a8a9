import { drawCamera } from './camera-picture.ts';
import { CELL_PIXELS, createH264Encoder, type EncodedFrame } from './h264-encoder.ts';

export const FRAME_RATE = 15;
const KEY_FRAME_S = 1;
export const KEY_FRAME_INTERVAL = KEY_FRAME_S * FRAME_RATE;
export const CLIP_FRAMES = 4 * FRAME_RATE;

export type StreamKind = 'main' | 'sub';

/** Sizes in pixels: CIF and QCIF. */
export const SIZES: Readonly<Record<StreamKind, { readonly width: number; readonly height: number }>> = {
  main: { width: 352, height: 288 },
  sub: { width: 176, height: 144 },
};

const clips = new Map<string, readonly EncodedFrame[]>();

/** The frames of a camera's clip, which repeats. It is encoded at first use, the same for each terminal. */
export function loadClip(channel: number, kind: StreamKind): readonly EncodedFrame[] {
  const key = `${kind} ${channel}`;
  const stored = clips.get(key);
  if (stored) return stored;
  const [width, height] = [SIZES[kind].width / CELL_PIXELS, SIZES[kind].height / CELL_PIXELS];
  const encoder = createH264Encoder(width, height);
  const clip = Array.from({ length: CLIP_FRAMES }, (_, frame) =>
    encoder.encode(
      drawCamera({ channel, frame, frames: CLIP_FRAMES, frameRate: FRAME_RATE }, width, height),
      frame % KEY_FRAME_INTERVAL === 0,
    ),
  );
  clips.set(key, clip);
  return clip;
}
