import { textOf } from '@fleetwarden/locale/languages';
import { aboutOf, type FilledDocument, type Filler, fillDocument, onDays } from '../documents/index.ts';
import { stampedName } from '../export/file-name.ts';
import type { Days } from '../model/dates.ts';
import type { Asked } from '../model/definition.ts';
import { departmentName } from '../query/describe-filters.ts';
import { KINDS, periodName } from './kinds.ts';
import type { DocumentRow } from './store.ts';

export type FillOptions = Filler & {
  readonly platformNameOf: (departmentId: number) => Promise<string>;
  readonly timeZone: string;
  readonly now: () => number;
};

/** All that the document of a company and days says, in its language, to somebody who may see reports as `maySee` says. */
export async function fillCompany(
  options: FillOptions,
  row: DocumentRow,
  maySee: (reportId: number) => boolean,
  signal: AbortSignal,
): Promise<FilledDocument> {
  const { departmentId, language, kind } = row;
  const asked = await askedFor(options, departmentId, row);
  return fillDocument(
    options,
    KINDS[kind].document,
    {
      departmentId,
      maySee,
      asked,
      language,
      about: aboutOf(asked, language, undefined),
      company: await departmentName(options.db, departmentId),
      platformName: (await options.platformNameOf(departmentId)) || textOf(language, 'common.product'),
    },
    signal,
  );
}

/** What its file is called. */
export const fileNameOf = (
  { title, company }: FilledDocument,
  row: DocumentRow,
  { now, timeZone }: Pick<FillOptions, 'now' | 'timeZone'>,
): string => stampedName([title, company, periodName(row.kind, row)], now(), timeZone, row.format);

/** A company with all below it, asked for days; no condition says more. */
async function askedFor({ scopes, timeZone, now }: FillOptions, departmentId: number, days: Days): Promise<Asked> {
  const scope = [...(await scopes.of(departmentId))];
  const asked: Asked = {
    departments: scope,
    scope,
    company: departmentId,
    vehicles: null,
    now: now(),
    timeZone,
    days,
    times: { from: 0, to: 0 },
    dayCount: 1,
    text: () => '',
    number: () => null,
    list: () => null,
    range: () => [null, null],
  };
  return onDays(asked, { from: days.from, to: days.to });
}
