export const reportFormats = ['xlsx', 'csv', 'pdf'] as const;
/** Rows a PDF has at the most: what is longer is no reading. */
export const MAX_PDF_ROWS = 2_000;
export type ReportFormat = (typeof reportFormats)[number];
