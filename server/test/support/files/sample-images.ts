import { crc32, deflateSync } from 'node:zlib';

/** A PNG of any type for tests, described by its samples. */
export type PngSpec = {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colourType: number;
  readonly interlaced?: boolean;
  /** The filter of each line; 0 by default. */
  readonly filterOf?: (line: number) => number;
  readonly palette?: Buffer;
  readonly transparency?: Buffer;
  /** A sample of a pixel, 0 to 2^depth - 1. */
  readonly sampleOf: (x: number, y: number, sample: number) => number;
};

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The Adam7 pass of each pixel of an 8 x 8 block (ISO/IEC 15948, clause 8.2). */
const ADAM7 = ['16462646', '77777777', '56565656', '77777777', '36463646', '77777777', '56565656', '77777777'];

export function encodePng(spec: PngSpec): Buffer {
  const { width, height, depth, colourType, interlaced = false, palette, transparency } = spec;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colourType, 0, 0, interlaced ? 1 : 0], 8);
  const data = deflateSync(
    Buffer.concat(interlaced ? [1, 2, 3, 4, 5, 6, 7].map((pass) => encodeLines(spec, pass)) : [encodeLines(spec)]),
  );
  const half = Math.ceil(data.length / 2);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...(transparency ? [chunk('tRNS', transparency)] : []),
    // two IDAT chunks
    chunk('IDAT', data.subarray(0, half)),
    chunk('IDAT', data.subarray(half)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

function encodeLines({ width, height, depth, colourType, sampleOf, filterOf = () => 0 }: PngSpec, pass?: number): Buffer {
  const samples = SAMPLES[colourType]!;
  const lines: Buffer[] = [];
  let above: Buffer | undefined;
  for (let y = 0; y < height; y++) {
    const bits: string[] = [];
    for (let x = 0; x < width; x++) {
      if (pass !== undefined && ADAM7[y % 8]![x % 8] !== String(pass)) continue;
      for (let sample = 0; sample < samples; sample++) bits.push(sampleOf(x, y, sample).toString(2).padStart(depth, '0'));
    }
    if (bits.length === 0) continue;
    const raw = Buffer.from(
      bits
        .join('')
        .match(/.{1,8}/g)!
        .map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)),
    );
    const filter = filterOf(lines.length);
    lines.push(Buffer.concat([Buffer.from([filter]), applyFilter(filter, raw, above, Math.max(1, (samples * depth) / 8))]));
    above = raw;
  }
  return Buffer.concat(lines);
}

function applyFilter(filter: number, raw: Buffer, above: Buffer | undefined, step: number): Buffer {
  return Buffer.from(
    raw.map((byte, at) => {
      const a = at < step ? 0 : raw[at - step]!;
      const b = above?.[at] ?? 0;
      const c = at < step ? 0 : (above?.[at - step] ?? 0);
      // Paeth: the nearest of the three to a + b - c, the first on a tie
      const nearest = [a, b, c].reduce((best, each) => (Math.abs(a + b - c - each) < Math.abs(a + b - c - best) ? each : best));
      return byte - [0, a, b, Math.floor((a + b) / 2), nearest][filter]!;
    }),
  );
}

/** The header of a JPEG without image data. */
export function encodeJpegHeader(width: number, height: number, samples: number, adobe = false): Buffer {
  const frame = Buffer.alloc(10 + samples * 3);
  frame.set([0xff, 0xc0], 0);
  frame.writeUInt16BE(frame.length - 2, 2);
  frame[4] = 8;
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  frame[9] = samples;
  const app = Buffer.from('ffee000e41646f6265000000000000000000'.slice(0, 32), 'hex');
  return Buffer.concat([Buffer.from('ffd8ffe000043031', 'hex'), ...(adobe ? [app] : []), frame, Buffer.from('ffd9', 'hex')]);
}
