import { inflateSync } from 'node:zlib';

/** Pixels of a picture by rows: three bytes of colour each, and one that says how opaque it is. */
export type Pixels = { readonly width: number; readonly height: number; readonly colours: Buffer; readonly opacity: Buffer };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** More than any picture in the head of a page has; what a small file may unpack to is bounded by it. */
export const MAX_PIXELS = 2_000_000;

/** Kinds of PNG by their colour type: samples of a pixel, and depths they may have. */
const KINDS: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
const PALETTE = 3;

/** Where the pixels of each pass of an interlaced picture stand: first column and row, and steps. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE = [[0, 0, 1, 1]] as const;

type Head = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly passes: readonly (readonly [x: number, y: number, dx: number, dy: number])[];
};

/** Reads a PNG (ISO/IEC 15948) of any kind. undefined: it is broken, or has more than MAX_PIXELS. */
export function readPng(file: Buffer): Pixels | undefined {
  try {
    return pixelsOf(file);
  } catch {
    // cut off, or unpacked to something else
    return undefined;
  }
}

function pixelsOf(file: Buffer): Pixels | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks = chunksOf(file);
  const head = headOf(chunks.get('IHDR')!);
  const samples = KINDS[head.colourType]?.samples;
  if (samples === undefined || !KINDS[head.colourType]!.depths.includes(head.depth)) return undefined;
  const { width, height } = head;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) return undefined;
  const sizes = head.passes.map(([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)] as const);
  const lengthOf = (columns: number) => Math.ceil((columns * samples * head.depth) / 8);
  const length = sizes.reduce((sum, [columns, rows]) => sum + (columns > 0 ? rows * (1 + lengthOf(columns)) : 0), 0);
  const packed = inflateSync(chunks.get('IDAT')!, { maxOutputLength: length + 1 });
  if (packed.length < length) return undefined;

  const pixels: Pixels = { width, height, colours: Buffer.alloc(width * height * 3), opacity: Buffer.alloc(width * height, 255) };
  const paint = painter(head, chunks.get('PLTE'), chunks.get('tRNS'), pixels);
  const step = Math.max(1, (samples * head.depth) / 8);
  let at = 0;
  head.passes.forEach(([x, y, dx, dy], pass) => {
    const [columns, rows] = sizes[pass]!;
    if (columns <= 0) return;
    let above = Buffer.alloc(lengthOf(columns));
    for (let row = 0; row < rows; row++) {
      const line = Buffer.from(packed.subarray(at + 1, at + 1 + above.length));
      unfilter(packed[at]!, line, above, step);
      const read = reader(line, head.depth);
      for (let column = 0; column < columns; column++)
        paint((y + row * dy) * width + x + column * dx, (sample) => read(column * samples + sample));
      above = line;
      at += 1 + line.length;
    }
  });
  return pixels;
}

/** Chunks by their names; data that comes in several is put together. */
function chunksOf(file: Buffer): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer[]>();
  for (let at = SIGNATURE.length; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    parts.set(name, [...(parts.get(name) ?? []), file.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  return new Map([...parts].map(([name, each]) => [name, Buffer.concat(each)]));
}

function headOf(chunk: Buffer): Head {
  const [depth, colourType, interlaced] = [chunk.readUInt8(8), chunk.readUInt8(9), chunk.readUInt8(12)];
  return {
    width: chunk.readUInt32BE(0),
    height: chunk.readUInt32BE(4),
    depth,
    colourType,
    passes: interlaced === 1 ? PASSES : WHOLE,
  };
}

/** Takes the filter off a line (clause 9); `step`: bytes of a pixel. */
function unfilter(kind: number, line: Buffer, above: Buffer, step: number): void {
  for (let at = 0; at < line.length; at++) {
    const [left, up, before] = [at < step ? 0 : line[at - step]!, above[at]!, at < step ? 0 : above[at - step]!];
    line[at] = line[at]! + guess(kind, left, up, before);
  }
}

function guess(kind: number, left: number, up: number, before: number): number {
  switch (kind) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const to = left + up - before;
      const [ofLeft, ofUp, ofBefore] = [Math.abs(to - left), Math.abs(to - up), Math.abs(to - before)];
      return ofLeft <= ofUp && ofLeft <= ofBefore ? left : ofUp <= ofBefore ? up : before;
    }
    default:
      throw new RangeError(`filter ${kind}`);
  }
}

/** A sample of a line, as it stands there. */
function reader(line: Buffer, depth: number): (sample: number) => number {
  if (depth === 16) return (sample) => line.readUInt16BE(sample * 2);
  if (depth === 8) return (sample) => line[sample]!;
  const [within, mask] = [8 / depth, (1 << depth) - 1];
  return (sample) => (line[Math.floor(sample / within)]! >> (8 - depth * (1 + (sample % within)))) & mask;
}

type Paint = (pixel: number, sample: (nth: number) => number) => void;

function painter({ depth, colourType }: Head, palette: Buffer | undefined, clear: Buffer | undefined, pixels: Pixels): Paint {
  const { colours, opacity } = pixels;
  const most = 2 ** depth - 1;
  const byte = (value: number) => Math.round((value * 255) / most);
  if (colourType === PALETTE)
    return (pixel, sample) => {
      const entry = sample(0);
      palette!.copy(colours, pixel * 3, entry * 3, entry * 3 + 3);
      opacity[pixel] = clear?.[entry] ?? 255;
    };
  const hasColour = (colourType & 2) !== 0;
  const channels = hasColour ? 3 : 1;
  const hasOpacity = (colourType & 4) !== 0;
  return (pixel, sample) => {
    for (let channel = 0; channel < 3; channel++) colours[pixel * 3 + channel] = byte(sample(hasColour ? channel : 0));
    if (hasOpacity) opacity[pixel] = byte(sample(channels));
    // one colour that is not seen
    else if (
      clear &&
      Array.from({ length: channels }, (_, nth) => nth).every((nth) => clear.readUInt16BE(nth * 2) === sample(nth))
    )
      opacity[pixel] = 0;
  };
}
