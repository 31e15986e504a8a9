import type { ReportCell } from '@fleetwarden/contract/reports/schemas';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { kindOf, shownOf } from '../model/template.ts';
import { isWorded, worded } from './labels.ts';

/** Cells of a row as they are sent: places by their names, files by their addresses, and nothing that is no column. */
export type CellsOf = (
  report: ReportDefinition,
  cells: Readonly<Record<string, unknown>>,
  language: ReplyLanguage,
) => Promise<Record<string, ReportCell>>;

export function createCells({
  nameOfPlace,
  mediaFiles,
}: {
  /** Of WGS-84 degrees `<lng>,<lat>`. */
  readonly nameOfPlace: (place: string) => Promise<string>;
  readonly mediaFiles: Pick<SignedFiles, 'addressOf'>;
}): CellsOf {
  return async (report, cells, language) => {
    const entries = report.columns.map(async (column) => {
      const { key } = shownOf(column);
      const value = cells[key];
      if (value === null || value === undefined) return [key, null] as const;
      if (isWorded(key)) return [key, worded(key, value, language)] as const;
      if (kindOf(key).type === 'file') return [key, mediaFiles.addressOf(...fileOf(String(value)))] as const;
      if (kindOf(key).type === 'place') return [key, await nameOfPlace(String(value))] as const;
      return [key, value as ReportCell] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
}

/** A file and what people call it, as a query tells them: `<file>|<name>`. */
function fileOf(cell: string): [file: string, name: string] {
  const bar = cell.indexOf('|');
  return [cell.slice(0, bar), cell.slice(bar + 1)];
}
