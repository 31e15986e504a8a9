import { describe, expect, it } from 'vitest';
import { texts } from '../../packages/locale/src/languages.ts';
import type { Node, Source } from './sources.ts';
import { parse, placeOf, readSources, textOfNode, walk } from './sources.ts';

/** Files that hold words which are no texts of the interface, and why. A folder ends with a slash. */
const ALLOWED: Readonly<Record<string, string>> = {
  'console/src/features/alarms/testing.ts': 'alarms of tests',
  'console/src/features/reports/testing.ts': 'a report of tests',
  'console/src/features/reports/testing-page.tsx': 'companies and a vehicle of tests',
  'console/src/features/terminal-settings/testing.tsx': 'plates of tests',
  'console/src/live/testing-records.ts': 'vehicles and alarms of tests',
  'console/src/map/boundaries/': 'names of provinces and cities, made into the map at build time',
  'console/src/map/providers/tencent-provider.ts': 'what its search calls the whole country is a value of its interface',
  'console/src/features/video/testing-wall.tsx': 'channels and plates of tests',
  'console/src/ui/testing.tsx': 'vehicles and people of tests',
  'server/src/demo/': 'the records of the demo fleet: plates, drivers, departments',
  'server/src/gateway/terminal-store.ts': '未分组, the department of unknown terminals, is a record of the database',
  'server/src/modules/identity/first-account.ts': 'the first department and role are records of the database',
  'server/src/main.ts': 'the start message on the terminal of the operator',
};

/** Words that are written out in code all the same, and why. */
const ALLOWED_WORDS: Readonly<Record<string, string>> = {
  '0x1202': 'the number of a message, as JT/T 809 writes it',
  'Has Error': 'console.md 8 prescribes it for a navigation that fails without a text, when no texts may have loaded either',
};

const LETTER = /\p{L}/u;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uff00-\uffef]/;

/** Attributes and properties whose strings people read. */
const SHOWN =
  /^(label|title|placeholder|alt|okText|cancelText|hint|tooltip|aria-(label|description|roledescription|valuetext|placeholder))$/;

const keys = new Set(Object.entries(texts.zh).flatMap(([area, entries]) => Object.keys(entries).map((key) => `${area}.${key}`)));
const areas = Object.keys(texts.zh);
/** A key of a text, or a template of one. */
const isKey = (text: string) => keys.has(text) || (text.includes('*') && areas.some((area) => text.startsWith(`${area}.`)));

const nameOf = (node: Node | undefined): string =>
  String((node?.['name'] as { name?: string } | undefined)?.name ?? node?.['name'] ?? '');

/** The nodes whose value an expression may have: both branches of a conditional, content of parentheses and type assertions. */
function outcomes(node: Node): Node[] {
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap((each) => outcomes(each as Node));
  if (node.type === 'LogicalExpression') return [node['left'], node['right']].flatMap((each) => outcomes(each as Node));
  if (/^(ParenthesizedExpression|TS\w+Expression|JSXExpressionContainer)$/.test(node.type))
    return outcomes(node['expression'] as Node);
  return [node];
}

/** Words in code that a person would read, each with its place. */
function hardCoded(source: Source): string[] {
  const found: string[] = [];
  const refuse = (node: Node, text: string) => found.push(`${placeOf(source, node)} ${JSON.stringify(text.trim())}`);
  const refuseWords = (node: Node) => {
    for (const outcome of outcomes(node)) {
      const text = textOfNode(outcome);
      if (text !== null && LETTER.test(text.replaceAll('*', '')) && !isKey(text) && !ALLOWED_WORDS[text]) refuse(outcome, text);
    }
  };
  walk(source, (node, [parent]) => {
    const text = textOfNode(node);
    if (text !== null && CJK.test(text)) refuse(node, text);
    if (node.type === 'JSXText' && LETTER.test(String(node['value']))) refuse(node, String(node['value']));
    if (node.type === 'JSXExpressionContainer' && (parent?.type === 'JSXElement' || parent?.type === 'JSXFragment'))
      refuseWords(node);
    if (node.type === 'JSXAttribute' && SHOWN.test(nameOf(node)) && node['value']) refuseWords(node['value'] as Node);
    if (node.type === 'Property' && SHOWN.test(nameOf(node['key'] as Node))) refuseWords(node['value'] as Node);
    if (node.type === 'CallExpression' && nameOf(node['callee'] as Node) === 'notify') {
      const shown = (node['arguments'] as readonly Node[])[1];
      if (shown) refuseWords(shown);
    }
  });
  return [...new Set(found)];
}

const allowed = (path: string) =>
  Object.keys(ALLOWED).some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry));
const chinese = (source: Source) => {
  const found: string[] = [];
  walk(source, (node) => {
    const text = textOfNode(node);
    if (text !== null && CJK.test(text)) found.push(`${placeOf(source, node)} ${JSON.stringify(text)}`);
  });
  return found;
};

describe('hard-coded texts', () => {
  it('do not exist in the console, because they belong in locale', () => {
    expect(
      readSources('console/src')
        .filter(({ path }) => !allowed(path))
        .flatMap(hardCoded),
    ).toEqual([]);
  });
  it('do not exist in Chinese in the server', () => {
    expect(
      readSources('server/src')
        .filter(({ path }) => !allowed(path))
        .flatMap(chinese),
    ).toEqual([]);
  });
  it('have no exception for a file without hard-coded texts', () => {
    const sources = [...readSources('console/src'), ...readSources('server/src')];
    const needed = (entry: string) => sources.some((source) => source.path.startsWith(entry) && chinese(source).length > 0);
    expect(Object.keys(ALLOWED).filter((entry) => !needed(entry))).toEqual([]);
  });
});

describe('the search for hard-coded texts', () => {
  // @{n} for the ${n} of a template
  const find = (code: string) =>
    hardCoded(parse('a.tsx', code.replaceAll('@{', '${'))).map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)));

  it('reports words in elements, in conditional expressions, and in visible attributes', () => {
    expect(find('<p>Hello {name}</p>')).toEqual(['Hello']);
    expect(find('<p>{busy ? "Saving" : done && `Saved @{n}`}</p>')).toEqual(['Saving', 'Saved *']);
    expect(find('<><b title="Close" aria-label={"Shut"} placeholder={x as string} className="big" /></>')).toEqual([
      'Close',
      'Shut',
    ]);
    expect(find('const column = { title: "Plate", key: "plate" }')).toEqual(['Plate']);
  });
  it('reports notifications, and Chinese anywhere', () => {
    expect(find('notify("error", "Failed")')).toEqual(['Failed']);
    expect(find('const a = ["总部", `第@{n}页`, "！"]')).toEqual(['总部', '第*页', '！']);
  });
  it('ignores translated texts, signs and figures, and code that is not displayed', () => {
    expect(find('<p title={t("common.close")}>{t("common.retry")} — {a}/{b} 24</p>')).toEqual([]);
    expect(
      find('notify("error", t("common.copied")); const f = { label: "monitor.locate", title: `monitor.status@{n}` }'),
    ).toEqual([]);
    expect(find('type T = "中"; const han = /[一-鿿]/; // 注释')).toEqual([]);
  });
});
