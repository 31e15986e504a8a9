import { MAX_FOLDER_CHARACTERS } from './limits.ts';

/** Device names of Windows. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A folder name per company: its name without separators and reserved characters. Names are unique, ignoring case. */
export function buildFolderNames(
  companies: readonly { readonly id: number; readonly name: string }[],
): ReadonlyMap<number, string> {
  const taken = new Set<string>();
  return new Map(
    companies.map(({ id, name }) => {
      const plain = plainName(name);
      let folder = plain === '' || RESERVED.test(plain) ? `${plain}_${id}` : plain;
      while (taken.has(folder.toLowerCase())) folder = `${folder}_${id}`;
      taken.add(folder.toLowerCase());
      return [id, folder];
    }),
  );
}

/** A single path segment: no separators, no control or direction characters, no dots or spaces at its ends. */
const plainName = (name: string): string =>
  [...name.normalize('NFC').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]/gu, '_')]
    .slice(0, MAX_FOLDER_CHARACTERS)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '');
