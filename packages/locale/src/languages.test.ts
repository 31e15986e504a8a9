import { describe, expect, it } from 'vitest';
import { consoleRoutes } from '../../contract/src/console-routes.ts';
import { errors, fieldTexts } from '../../contract/src/errors.ts';
import { permissionTree } from '../../contract/src/permission-tree.ts';
import { ADDRESS_URL_FIELDS, TILE_URL_FIELDS } from '../../contract/src/settings/url-fields.ts';
import type { LanguageTexts } from './languages.ts';
import { getText, texts } from './languages.ts';
import type { Language } from './names.ts';
import { languageNames } from './names.ts';

/** Every text of a language by its key with its area. */
const flatten = (areas: LanguageTexts): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(areas).flatMap(([area, entries]) => Object.entries(entries).map(([key, text]) => [`${area}.${key}`, text])),
  );

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)(?:, number)?\}\}/g)].map((match) => match[1]).sort();
const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;

/** Texts that the specification prescribes in English for all languages. */
const PRESCRIBED = ['Switch Size Success', 'you browser can not work', 'Has Error', 'administrator'];

/** Fields in the addresses of settings. */
const URL_FIELDS: Readonly<Record<string, readonly string[]>> = {
  mapSourceUrl: TILE_URL_FIELDS,
  addressServiceUrl: ADDRESS_URL_FIELDS,
};

const languages = Object.keys(texts) as Language[];
const first = flatten(texts.zh);

describe.each(languages)('language %s', (language) => {
  const flat = flatten(texts[language]);
  const where = (wrong: (text: string, key: string) => boolean) =>
    [...flat].filter(([key, text]) => wrong(text, key)).map(([key, text]) => `${key}: ${text}`);

  it('has exactly the keys of Chinese', () => {
    expect([...flat.keys()].sort()).toEqual([...first.keys()].sort());
  });
  it('has no empty text, and no text with outer spaces', () => {
    expect(where((text) => text === '' || text !== text.trim())).toEqual([]);
  });
  it('has the same placeholders as Chinese', () => {
    expect(where((text, key) => placeholders(text).join() !== placeholders(first.get(key) ?? '').join())).toEqual([]);
  });
  it('has no placeholder without a value', () => {
    // a hint contains the placeholders of its setting's address unchanged
    const written = (key: string) => URL_FIELDS[/^settings\.(\w+)Hint$/.exec(key)?.[1] ?? ''] ?? [];
    const rest = (text: string, key: string) =>
      written(key).reduce((left, name) => left.replaceAll(`{${name}}`, ''), text.replaceAll(/\{\{\w+(?:, number)?\}\}/g, ''));
    expect(where((text, key) => /[{}]/.test(rest(text, key)))).toEqual([]);
  });
  it('names every placeholder of a URL setting in its hint', () => {
    for (const [key, names] of Object.entries(URL_FIELDS))
      for (const name of names) expect(flat.get(`settings.${key}Hint`)).toContain(`{${name}}`);
  });
  it('has a text for every page, permission and error of the contract', () => {
    const named = [
      ...consoleRoutes.map(({ title }) => title),
      ...permissionTree.map(({ name }) => name),
      ...Object.values(errors).map(({ key }) => key),
      ...Object.values(fieldTexts),
    ];
    expect(named.filter((key) => !flat.get(key))).toEqual([]);
  });
  it('has different names for the permissions of a group', () => {
    const groups = Object.groupBy(permissionTree, ({ parent }) => parent ?? '');
    const doubled = Object.values(groups).flatMap((rows = []) => {
      const names = rows.map(({ name }) => flat.get(name) ?? name);
      return names.filter((name, i) => names.indexOf(name) !== i);
    });
    expect(doubled).toEqual([]);
  });
  it('preserves the texts specified in English', () => {
    for (const [key, text] of first) if (PRESCRIBED.includes(text)) expect(`${key}: ${flat.get(key)}`).toBe(`${key}: ${text}`);
  });
  if (language === 'en' || language === 'es')
    it('contains no Chinese', () => {
      expect(where((text) => CJK.test(text))).toEqual([]);
    });
  else
    it('contains no English', () => {
      // words of Latin letters only must be names, units or signs that this language writes alike
      const english = flatten(texts.en);
      const sentence = /[A-Za-z]{2,} [A-Za-z]{2,}/;
      expect(where((text, key) => text === english.get(key) && sentence.test(text) && !PRESCRIBED.includes(text))).toEqual([]);
    });
  if (language === 'en')
    it('starts each text with a capital letter and continues in lower case', () => {
      const small = where((text) => /^[a-z]/.test(text)).filter(
        (line) =>
          !PRESCRIBED.some((text) => line.endsWith(`: ${text}`)) &&
          // units, and texts that follow other words
          !/^(common\.justNow|monitor\.\w+(Cut|Open|Locked)|settings\.unit\w+|unit\.\w+|enumeration\.tyrePressureUnit\w+):/.test(
            line,
          ),
      );
      expect(small).toEqual([]);
      const titled = where(
        (text, key) =>
          /^(action|page|report)\./.test(key) &&
          text
            .replaceAll(/\([^)]*\)/g, '')
            .split(' ')
            .slice(1)
            .some((word) => /^[A-Z][a-z]/.test(word)),
      );
      // names of places and people
      expect(titled.filter((line) => !/Sichuan|Shandong/.test(line))).toEqual([]);
    });
  if (language === 'ja') {
    it('contains no simplified Chinese characters', () => {
      expect(where((text) => /[车辆报设备发离线驾驶员证统计门电话录东华业务请输个还]/.test(text))).toEqual([]);
    });
    it('has no space between a figure or a Latin word and Japanese text', () => {
      expect(where((text) => /[A-Za-z0-9}] [\u3040-\u30ff\u3400-\u9fff]/.test(text))).toEqual([]);
    });
  }
  if (language === 'zh')
    it('has no full stop after a single sentence', () => {
      expect(where((text) => /^[^。]*。$/.test(text))).toEqual([]);
    });
});

/**
 * Plural forms. A text fits every count ('Found: {{count}}', '{{count}} min ago'), or is a pair of keys
 * `..._one` and `..._other`, the same in all languages; Chinese and Japanese use one text for both. Spanish has a third form for
 * whole millions, for which the console uses `..._other`.
 */
describe('counts', () => {
  const SUFFIX = /_(zero|one|two|few|many|other)$/;

  it('have one form, or the pair _one and _other, where _other contains the count', () => {
    for (const key of first.keys()) {
      const suffix = SUFFIX.exec(key)?.[1];
      if (!suffix) continue;
      expect(['one', 'other'], key).toContain(suffix);
      const stem = key.replace(SUFFIX, '');
      expect([first.has(`${stem}_one`), first.has(`${stem}_other`), first.has(stem)], stem).toEqual([true, true, false]);
      expect(first.get(`${stem}_other`), stem).toMatch(/\{\{count(, number)?\}\}/);
    }
  });
  it.each(['zh', 'ja'] as const)('have one form in %s', (language) => {
    const flat = flatten(texts[language]);
    for (const [key, text] of flat) if (key.endsWith('_one')) expect(text).toBe(flat.get(key.replace(/one$/, 'other')));
  });
  it.each(['en', 'es'] as const)('have a pair in %s if a plural follows the figure', (language) => {
    const plural = /\{\{count\}\} \p{L}{2,}s\b/u;
    const alone = [...flatten(texts[language])].filter(([key, text]) => plural.test(text) && !/_(one|other)$/.test(key));
    expect(alone).toEqual([]);
  });
});

describe('getText', () => {
  it('returns a text by its dotted key', () => {
    expect(getText('zh', 'error.forbidden')).toBe('无操作权限');
    expect(getText('ja', 'common.retry')).toBe('再試行');
  });
  it('returns the key if there is no text', () => {
    expect(getText('en', 'error.nothing')).toBe('error.nothing');
    expect(getText('es', 'error')).toBe('error');
  });
  it('every language has its name in that language', () => {
    expect(languageNames).toEqual({ zh: '中文', en: 'English', es: 'Español', ja: '日本語' });
    expect(Object.keys(languageNames)).toEqual(languages);
  });
});
