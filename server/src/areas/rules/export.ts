import type { Writable } from 'node:stream';
import type { Scheme } from '@fleetwarden/contract/warn-schemes';
import type { Cell } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import type { TextOf } from '../../platform/http/replies.ts';

type How = { readonly textOf: TextOf; readonly language: ReplyLanguage; readonly timeZone: string };

/** Columns in their order; headings are texts `warnScheme.<key>`. */
const COLUMNS = [
  'schemeName',
  'deptName',
  'enabled',
  'validFrom',
  'validTo',
  'priority',
  'params',
  'vehicles',
  'departments',
  'remark',
  'updatedBy',
  'updatedAt',
] as const;
const KINDS = {
  validFrom: 'date',
  validTo: 'date',
  priority: 'number',
  vehicles: 'number',
  departments: 'number',
  updatedAt: 'instant',
} as const;

/** Writes schemes as a table; resolves to how many there were. */
export function writeSchemes(stream: Writable, schemes: readonly Scheme[], { textOf, language, timeZone }: How): Promise<number> {
  const say = (key: string) => textOf(language, `warnScheme.${key}`);
  /** `limit: 80; rows: ...`, with the names of the parameters. */
  const inWords = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(inWords).join(', ');
    if (typeof value === 'object' && value !== null)
      return Object.entries(value)
        .map(([key, inner]) => `${textOf(language, `warnScheme.param_${key}`)}: ${inWords(inner)}`)
        .join('; ');
    return typeof value === 'boolean' ? say(value ? 'yes' : 'no') : String(value ?? '');
  };
  const cellOf = (scheme: Scheme, key: (typeof COLUMNS)[number]): Cell => {
    const value = scheme[key];
    return typeof value === 'number' || typeof value === 'string' || value === null ? value : inWords(value);
  };
  return writeTable(stream, 'xlsx', {
    sheet: say('schemes'),
    columns: COLUMNS.map((key) => ({ title: say(key), kind: key in KINDS ? KINDS[key as keyof typeof KINDS] : 'text' })),
    rows: schemes.map((scheme) => COLUMNS.map((key) => cellOf(scheme, key))),
    timeZone,
  });
}
