import type { ReportCell } from '@fleetwarden/contract/reports/schemas';
import type { SignedFiles } from '../../../platform/files/signed-files.ts';
import type { ReplyLanguage } from '../../../platform/http/language.ts';
import type { ReportDefinition } from '../model/definition.ts';
import { parseFileCell } from '../model/file-cell.ts';
import { getColumnKind, toShownColumn } from '../model/template.ts';
import { formatLabel, hasLabel } from './labels.ts';

/** Files of alarms, by session. */
export type EvidenceFiles = { addressOf(id: number, session: string): string };

/**
 * Formats the cells of a row for the page: places by address, files by URL. Cells without a column are dropped. `session`: of a user
 * who may open files of alarms; undefined: the cells have none.
 */
export type FormatCells = (
  report: ReportDefinition,
  cells: Readonly<Record<string, unknown>>,
  language: ReplyLanguage,
  session: string | undefined,
) => Promise<Record<string, ReportCell>>;

export function createFormatCells({
  nameOfPlace,
  mediaFiles,
  evidenceFiles,
}: {
  /** `place`: WGS-84 degrees `<lng>,<lat>`. */
  readonly nameOfPlace: (place: string, language: ReplyLanguage) => Promise<string>;
  readonly mediaFiles: Pick<SignedFiles, 'addressOf'>;
  readonly evidenceFiles: EvidenceFiles;
}): FormatCells {
  const addressOf = (cell: string, session: string | undefined): string | null => {
    const { evidenceId, file, name } = parseFileCell(cell);
    if (evidenceId === undefined) return mediaFiles.addressOf(file, name);
    return session === undefined ? null : evidenceFiles.addressOf(evidenceId, session);
  };
  return async (report, cells, language, session) => {
    const entries = report.columns.map(async (column) => {
      const { key } = toShownColumn(column);
      const value = cells[key];
      if (value === null || value === undefined) return [key, null] as const;
      if (hasLabel(key)) return [key, formatLabel(key, value, language)] as const;
      if (getColumnKind(key).type === 'file') return [key, addressOf(String(value), session)] as const;
      if (getColumnKind(key).type === 'place') return [key, await nameOfPlace(String(value), language)] as const;
      return [key, value as ReportCell] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
}
