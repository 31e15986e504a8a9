import type { TrueTypeFont } from './true-type.ts';

/** Texts as a document shows them, in one font whose used glyphs are remembered. Lengths are points. */
export type Letters = {
  widthOf(text: string, size: number): number;
  /** The numbers of its glyphs in hex, four digits each; they are in the document from now on. */
  shown(text: string): string;
  /** The text in lines no wider than `width`; words are broken only where one alone is too wide. */
  lines(text: string, width: number, size: number): string[];
  /** As many letters as fit, and a mark that there are more. */
  cut(text: string, width: number, size: number): string;
  /** Every glyph used so far and the character it stands for. */
  used(): ReadonlyMap<number, number>;
};

/** Stands for what the font lacks: a box is seen, where nothing would be read as nothing. */
const MISSING = 0x25a1;
const THOUSAND = 1000;
/** Marks that are no letters: joiners, directions, variants. */
const SILENT = /[\p{Default_Ignorable_Code_Point}]/gu;
const CONTROLS = /\p{Cc}/gu;

/** Chinese and Japanese may begin a line with any letter but these: closing brackets, stops, and what lengthens or repeats. */
const CLOSING = '\\p{Pe}\\p{Pf}\\p{Po}\\u{30fc}\\u{3005}';
const WIDE = '\\u{2e80}-\\u{9fff}\\u{f900}-\\u{faff}\\u{ff00}-\\u{ffef}\\u{20000}-\\u{3ffff}';
/** What stays together: blanks, one wide letter, a word; each with what closes it. */
const PIECES = new RegExp(`\\s+|[${WIDE}][${CLOSING}]*|[^\\s${WIDE}]+[${CLOSING}]*`, 'gu');

export function createLetters(font: TrueTypeFont): Letters {
  const glyphs = new Map<number, number>();
  const widths = new Map<number, number>();
  const used = new Map<number, number>();
  const glyphOf = (codePoint: number): number => {
    let glyph = glyphs.get(codePoint);
    if (glyph === undefined) {
      glyph = font.glyphOf(codePoint) || font.glyphOf(MISSING);
      glyphs.set(codePoint, glyph);
    }
    return glyph;
  };
  const measured = (codePoint: number): number => {
    let width = widths.get(codePoint);
    if (width === undefined) {
      width = font.widthOf(glyphOf(codePoint));
      widths.set(codePoint, width);
    }
    return width;
  };
  const widthOf = (text: string, size: number): number => {
    let width = 0;
    for (const letter of cleaned(text)) width += measured(letter.codePointAt(0)!);
    return (width * size) / THOUSAND;
  };
  /** How much of a text fits, at least one letter of it. */
  const fitting = (text: string, width: number, size: number): string => {
    let part = '';
    let taken = 0;
    for (const letter of text) {
      taken += widthOf(letter, size);
      if (taken > width && part !== '') break;
      part += letter;
    }
    return part;
  };
  const broken = (paragraph: string, width: number, size: number): string[] => {
    const lines: string[] = [];
    let line = '';
    let taken = 0;
    const end = () => {
      lines.push(line.trimEnd());
      line = '';
      taken = 0;
    };
    for (const [piece] of paragraph.matchAll(PIECES)) {
      let rest = piece;
      let length = widthOf(rest, size);
      if (taken + length > width && line !== '') {
        // a blank at the end of a line needs no room
        if (piece.trim() === '') continue;
        end();
      }
      while (length > width) {
        const part = fitting(rest, width, size);
        if (part.length === rest.length) break;
        lines.push(part);
        rest = rest.slice(part.length);
        length = widthOf(rest, size);
      }
      if (line === '' && rest.trim() === '') continue;
      line += rest;
      taken += length;
    }
    end();
    return lines;
  };
  return {
    widthOf,
    shown: (text) => {
      let hex = '';
      for (const letter of cleaned(text)) {
        const codePoint = letter.codePointAt(0)!;
        const glyph = glyphOf(codePoint);
        if (!used.has(glyph)) used.set(glyph, font.glyphOf(codePoint) === 0 ? MISSING : codePoint);
        hex += glyph.toString(16).padStart(4, '0');
      }
      return hex;
    },
    lines: (text, width, size) => {
      if (!text.includes('\n') && widthOf(text, size) <= width) return [cleaned(text)];
      return text.split(/\r?\n/).flatMap((paragraph) => broken(cleaned(paragraph), width, size));
    },
    cut: (text, width, size) => {
      const whole = cleaned(text);
      if (widthOf(whole, size) <= width) return whole;
      return `${fitting(whole, width - widthOf('…', size), size).trimEnd()}…`;
    },
    used: () => used,
  };
}

const PLAIN = /^[\x20-\x7e\u3001-\u3029\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff5e]*$/;
/** Composed letters, no marks that are not seen, blanks for what has no shape. */
const cleaned = (text: string): string =>
  PLAIN.test(text) ? text : text.toWellFormed().normalize('NFC').replace(SILENT, '').replace(CONTROLS, ' ');
