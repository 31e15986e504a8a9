import { parseSync } from 'vite';

/** Rules on words and names that a machine can check. */
export type Rule = 'limit name' | 'long sentence' | 'long comment' | 'day in ms' | 'spread literal' | 'archaic word';

/** A violation; `text` quotes the line or counts its words. */
export type Fault = { readonly line: number; readonly rule: Rule; readonly text: string };

/** Comment text, line by line without its markers. `line` is the number of the first line. */
type Comment = { readonly line: number; readonly lines: readonly string[]; readonly topLevel: boolean };

type Token = ReturnType<typeof parseSync>['comments'][number];

export const MAX_SENTENCE_WORDS = 35;
export const MAX_COMMENT_LINES = 3;

const DAY_MS = 86_400_000;
const FACTORS: Readonly<Record<string, number>> = {
  SECOND: 1000,
  SECOND_MS: 1000,
  MINUTE: 60_000,
  MINUTE_MS: 60_000,
  HOUR: 3_600_000,
  HOUR_MS: 3_600_000,
};

const LIMIT_NAME = /\b(?:[A-Z0-9]+_)*(?:MOST|LEAST)(?:_[A-Z0-9]+)*\b/g;
const PRODUCT = /(?<![\w.])\w+(?:\s*\*\s*\w+)*(?![\w.])/g;
const SPREAD_LITERAL = /\.\.\.\s*\{/g;
/** Words that comments, documents and titles of tests avoid: name the person or thing, or say `again`. */
const ARCHAIC = /\b(?:whoever|whom|anew|nobody|somebody)\b/gi;
/** A string before a function or options: the title of a test. */
const TITLE = /\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,\s*(?=async\b|\(|\{)/g;
/** A line that starts a paragraph of its own: list item, heading, tag, quote. */
const PARAGRAPH_START = /^\s*(?:[-*+]\s|\d+[.)]\s|#+\s|@\w|>)/;
const SENTENCE_END = /[.!?。][)\]"'”’*_]*$/;
/** Instructions to a tool, such as `biome-ignore`. */
const DIRECTIVE = /^\s*(?:biome-ignore|@vitest-|@ts-|\/ <reference|v8 ignore)/;

/** Faults of a TypeScript file. `definesDay`: the file may spell out a day in milliseconds. */
export function checkSource(path: string, code: string, definesDay = false): Fault[] {
  const { comments: tokens, errors } = parseSync(path, code, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const lineAt = countLines(code);
  const bare = blank(code, tokens);
  const comments = readComments(code, tokens, lineAt);
  const find = (rule: Rule, pattern: RegExp): Fault[] =>
    [...bare.matchAll(pattern)].map((match) => ({ line: lineAt(match.index), rule, text: match[0] }));
  return [
    ...find('limit name', LIMIT_NAME),
    ...find('spread literal', SPREAD_LITERAL),
    ...(definesDay ? [] : find('day in ms', PRODUCT).filter(({ text }) => containsDay(text))),
    ...comments.flatMap(({ line, lines }) => findLongSentences(lines, line)),
    ...comments.flatMap(findArchaicWords),
    ...(isTest(path) ? findArchaicTitles(bare, lineAt) : []),
    ...comments.filter(isLong).map(({ line, lines }): Fault => ({ line, rule: 'long comment', text: `${lines.length} lines` })),
  ].toSorted((a, b) => a.line - b.line);
}

/** Faults of a Markdown file: its text outside code blocks and tables. */
export function checkDocument(text: string): Fault[] {
  let inCode = false;
  const lines = text.split('\n').map((line) => {
    const fence = /^\s*(?:```|~~~)/.test(line);
    if (fence) inCode = !inCode;
    return fence || inCode || /^\s*\|/.test(line) ? '' : line;
  });
  return [...findLongSentences(lines, 1), ...findArchaicWords({ line: 1, lines })].toSorted((a, b) => a.line - b.line);
}

/** Sentences over the limit. A code span counts as one word. */
function findLongSentences(lines: readonly string[], firstLine: number): Fault[] {
  const faults: Fault[] = [];
  let words: string[] = [];
  let start = firstLine;
  const end = () => {
    if (words.length > MAX_SENTENCE_WORDS)
      faults.push({ line: start, rule: 'long sentence', text: `${words.length} words: ${words.slice(0, 12).join(' ')} ...` });
    words = [];
  };
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || PARAGRAPH_START.test(line)) end();
    for (const part of line.replaceAll(/`[^`]*`/g, 'code').split(/\s+/)) {
      if (/[\p{L}\p{N}]/u.test(part)) {
        if (words.length === 0) start = firstLine + index;
        words.push(part);
      }
      if (SENTENCE_END.test(part)) end();
    }
  }
  end();
  return faults;
}

const findArchaicWords = ({ line, lines }: Pick<Comment, 'line' | 'lines'>): Fault[] =>
  lines.flatMap((each, index) =>
    [...each.matchAll(ARCHAIC)].map(([text]): Fault => ({ line: line + index, rule: 'archaic word', text })),
  );

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);

const findArchaicTitles = (bare: string, lineAt: (offset: number) => number): Fault[] =>
  [...bare.matchAll(TITLE)].flatMap(({ index, 2: title }) => findArchaicWords({ line: lineAt(index), lines: [title!] }));

/** Comments with neighbouring `//` lines as one. */
function readComments(code: string, tokens: readonly Token[], lineAt: (offset: number) => number): Comment[] {
  const comments: (Comment & { lines: string[]; lineEnd: number })[] = [];
  for (const { type, value, start, end } of tokens) {
    if (DIRECTIVE.test(value)) continue;
    const line = lineAt(start);
    const before = code.slice(code.lastIndexOf('\n', start - 1) + 1, start);
    const alone = before.trim() === '';
    const last = comments.at(-1);
    if (type === 'Line' && alone && last?.lineEnd === line - 1) {
      last.lines.push(value);
      last.lineEnd = line;
      continue;
    }
    const lines = type === 'Line' ? [value] : value.split('\n').map((each) => each.replace(/^\s*\*+ ?/, ''));
    comments.push({ line, lines, topLevel: before === '', lineEnd: type === 'Line' && alone ? lineAt(end) : Number.NaN });
  }
  return comments;
}

const isLong = ({ topLevel, lines }: Comment): boolean =>
  topLevel && lines.filter((line) => line.trim() !== '').length > MAX_COMMENT_LINES;

/** Whether neighbouring factors of a product such as `365 * 24 * HOUR_MS` make a day. */
function containsDay(product: string): boolean {
  const factors = product.split('*').map((factor) => FACTORS[factor.trim()] ?? Number(factor.trim().replaceAll('_', '')));
  return factors.some((_, from) => {
    let value = 1;
    return factors.slice(from).some((factor) => {
      value *= factor;
      return value === DAY_MS;
    });
  });
}

/** The code with spaces for its comments. */
function blank(code: string, tokens: readonly Token[]): string {
  let bare = '';
  let from = 0;
  for (const { start, end } of tokens) {
    bare += code.slice(from, start) + code.slice(start, end).replaceAll(/[^\n]/g, ' ');
    from = end;
  }
  return bare + code.slice(from);
}

/** The line number of an offset. */
function countLines(code: string): (offset: number) => number {
  const ends: number[] = [];
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) ends.push(at);
  return (offset) => {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (ends[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
