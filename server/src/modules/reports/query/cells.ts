import type { ReportCell } from '@fleetwarden/contract/reports/schemas';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { getColumnKind, toShownColumn } from '../model/template.ts';
import { formatLabel, hasLabel } from './labels.ts';

/** Formats the cells of a row for the page: places by address, files by URL. Cells without a column are dropped. */
export type FormatCells = (
  report: ReportDefinition,
  cells: Readonly<Record<string, unknown>>,
  language: ReplyLanguage,
) => Promise<Record<string, ReportCell>>;

export function createFormatCells({
  nameOfPlace,
  mediaFiles,
}: {
  /** `place`: WGS-84 degrees `<lng>,<lat>`. */
  readonly nameOfPlace: (place: string, language: ReplyLanguage) => Promise<string>;
  readonly mediaFiles: Pick<SignedFiles, 'addressOf'>;
}): FormatCells {
  return async (report, cells, language) => {
    const entries = report.columns.map(async (column) => {
      const { key } = toShownColumn(column);
      const value = cells[key];
      if (value === null || value === undefined) return [key, null] as const;
      if (hasLabel(key)) return [key, formatLabel(key, value, language)] as const;
      if (getColumnKind(key).type === 'file') return [key, mediaFiles.addressOf(...parseFileCell(String(value)))] as const;
      if (getColumnKind(key).type === 'place') return [key, await nameOfPlace(String(value), language)] as const;
      return [key, value as ReportCell] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
}

/** `<file>|<name>`, as queries return files. */
function parseFileCell(cell: string): [file: string, name: string] {
  const bar = cell.indexOf('|');
  return [cell.slice(0, bar), cell.slice(bar + 1)];
}
