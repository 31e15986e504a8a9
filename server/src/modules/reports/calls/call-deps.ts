import type { reportsCalls } from '@fleetwarden/contract/reports/routes';
import type { Handlers } from '../../../platform/http/handlers.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { DocumentPageDeps } from '../documents/document-page.ts';
import type { OpenReport } from '../model/report-permissions.ts';
import type { FormatCells } from '../query/cells.ts';
import type { ReportReader } from '../query/resolve-report.ts';

/** Dependencies that all calls share. */
export type CallDeps = DocumentPageDeps & {
  readonly openReport: OpenReport;
  readonly readerOf: (user: Principal) => ReportReader;
  readonly formatCells: FormatCells;
  readonly startExport: Handlers<typeof reportsCalls>['exportdata'];
};
