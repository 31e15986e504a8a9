/**
 * What a document needs of a TrueType font (OpenType 1.9.1): which glyph a character has, how wide it is, and a font that holds the
 * outlines of some glyphs alone. Widths and heights are thousandths of the size of the letters.
 */
export type TrueTypeFont = {
  readonly ascent: number;
  readonly descent: number;
  /** Left, bottom, right, top of all outlines. */
  readonly box: readonly [number, number, number, number];
  /** 0 where the font has none. */
  glyphOf(codePoint: number): number;
  widthOf(glyph: number): number;
  /** Glyphs keep their numbers; those they are put together of come with them. */
  only(glyphs: Iterable<number>): Buffer;
};

const TRUE_TYPE = 0x0001_0000;
const LONG_OFFSETS = 1;
/** cmap: groups of characters that follow one another, all of Unicode. */
const GROUPS = 12;
const THOUSAND = 1000;
/** What draws outlines; names, kerning and the like are no use within a document. */
const KEPT = ['cvt ', 'fpgm', 'head', 'hhea', 'hmtx', 'maxp', 'prep'] as const;

/** Throws RangeError on a font without TrueType outlines or without all of Unicode. */
export function readTrueType(file: Buffer): TrueTypeFont {
  if (file.readUInt32BE(0) !== TRUE_TYPE) throw new RangeError('no font of TrueType outlines');
  const tables = new Map<string, Buffer>();
  for (let at = 0; at < file.readUInt16BE(4); at++) {
    const entry = 12 + at * 16;
    const offset = file.readUInt32BE(entry + 8);
    tables.set(file.toString('latin1', entry, entry + 4), file.subarray(offset, offset + file.readUInt32BE(entry + 12)));
  }
  const table = (name: string): Buffer => {
    const found = tables.get(name);
    if (!found) throw new RangeError(`a font without ${name}`);
    return found;
  };
  const [head, hhea, hmtx, loca, glyf] = [table('head'), table('hhea'), table('hmtx'), table('loca'), table('glyf')] as const;
  const scaled = (units: number): number => (units * THOUSAND) / head.readUInt16BE(18);
  const isLong = head.readInt16BE(50) === LONG_OFFSETS;
  const count = table('maxp').readUInt16BE(4);
  const measured = hhea.readUInt16BE(34);
  const offsetOf = (glyph: number): number => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const outline = (glyph: number): Buffer => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1));

  return {
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    box: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))) as unknown as TrueTypeFont['box'],
    glyphOf: lookUp(table('cmap')),
    widthOf: (glyph) => scaled(hmtx.readUInt16BE(Math.min(glyph, measured - 1) * 4)),
    only: (glyphs) => {
      const wanted = closed(glyphs, count, outline);
      const offsets = Buffer.alloc((count + 1) * 4);
      const outlines: Buffer[] = [];
      let length = 0;
      for (let glyph = 0; glyph < count; glyph++) {
        offsets.writeUInt32BE(length, glyph * 4);
        if (!wanted.has(glyph)) continue;
        const padded = toWords(outline(glyph));
        outlines.push(padded);
        length += padded.length;
      }
      offsets.writeUInt32BE(length, count * 4);
      const longHead = Buffer.from(head);
      longHead.writeInt16BE(LONG_OFFSETS, 50);
      const kept = KEPT.flatMap((name) => {
        const found = name === 'head' ? longHead : tables.get(name);
        return found ? [[name as string, found] as const] : [];
      });
      return fontOf([...kept, ['loca', offsets], ['glyf', Buffer.concat(outlines)]]);
    },
  };
}

/** Looks a character up in the groups of the cmap. */
function lookUp(cmap: Buffer): TrueTypeFont['glyphOf'] {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => cmap.readUInt32BE(4 + at * 8 + 4));
  const start = subtables.find((offset) => cmap.readUInt16BE(offset) === GROUPS);
  if (start === undefined) throw new RangeError('a font without all of Unicode');
  const groups = cmap.readUInt32BE(start + 12);
  return (codePoint) => {
    let [low, high] = [0, groups - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const group = start + 16 + middle * 12;
      const first = cmap.readUInt32BE(group);
      if (codePoint < first) high = middle - 1;
      else if (codePoint > cmap.readUInt32BE(group + 4)) low = middle + 1;
      else return cmap.readUInt32BE(group + 8) + codePoint - first;
    }
    return 0;
  };
}

const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;

/** Glyphs with those their outlines are put together of (glyf, composite glyphs), and the one of what is missing. */
function closed(glyphs: Iterable<number>, count: number, outline: (glyph: number) => Buffer): ReadonlySet<number> {
  const found = new Set<number>([0]);
  const waiting = [...glyphs];
  for (let glyph = waiting.pop(); glyph !== undefined; glyph = waiting.pop()) {
    if (found.has(glyph) || glyph >= count) continue;
    found.add(glyph);
    const bytes = outline(glyph);
    if (bytes.length < 10 || bytes.readInt16BE(0) >= 0) continue;
    let at = 10;
    for (let flags = MORE; flags & MORE; ) {
      flags = bytes.readUInt16BE(at);
      waiting.push(bytes.readUInt16BE(at + 2));
      const scales = flags & MATRIX ? 8 : flags & TWO_SCALES ? 4 : flags & SCALE ? 2 : 0;
      at += 4 + (flags & WORDS ? 4 : 2) + scales;
    }
  }
  return found;
}

const toWords = (bytes: Buffer): Buffer =>
  bytes.length % 4 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))]);

/** A font file of tables, which stand in the order of their names. */
function fontOf(tables: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  const sorted = tables.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const power = Math.floor(Math.log2(sorted.length));
  const directory = Buffer.alloc(12 + sorted.length * 16);
  directory.writeUInt32BE(TRUE_TYPE, 0);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((sorted.length - 2 ** power) * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  sorted.forEach(([name, bytes], at) => {
    const padded = toWords(bytes);
    const entry = 12 + at * 16;
    directory.write(name, entry, 'latin1');
    directory.writeUInt32BE(sumOf(padded), entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

function sumOf(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
