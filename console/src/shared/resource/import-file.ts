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

/** What is told once of an added record, with its name: texts by the fields' keys. */
export type ToldRecord = Readonly<Record<string, string>>;
