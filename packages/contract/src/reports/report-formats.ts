export const reportFormats = ['xlsx', 'csv', 'pdf'] as const;
/** Most rows of a PDF: a longer one is unreadable. */
export const MAX_PDF_ROWS = 2_000;
export type ReportFormat = (typeof reportFormats)[number];
