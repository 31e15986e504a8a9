const MIB = 1_048_576;

/** Limits of table files that are read. */
export const TABLE_LIMITS = {
  /** Rows with content, without the headings. */
  rows: 200_000,
  columns: 200,
  /** UTF-16 code units in a cell, the limit of spreadsheets. */
  characters: 32_767,
  /** Cells that an error names. */
  named: 20,
  /** Inflated bytes of a workbook; 200,000 rows of 30 columns take some 450 MiB. */
  unpackedBytes: 1024 * MIB,
  /** Inflated bytes of the shared strings, which stay in memory. */
  sharedTextBytes: 256 * MIB,
  /** Inflated bytes of any other part, such as styles. */
  smallPartBytes: 16 * MIB,
  /** Parts in a workbook; each image is one. */
  parts: 5_000,
  /** Compression ratio of a part; normal sheets stay below 100. */
  ratio: 200,
  /** Smaller parts may have any ratio. */
  ratioFromBytes: 4 * MIB,
} as const;
