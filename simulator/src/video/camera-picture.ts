import { draw } from '../random.ts';
import { dotsOf, measureText } from './dot-font.ts';
import type { CellPicture } from './h264-encoder.ts';

/** A moment of a camera: which one, and how far its clip is. */
export type Moment = {
  readonly channel: number;
  readonly frame: number;
  readonly frames: number;
  readonly frameRate: number;
};

/** Width in dots that a line of text needs. */
const TEXT_DOTS = 40;

const [WHITE, BLACK, SKY, ROAD, VERGE] = [235, 16, 150, 70, 105] as const;
const [MID_GREY, TINT] = [128, 44] as const;
/** Channels have hues of a circle with so many places. */
const HUES = 6;
/** Length of the road's pattern in depth units; a clip drives it a whole number of times. */
const PATTERN = 24;

/**
 * Draws what a camera of a moving vehicle sees: a road under a sky in the channel's tint, its number with the seconds of the clip, and
 * a bar of the time that has passed. Pure.
 */
export function drawCamera(moment: Moment, width: number, height: number): CellPicture {
  const { channel, frame, frames, frameRate } = moment;
  const luma = new Uint8Array(width * height);
  const driven = (frame / frames) * PATTERN;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) luma[y * width + x] = shade(x / width, y / height, driven);

  const fill = (x0: number, y0: number, w: number, h: number, value: number) => {
    for (let y = y0; y < y0 + h; y++) luma.fill(value, y * width + x0, y * width + x0 + w);
  };
  const dot = Math.max(1, Math.floor(width / TEXT_DOTS));
  const text = `CH${channel} ${(frame / frameRate).toFixed(2)}`;
  const size = measureText(text);
  fill(0, 0, size.width * dot, size.height * dot, BLACK);
  for (const [x, y] of dotsOf(text)) fill(x * dot, y * dot, dot, dot, WHITE);
  fill(0, height - 2 * dot, width, 2 * dot, BLACK);
  fill(0, height - 2 * dot, Math.round(((frame + 1) / frames) * width), 2 * dot, WHITE);

  const angle = (2 * Math.PI * channel) / HUES;
  const tinted = (component: number) => new Uint8Array((width * height) / 4).fill(Math.round(MID_GREY + TINT * component));
  return { width, height, luma, cb: tinted(Math.cos(angle)), cr: tinted(Math.sin(angle)) };
}

/** Grey level at a place of the picture, 0..1 each, after `driven` units of depth. */
function shade(x: number, y: number, driven: number): number {
  const HORIZON = 0.4;
  if (y <= HORIZON) return SKY + Math.round((HORIZON - y) * 100);
  const below = (y - HORIZON) / (1 - HORIZON);
  const depth = (((4 / (below + 0.1) + driven) % PATTERN) + PATTERN) % PATTERN;
  const aside = Math.abs(x - 0.5) / (0.06 + 0.5 * below);
  // a dashed line in the middle, and grass beside the road
  if (aside < 0.06) return depth % 4 < 2 ? WHITE : ROAD;
  if (aside < 0.8) return ROAD;
  if (aside < 0.88) return WHITE;
  return VERGE + Math.floor(draw('verge', Math.floor(aside * 6), Math.floor(depth * 2)) * 40);
}
