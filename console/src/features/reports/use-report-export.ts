import type { ReportFormat } from '@fleetwarden/contract/reports/report-formats';
import type { ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import { useState } from 'react';
import type { Sort } from '../../ui/table/use-table-url.ts';
import { type Conditions, complaintOf } from './conditions.ts';
import { complain } from './refusals.ts';
import { askedOf } from './report-calls.ts';
import { exportReport } from './report-export.ts';

type Wish = {
  readonly conditions: Conditions;
  /** null: in the report's own order. */
  readonly sort: Sort | null;
  readonly format: ReportFormat;
  readonly columns: readonly string[];
  /** Says why it is not written after all, and true. */
  readonly refused?: () => boolean;
};

/** Has a report written where its conditions may be exported, else says what is missing; and whether one is being asked for. */
export function useReportExport(template: ReportTemplate): readonly [running: boolean, write: (wish: Wish) => Promise<void>] {
  const [running, setRunning] = useState(false);
  const write = async ({ conditions, sort, format, columns, refused }: Wish) => {
    const complaint = complaintOf(template, conditions, 'export');
    if (complaint) return complain(complaint);
    if (refused?.()) return;
    setRunning(true);
    // told by the client
    await exportReport(askedOf(template.reportId, conditions, sort), format, columns).catch(() => undefined);
    setRunning(false);
  };
  return [running, write];
}
