import type { Writable } from 'node:stream';
import type { QuotaRow } from '@fleetwarden/contract/quotas/schemas';
import { enumerationRow } from '@fleetwarden/domain/enumerations';
import { getText, type Language } from '@fleetwarden/locale/languages';
import type { Cell, ColumnKind } from '../../platform/files/table.ts';
import { type TableFormat, writeTable } from '../../platform/files/write-table.ts';

/** A column of the file: the key of its heading, and what it holds of a row. */
type QuotaColumn = {
  readonly title: string;
  readonly kind: ColumnKind;
  readonly cell: (row: QuotaRow, language: Language) => Cell;
};

const figure = (item: 'videoStreams' | 'videoTrafficGB' | 'smsCount' | 'storageGB' | 'forwards'): QuotaColumn => ({
  title: `quotas.${item}`,
  kind: 'number',
  cell: ({ limits }) => limits?.[item] ?? null,
});

const COLUMNS: readonly QuotaColumn[] = [
  { title: 'quotas.deptName', kind: 'text', cell: ({ deptName }) => deptName },
  { title: 'quotas.vehicleLimit', kind: 'number', cell: ({ limits }) => limits?.vehicles ?? null },
  { title: 'quotas.vehiclesUsed', kind: 'number', cell: ({ used }) => used.vehicles },
  { title: 'quotas.userLimit', kind: 'number', cell: ({ limits }) => limits?.users ?? null },
  { title: 'quotas.usersUsed', kind: 'number', cell: ({ used }) => used.users },
  { title: 'quotas.overPolicy', kind: 'text', cell: ({ limits }, language) => policyName(limits?.overPolicy, language) },
  { title: 'quotas.validTo', kind: 'date', cell: ({ limits }) => limits?.validTo ?? null },
  figure('videoStreams'),
  figure('videoTrafficGB'),
  figure('smsCount'),
  figure('storageGB'),
  figure('forwards'),
];

function policyName(policy: number | undefined, language: Language): string {
  const key = policy === undefined ? undefined : enumerationRow('QUOTA_POLICY', policy)?.key;
  return key ? getText(language, key) : '';
}

/** Writes rows of quotas as a table in the reader's language; resolves to how many there were. */
export const writeQuotas = (
  stream: Writable,
  rows: readonly QuotaRow[],
  how: { readonly language: Language; readonly format: TableFormat; readonly timeZone: string },
): Promise<number> =>
  writeTable(stream, how.format, {
    sheet: getText(how.language, 'page.quotaManagement'),
    columns: COLUMNS.map(({ title, kind }) => ({ title: getText(how.language, title), kind })),
    rows: rows.map((row) => COLUMNS.map(({ cell }) => cell(row, how.language))),
    timeZone: how.timeZone,
  });
