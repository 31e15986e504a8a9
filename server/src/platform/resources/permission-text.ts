import { builtInRoles } from '@fleetwarden/contract/identity/built-in-roles';
import { permissionTree } from '@fleetwarden/contract/permission-tree';
import { pieces, plainText, type TextRef, type Words } from './words.ts';

/** Codes, or what is wrong. */
type Read = { readonly value: readonly string[] } | { readonly wrong: TextRef };

/** Codes of a name, each with the code at the top of its branch. */
type Meanings = ReadonlyMap<string, readonly { readonly top: string; readonly codes: readonly string[] }[]>;

const parents = new Map(permissionTree.map(({ code, parent }) => [code as string, parent as string | null]));

/** A code and its ancestors. */
function* lineOf(code: string): Generator<string> {
  for (let at: string | null | undefined = code; at; at = parents.get(at)) yield at;
}

/** Descendants of each code, and the code itself. */
const below = new Map<string, string[]>(permissionTree.map(({ code }) => [code, []]));
for (const { code } of permissionTree) for (const top of lineOf(code)) below.get(top)!.push(code);

/**
 * Parses permissions written in any language, separated by commas. A name of a built-in role or a page includes its descendants.
 * A button follows its page ('Users/Add'). A code means only itself.
 */
export function permissionReader(words: Words): (text: string) => Read {
  const meanings = buildMeanings(words);
  return (text) => {
    // a name may have a comma in it
    const each = text
      .split(/[;；\n]/)
      .flatMap((part) => (findCodes(meanings, part.trim()) === undefined ? pieces(part) : [part.trim()]));
    const codes = new Set<string>();
    for (const name of each) {
      const found = findCodes(meanings, name);
      if (!found) return { wrong: { key: 'transfer.noPermission', params: { name } } };
      if (typeof found === 'string') return { wrong: { key: 'transfer.manyPermissions', params: { name, code: found } } };
      for (const code of found) codes.add(code);
    }
    return { value: [...codes] };
  };
}

/** Codes of a name; the name of a page if it is ambiguous, undefined if unknown. */
function findCodes(meanings: Meanings, name: string): readonly string[] | string | undefined {
  if (parents.has(name)) return [name];
  const found = meanings.get(plainText(name));
  if (!found) return undefined;
  // a page and its group may have one name: the group has both
  const outer = found.find(({ top }) => found.every((other) => [...lineOf(other.top)].includes(top)));
  return outer ? outer.codes : found[0]!.top;
}

/** Names of built-in roles; names of permissions, alone and after their ancestors. */
function buildMeanings({ everyText }: Words): Meanings {
  const meanings = new Map<string, { top: string; codes: readonly string[] }[]>();
  const add = (name: string, meaning: { top: string; codes: readonly string[] }) => {
    const known = meanings.get(plainText(name)) ?? [];
    if (!known.some(({ top }) => top === meaning.top)) meanings.set(plainText(name), [...known, meaning]);
  };
  const names = new Map(permissionTree.map(({ code, name }) => [code as string, everyText(name)]));
  for (const { code } of permissionTree) {
    const meaning = { top: code, codes: below.get(code)! };
    const line = [...lineOf(code)].map((at) => names.get(at)!);
    for (let length = 1; length <= line.length; length++)
      for (let language = 0; language < line[0]!.length; language++)
        add(
          line
            .slice(0, length)
            .map((texts) => texts[language])
            .toReversed()
            .join('/'),
          meaning,
        );
  }
  // last, and alone: a role is meant where a page has its name
  for (const { key, codes } of builtInRoles)
    for (const name of everyText(`role.${key}`)) meanings.set(plainText(name), [{ top: codes[0]!, codes }]);
  return meanings;
}
