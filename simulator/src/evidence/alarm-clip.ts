import { CELL_PIXELS, type CellPicture, createH264Encoder, type EncodedFrame } from '../video/h264-encoder.ts';
import { PALETTE, type Picture, paint, write } from './canvas.ts';
import { writeMp4 } from './mp4-file.ts';
import type { Scene } from './scenes.ts';

const FRAME_RATE = 12;
const FRAMES = 5 * FRAME_RATE;
const KEY_FRAME_INTERVAL = FRAME_RATE;
/** The event begins here. */
const EVENT_FROM = 2 * FRAME_RATE;
const [WIDTH, HEIGHT] = [352, 288];
/** Dashes of the road passed in a second. */
const DASHES_A_SECOND = 1.5;

/** ITU-R BT.601. */
const YCBCR = PALETTE.map(([r, g, b]) => ({
  luma: Math.round(16 + 0.257 * r + 0.504 * g + 0.098 * b),
  cb: Math.round(128 - 0.148 * r - 0.291 * g + 0.439 * b),
  cr: Math.round(128 + 0.439 * r - 0.368 * g - 0.071 * b),
}));

const clips = new Map<string, readonly EncodedFrame[]>();

/** Five seconds of a scene, in which the event begins. It is encoded at first use, the same for each terminal. */
function loadFrames(name: string, { background, event }: Scene): readonly EncodedFrame[] {
  const stored = clips.get(name);
  if (stored) return stored;
  const [width, height] = [WIDTH / CELL_PIXELS, HEIGHT / CELL_PIXELS];
  const encoder = createH264Encoder(width, height);
  const frames = Array.from({ length: FRAMES }, (_, frame) => {
    const driven = (frame / FRAME_RATE) * DASHES_A_SECOND;
    const picture = paint(width, height, [...background(driven), ...(frame < EVENT_FROM ? [] : event)]);
    write(picture, `${name.toUpperCase()} ${(frame / FRAME_RATE).toFixed(1)}`);
    return encoder.encode(toCells(picture), frame % KEY_FRAME_INTERVAL === 0);
  });
  clips.set(name, frames);
  return frames;
}

function toCells({ width, height, pixels }: Picture): CellPicture {
  const chroma = (component: 'cb' | 'cr') =>
    Uint8Array.from({ length: (width * height) / 4 }, (_, i) => {
      const [x, y] = [i % (width / 2), Math.floor(i / (width / 2))];
      return YCBCR[pixels[2 * y * width + 2 * x]!]![component];
    });
  return { width, height, luma: pixels.map((index) => YCBCR[index]!.luma), cb: chroma('cb'), cr: chroma('cr') };
}

/** The clip as an MP4 file, and as H.264 in Annex B form. */
export const CLIP_FORMATS = {
  mp4: (name: string, scene: Scene) =>
    writeMp4({ frames: loadFrames(name, scene), width: WIDTH, height: HEIGHT, frameRate: FRAME_RATE }),
  h264: (name: string, scene: Scene): Uint8Array => Buffer.concat(loadFrames(name, scene).map(({ data }) => data)),
};
