import type { Writable } from 'node:stream';
import type { RuleCode } from '@fleetwarden/contract/alarm-rules/kinds';
import type { Scheme } from '@fleetwarden/contract/alarm-rules/schemas';
import type { Cell } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { ReplyLanguage } from '../../platform/http/language.ts';
import type { GetText } from '../../platform/http/replies.ts';
import { paramWords } from './param-words.ts';

type How = { readonly getText: GetText; readonly language: ReplyLanguage; readonly timeZone: string };

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

/** Writes schemes of a kind as a table; resolves to how many there were. */
export function writeSchemes(stream: Writable, code: RuleCode, schemes: readonly Scheme[], how: How): Promise<number> {
  const { getText, language, timeZone } = how;
  const say = (key: string) => getText(language, `warnScheme.${key}`);
  const inWords = paramWords(code, (key) => getText(language, key));
  const cellOf = (scheme: Scheme, key: (typeof COLUMNS)[number]): Cell => {
    if (key === 'params') return inWords(scheme.params);
    const value = scheme[key];
    return typeof value === 'boolean' ? say(value ? 'yes' : 'no') : value;
  };
  return writeTable(stream, 'xlsx', {
    sheet: say('schemes'),
    columns: COLUMNS.map((key) => ({ title: say(key), kind: key in KINDS ? KINDS[key as keyof typeof KINDS] : 'text' })),
    rows: schemes.map((scheme) => COLUMNS.map((key) => cellOf(scheme, key))),
    timeZone,
  });
}
