const MIB = 1_048_576;

/** How much of a table file is taken. */
export const TABLE_LIMITS = {
  /** Rows that hold something, beneath the first one. */
  rows: 200_000,
  columns: 200,
  /** UTF-16 code units in a cell: what a spreadsheet's own cell holds. */
  characters: 32_767,
  /** Cells a fault names. */
  named: 20,
  /** Unpacked bytes of all parts of a workbook. 200,000 rows of 30 columns as spreadsheets write them come to some 450 MiB. */
  unpackedBytes: 1024 * MIB,
  /** Unpacked bytes of its table of texts, which is held in memory while the sheet is read. */
  sharedTextBytes: 256 * MIB,
  /** Unpacked bytes of any part but sheets and texts: lists of sheets, styles. */
  smallPartBytes: 16 * MIB,
  /** Parts in a workbook; each picture is one. */
  parts: 5_000,
  /** Unpacked by packed bytes of one part; sheets of spreadsheets stay below 100. */
  ratio: 200,
  /** Parts smaller than this may have any ratio. */
  ratioFromBytes: 4 * MIB,
} as const;
