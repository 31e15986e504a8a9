/** Accepted import files and their size limit. */
export const IMPORT_KINDS = ['.xlsx', '.csv'] as const;

const MIB = 1024 * 1024;
export const toMib = (bytes: number): number => Math.floor(bytes / MIB);

/** The reason to reject a file before upload; null: valid. */
export function fileProblem(file: File, maxBytes: number): 'importKind' | 'importTooLarge' | null {
  const name = file.name.toLowerCase();
  if (!IMPORT_KINDS.some((kind) => name.endsWith(kind))) return 'importKind';
  return file.size > maxBytes ? 'importTooLarge' : null;
}

/** One-time secrets of an added record with its name: texts by field key. */
export type SecretRecord = Readonly<Record<string, string>>;
