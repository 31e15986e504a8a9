import type { TrueTypeFont } from './true-type.ts';

/** Measures, wraps and encodes text in one font, and records the glyphs used. Lengths are points. */
export type TextLayout = {
  measureWidth(text: string, size: number): number;
  /** The glyph ids as hex, four digits each. Marks the glyphs as used. */
  encodeGlyphs(text: string): string;
  /** Breaks text into lines of at most `width`. Breaks a word only if it is wider than a line. */
  wrapLines(text: string, width: number, size: number): string[];
  /** The largest size up to `size` in which text fits, at least `minSize`. */
  fitSize(text: string, width: number, size: number, minSize: number): number;
  /** Cuts text that is too wide, with an ellipsis. */
  truncate(text: string, width: number, size: number): string;
  /** Glyph ids used so far, with their code points. */
  usedGlyphs(): ReadonlyMap<number, number>;
};

/** Replaces a character that the font lacks: a visible box. */
const MISSING = 0x25a1;
/** Glyph widths are in thousandths of the font size. */
const UNITS_PER_EM = 1000;
/** Joiners, direction marks, variation selectors. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}]/gu;
const CONTROLS = /\p{Cc}/gu;

/** In Chinese and Japanese, a line may break before any character but these: closing marks, length and repeat marks. */
const NO_BREAK_BEFORE = '\\p{Pe}\\p{Pf}\\p{Po}\\u{30fc}\\u{3005}';
const WIDE = '\\u{2e80}-\\u{9fff}\\u{f900}-\\u{faff}\\u{ff00}-\\u{ffef}\\u{20000}-\\u{3ffff}';
/** Unbreakable runs: spaces, one wide character, or a word, each with its closing marks. */
const RUNS = new RegExp(`\\s+|[${WIDE}][${NO_BREAK_BEFORE}]*|[^\\s${WIDE}]+[${NO_BREAK_BEFORE}]*`, 'gu');

export function createTextLayout(font: TrueTypeFont): TextLayout {
  const glyphs = new Map<number, number>();
  const widths = new Map<number, number>();
  const used = new Map<number, number>();
  const findGlyph = (codePoint: number): number => {
    let glyph = glyphs.get(codePoint);
    if (glyph === undefined) {
      glyph = font.findGlyph(codePoint) || font.findGlyph(MISSING);
      glyphs.set(codePoint, glyph);
    }
    return glyph;
  };
  const measureCodePoint = (codePoint: number): number => {
    let width = widths.get(codePoint);
    if (width === undefined) {
      width = font.measureGlyph(findGlyph(codePoint));
      widths.set(codePoint, width);
    }
    return width;
  };
  const measureWidth = (text: string, size: number): number => {
    let width = 0;
    for (const character of normalizeText(text)) width += measureCodePoint(character.codePointAt(0)!);
    return (width * size) / UNITS_PER_EM;
  };
  /** The longest prefix that fits, at least one character. */
  const fitPrefix = (text: string, width: number, size: number): string => {
    let part = '';
    let used = 0;
    for (const character of text) {
      used += measureWidth(character, size);
      if (used > width && part !== '') break;
      part += character;
    }
    return part;
  };
  const wrapParagraph = (paragraph: string, width: number, size: number): string[] => {
    const lines: string[] = [];
    let line = '';
    let lineWidth = 0;
    const endLine = () => {
      lines.push(line.trimEnd());
      line = '';
      lineWidth = 0;
    };
    for (const [run] of paragraph.matchAll(RUNS)) {
      let rest = run;
      let runWidth = measureWidth(rest, size);
      if (lineWidth + runWidth > width && line !== '') {
        // a space at the end of a line takes no room
        if (run.trim() === '') continue;
        endLine();
      }
      while (runWidth > width) {
        const part = fitPrefix(rest, width, size);
        if (part.length === rest.length) break;
        lines.push(part);
        rest = rest.slice(part.length);
        runWidth = measureWidth(rest, size);
      }
      if (line === '' && rest.trim() === '') continue;
      line += rest;
      lineWidth += runWidth;
    }
    endLine();
    return lines;
  };
  return {
    measureWidth,
    encodeGlyphs: (text) => {
      let hex = '';
      for (const character of normalizeText(text)) {
        const codePoint = character.codePointAt(0)!;
        const glyph = findGlyph(codePoint);
        if (!used.has(glyph)) used.set(glyph, font.findGlyph(codePoint) === 0 ? MISSING : codePoint);
        hex += glyph.toString(16).padStart(4, '0');
      }
      return hex;
    },
    wrapLines: (text, width, size) => {
      if (!text.includes('\n') && measureWidth(text, size) <= width) return [normalizeText(text)];
      return text.split(/\r?\n/).flatMap((paragraph) => wrapParagraph(normalizeText(paragraph), width, size));
    },
    fitSize: (text, width, size, minSize) => {
      const whole = measureWidth(normalizeText(text), size);
      return whole <= width ? size : Math.max(minSize, Math.floor(((size * width) / whole) * 10) / 10);
    },
    truncate: (text, width, size) => {
      const whole = normalizeText(text);
      if (measureWidth(whole, size) <= width) return whole;
      return `${fitPrefix(whole, width - measureWidth('…', size), size).trimEnd()}…`;
    },
    usedGlyphs: () => used,
  };
}

const PLAIN = /^[\x20-\x7e\u3001-\u3029\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff5e]*$/;
/** Composes characters, drops invisible ones, and replaces controls by spaces. */
const normalizeText = (text: string): string =>
  PLAIN.test(text) ? text : text.toWellFormed().normalize('NFC').replace(INVISIBLE, '').replace(CONTROLS, ' ');
