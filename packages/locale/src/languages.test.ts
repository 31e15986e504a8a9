import { describe, expect, it } from 'vitest';
import { textOf, texts } from './languages.ts';
import { languageNames } from './names.ts';

/** Every text of a language by its dotted key. */
function flatten(value: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry === 'string') flat.set(prefix + key, entry);
    else for (const [k, v] of flatten(entry, `${prefix}${key}.`)) flat.set(k, v);
  }
  return flat;
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

const first = flatten(texts.zh);

describe.each(Object.entries(texts))('language %s', (_language, tree) => {
  const flat = flatten(tree);

  it('has exactly the keys of Chinese', () => {
    expect([...flat.keys()].sort()).toEqual([...first.keys()].sort());
  });
  it('has no empty text', () => {
    expect([...flat].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });
  it('fills the same placeholders', () => {
    const different = [...flat].filter(([key, text]) => placeholders(text).join() !== placeholders(first.get(key) ?? '').join());
    expect(different).toEqual([]);
  });
});

describe('textOf', () => {
  it('finds a text by its dotted key', () => {
    expect(textOf('zh', 'error.forbidden')).toBe('无操作权限');
  });
  it('answers with the key where there is no text', () => {
    expect(textOf('en', 'error.nothing')).toBe('error.nothing');
    expect(textOf('en', 'error')).toBe('error');
  });
  it('names every language in itself', () => {
    expect(Object.keys(languageNames)).toEqual(Object.keys(texts));
  });
});
