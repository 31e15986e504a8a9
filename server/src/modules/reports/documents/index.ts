export { companyDay, companyMonth, companyWeek } from './company.ts';
export { onDays } from './context.ts';
export type { ReportDocument } from './document.ts';
export { type FilledDocument, type Filler, fillDocument, word } from './fill.ts';
export { aboutOf, type DocumentFormat, writeDocument } from './laid-out.ts';
export { reportsOfDocument } from './sources.ts';
