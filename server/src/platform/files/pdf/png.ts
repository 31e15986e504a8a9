import { inflateSync } from 'node:zlib';

/** Pixels by rows: three bytes of `rgb` and one of `alpha` each. */
export type Pixels = { readonly width: number; readonly height: number; readonly rgb: Buffer; readonly alpha: Buffer };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Ample for a page header. It bounds what a small file may inflate to; pngjs sets no such bound for interlaced images. */
export const MAX_PIXELS = 2_000_000;

/** By colour type: samples per pixel and the bit depths allowed. */
const COLOUR_TYPES: Readonly<Record<number, { readonly samples: number; readonly depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
const PALETTE = 3;
const HEADER_BYTES = 13;

/** Adam7 passes: first column and row, and their steps. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const SINGLE_PASS = [[0, 0, 1, 1]] as const;

type Header = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly passes: readonly (readonly [x: number, y: number, dx: number, dy: number])[];
};

/** Decodes a PNG (ISO/IEC 15948) of any type; undefined if it is broken or exceeds MAX_PIXELS. */
export function decodePng(file: Buffer): Pixels | undefined {
  try {
    return decode(file);
  } catch {
    // truncated or corrupt
    return undefined;
  }
}

/** The compressed lines of a PNG without transparency that is not interlaced; undefined for others, also broken ones. */
export function parseOpaquePng(file: Buffer) {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks = readChunks(file);
  const [head, data, palette] = [chunks.get('IHDR'), chunks.get('IDAT'), chunks.get('PLTE')];
  if (head?.length !== HEADER_BYTES || !data) return undefined;
  const { width, height, depth, colourType, passes } = parseHeader(head);
  const kind = COLOUR_TYPES[colourType];
  const isOpaque = colourType <= PALETTE && !chunks.has('tRNS');
  if (!kind?.depths.includes(depth) || !isOpaque || passes !== SINGLE_PASS || width * height === 0) return undefined;
  const isIndexed = colourType === PALETTE;
  if (isIndexed && (!palette || palette.length === 0 || palette.length % 3 !== 0)) return undefined;
  return { width, height, depth, samples: kind.samples, palette: isIndexed ? palette : undefined, data };
}

function decode(file: Buffer): Pixels | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const chunks = readChunks(file);
  const header = parseHeader(chunks.get('IHDR')!);
  const samples = COLOUR_TYPES[header.colourType]?.samples;
  if (samples === undefined || !COLOUR_TYPES[header.colourType]!.depths.includes(header.depth)) return undefined;
  const { width, height } = header;
  if (width === 0 || height === 0 || width * height > MAX_PIXELS) return undefined;
  const sizes = header.passes.map(([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)] as const);
  const lineLength = (columns: number) => Math.ceil((columns * samples * header.depth) / 8);
  const length = sizes.reduce((sum, [columns, rows]) => sum + (columns > 0 ? rows * (1 + lineLength(columns)) : 0), 0);
  const inflated = inflateSync(chunks.get('IDAT')!, { maxOutputLength: length + 1 });
  if (inflated.length < length) return undefined;

  const pixels: Pixels = { width, height, rgb: Buffer.alloc(width * height * 3), alpha: Buffer.alloc(width * height, 255) };
  const writePixel = createPixelWriter(header, chunks.get('PLTE'), chunks.get('tRNS'), pixels);
  const step = Math.max(1, (samples * header.depth) / 8);
  let at = 0;
  header.passes.forEach(([x, y, dx, dy], pass) => {
    const [columns, rows] = sizes[pass]!;
    if (columns <= 0) return;
    let above = Buffer.alloc(lineLength(columns));
    for (let row = 0; row < rows; row++) {
      const line = Buffer.from(inflated.subarray(at + 1, at + 1 + above.length));
      unfilter(inflated[at]!, line, above, step);
      const read = createSampleReader(line, header.depth);
      for (let column = 0; column < columns; column++)
        writePixel((y + row * dy) * width + x + column * dx, (sample) => read(column * samples + sample));
      above = line;
      at += 1 + line.length;
    }
  });
  return pixels;
}

/** Chunks by name; chunks of one name are joined. */
function readChunks(file: Buffer): ReadonlyMap<string, Buffer> {
  const parts = new Map<string, Buffer[]>();
  for (let at = SIGNATURE.length; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    parts.set(name, [...(parts.get(name) ?? []), file.subarray(at + 8, at + 8 + length)]);
    at += 12 + length;
  }
  return new Map([...parts].map(([name, each]) => [name, Buffer.concat(each)]));
}

function parseHeader(chunk: Buffer): Header {
  const [depth, colourType, interlaced] = [chunk.readUInt8(8), chunk.readUInt8(9), chunk.readUInt8(12)];
  return {
    width: chunk.readUInt32BE(0),
    height: chunk.readUInt32BE(4),
    depth,
    colourType,
    passes: interlaced === 1 ? ADAM7 : SINGLE_PASS,
  };
}

/** Reverses the filter of a line (clause 9); `step` is the bytes per pixel. */
function unfilter(kind: number, line: Buffer, above: Buffer, step: number): void {
  for (let at = 0; at < line.length; at++) {
    const [left, up, before] = [at < step ? 0 : line[at - step]!, above[at]!, at < step ? 0 : above[at - step]!];
    line[at] = line[at]! + predict(kind, left, up, before);
  }
}

function predict(kind: number, left: number, up: number, before: number): number {
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
      const [leftDistance, upDistance, beforeDistance] = [Math.abs(to - left), Math.abs(to - up), Math.abs(to - before)];
      return leftDistance <= upDistance && leftDistance <= beforeDistance ? left : upDistance <= beforeDistance ? up : before;
    }
    default:
      throw new RangeError(`filter ${kind}`);
  }
}

/** Reads the n-th sample of a line, unscaled. */
function createSampleReader(line: Buffer, depth: number): (sample: number) => number {
  if (depth === 16) return (sample) => line.readUInt16BE(sample * 2);
  if (depth === 8) return (sample) => line[sample]!;
  const [perByte, mask] = [8 / depth, (1 << depth) - 1];
  return (sample) => (line[Math.floor(sample / perByte)]! >> (8 - depth * (1 + (sample % perByte)))) & mask;
}

type PixelWriter = (pixel: number, sample: (nth: number) => number) => void;

function createPixelWriter(
  { depth, colourType }: Header,
  palette: Buffer | undefined,
  transparency: Buffer | undefined,
  pixels: Pixels,
): PixelWriter {
  const { rgb, alpha } = pixels;
  const max = 2 ** depth - 1;
  const byte = (value: number) => Math.round((value * 255) / max);
  if (colourType === PALETTE)
    return (pixel, sample) => {
      const entry = sample(0);
      palette!.copy(rgb, pixel * 3, entry * 3, entry * 3 + 3);
      alpha[pixel] = transparency?.[entry] ?? 255;
    };
  const hasColour = (colourType & 2) !== 0;
  const channels = hasColour ? 3 : 1;
  const hasAlpha = (colourType & 4) !== 0;
  return (pixel, sample) => {
    for (let channel = 0; channel < 3; channel++) rgb[pixel * 3 + channel] = byte(sample(hasColour ? channel : 0));
    if (hasAlpha) alpha[pixel] = byte(sample(channels));
    // tRNS names one transparent colour
    else if (
      transparency &&
      Array.from({ length: channels }, (_, nth) => nth).every((nth) => transparency.readUInt16BE(nth * 2) === sample(nth))
    )
      alpha[pixel] = 0;
  };
}
