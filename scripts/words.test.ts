import { describe, expect, it } from 'vitest';
import { checkDocument, checkSource, MAX_COMMENT_LINES, MAX_SENTENCE_WORDS } from './words.ts';

const rulesOf = (code: string, path = 'a.ts') => checkSource(path, code).map(({ line, rule }) => `${line} ${rule}`);
const sentence = (words: number) => `${Array.from({ length: words }, () => 'word').join(' ')}.`;
const LONG = sentence(MAX_SENTENCE_WORDS + 1);
const LONGEST_ALLOWED = sentence(MAX_SENTENCE_WORDS);
const comment = (lines: number) => `/**\n${' * A line.\n'.repeat(lines)} */\n`;

describe('names of limits', () => {
  it.each(['MOST_BYTES', 'FRAME_MOST', 'AT_LEAST_2019', 'LEAST'])('%s is refused', (name) => {
    expect(rulesOf(`const a = 1;\nconst ${name} = 2;`)).toEqual(['2 limit name']);
  });

  it.each(['MAX_BYTES', 'ALMOST_FULL', 'most', 'Least'])('%s is allowed', (name) => {
    expect(rulesOf(`const ${name} = 2;`)).toEqual([]);
  });

  it('are allowed in a comment', () => expect(rulesOf('// at MOST 3\nconst a = 1;')).toEqual([]));
});

describe('a day in milliseconds', () => {
  it.each([
    '86_400_000',
    '86400000',
    '24 * 60 * 60 * 1000',
    '1000 * 3600 * 24',
    '24 * HOUR_MS',
    '24 * HOUR',
    '1440 * 60_000',
    '365 * 24 * 60 * MINUTE_MS',
    'now - 7 * 24 * HOUR_MS',
  ])('%s is refused', (value) => {
    expect(rulesOf(`const a = ${value};`)).toEqual(['1 day in ms']);
    expect(checkSource('a.ts', `const a = ${value};`, true)).toEqual([]);
  });

  it.each(['86_400', '7 * DAY_MS', '12 * HOUR_MS', '48 * HOUR_MS', '24 * 60', 'a.b24 * HOUR_MS'])('%s is allowed', (value) => {
    expect(rulesOf(`const a = ${value};`)).toEqual([]);
  });
});

describe('a spread of a literal', () => {
  it('is refused in objects and elements', () => {
    expect(rulesOf('const a = { b: 1, ...{ c: 2 } };\nconst d = <E {...{ a }} />;', 'a.tsx')).toEqual([
      '1 spread literal',
      '2 spread literal',
    ]);
  });

  it('does not include a spread of a variable or a condition', () => {
    expect(rulesOf('const a = { ...b, ...(c ? { d } : {}), ...[{ e }] };')).toEqual([]);
  });
});

describe('archaic words', () => {
  it.each(['whoever', 'Whom', 'anew', 'nobody', 'Somebody'])('%s is refused in comments', (word) => {
    expect(rulesOf(`/**\n * A line.\n * ${word} reads it.\n */\nconst a = 1;`)).toEqual(['3 archaic word']);
  });

  it.each(['a new user', 'anybody', 'renewal'])('%s is allowed', (words) => {
    expect(rulesOf(`// ${words}\nconst a = 1;`)).toEqual([]);
  });

  it.each([
    "it('is anew', () => 1);",
    'it.each([1])(\n  `%d\\` anew`, { timeout: 1 }, async () => 1);',
    'story("anew", async () => 1);',
  ])('are refused in the title of a test: %s', (code) => {
    expect(rulesOf(`const a = 1;\n${code}`, 'a.test.ts')).toEqual(['2 archaic word']);
    expect(rulesOf(code)).toEqual([]);
  });

  it('are allowed in strings', () => {
    const code = "const a = 'nobody';\nit('is sent', () => send('nobody', 'anew'));";
    expect(rulesOf(code, 'a.test.ts')).toEqual([]);
  });
});

describe('sentences of comments', () => {
  it('have a length limit in every kind of comment', () => {
    expect(rulesOf(`// ${LONG}\nconst a = 1; // ${LONG}\nconst b = () => {\n  /* ${LONG} */\n};`)).toEqual([
      '1 long sentence',
      '2 long sentence',
      '4 long sentence',
    ]);
    expect(rulesOf(`// ${LONGEST_ALLOWED} ${LONGEST_ALLOWED}`)).toEqual([]);
  });

  it('continue over lines and end at a blank line', () => {
    const [half, rest] = ['word '.repeat(30), 'word '.repeat(30)];
    expect(rulesOf(`const a = 1;\n// ${half}\n// ${rest}`)).toEqual(['2 long sentence']);
    expect(rulesOf(`/** ${half}\n *\n * ${rest} */`)).toEqual([]);
    expect(rulesOf(`// ${half}\nconst a = 1;\n// ${rest}`)).toEqual([]);
  });

  it('count a code span as one word, and ignore the words of strings', () => {
    expect(rulesOf(`// Run \`${LONG}\`.\nconst a = '// ${LONG}';`)).toEqual([]);
  });
});

describe('comments at the top level', () => {
  it('have a maximum number of lines', () => {
    expect(rulesOf(`${comment(MAX_COMMENT_LINES + 1)}import 'a';`)).toEqual(['1 long comment']);
    expect(rulesOf(`import 'a';\n\n${'// A line.\n'.repeat(MAX_COMMENT_LINES + 1)}const a = 1;`)).toEqual(['3 long comment']);
    expect(rulesOf(`${comment(MAX_COMMENT_LINES)}import 'a';\n${comment(MAX_COMMENT_LINES)}const a = 1;`)).toEqual([]);
  });
});

it('a file that cannot be parsed is an error', () => expect(() => checkSource('a.ts', 'const = ;')).toThrow('a.ts'));

describe('documents', () => {
  it('have the same sentence limit', () => {
    expect(checkDocument(`# Title\n\n${LONG}\n\n- ${LONGEST_ALLOWED}\n- ${LONG}`).map(({ line }) => line)).toEqual([3, 6]);
  });

  it('are refused with archaic words', () => {
    expect(checkDocument('# Title\n\nWhoever reads it.\n\n| nobody |\n')).toEqual([
      { line: 3, rule: 'archaic word', text: 'Whoever' },
    ]);
  });

  it('may have long tables and code blocks', () => {
    expect(checkDocument(`| ${LONG} |\n\n\`\`\`\n${LONG}\n\`\`\`\n`)).toEqual([]);
    expect(checkDocument(`\`\`\`\n\`\`\`\n${LONG}`).map(({ line }) => line)).toEqual([3]);
  });
});
