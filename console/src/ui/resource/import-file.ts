/** What files an import takes, and how large they may be. */
export const IMPORT_KINDS = ['.xlsx', '.csv'] as const;

const MIB = 1024 * 1024;
export const toMib = (bytes: number): number => Math.floor(bytes / MIB);

/** Why a file is not even sent; null where it is. */
export function fileProblem(file: File, maxBytes: number): 'importKind' | 'importTooLarge' | null {
  const name = file.name.toLowerCase();
  if (!IMPORT_KINDS.some((kind) => name.endsWith(kind))) return 'importKind';
  return file.size > maxBytes ? 'importTooLarge' : null;
}

/** One refused cell of an import file. */
export type ImportError = {
  /** As spreadsheets count, the row of names is 1. */
  readonly row: number;
  /** 'C5'; null: the whole row. */
  readonly cell: string | null;
  /** Name of the column; null as above. */
  readonly header: string | null;
  readonly message: string;
};

/** What a check, or an import, comes to; the first errors only. */
export type ImportResult = {
  readonly adds: number;
  readonly changes: number;
  readonly removes: number;
  /** Rows without and with errors. */
  readonly good: number;
  readonly bad: number;
  readonly errors: readonly ImportError[];
  /** The task has a file of all errors. */
  readonly errorFile: boolean;
  readonly applied: boolean;
  /** There is something to be told of the added records, once. */
  readonly told?: string;
};

/** What is told once of an added record, with its name: texts by the fields' keys. */
export type ToldRecord = Readonly<Record<string, string>>;
