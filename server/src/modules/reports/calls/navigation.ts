import { menuGroups } from '@fleetwarden/contract/console-routes';
import { STATUS_DATA_REPORT } from '@fleetwarden/contract/reports/report-filters';
import { DEFINITIONS } from '../definitions/all.ts';
import type { ReportDefinition } from '../model/definition.ts';

const LAST_OF_FIRST = 401_999;
const OF_REPORTS = '/report/';
/** Larger than any report number. */
const BEHIND = 1_000_000;
const FIRST_FAMILY = '/report/basicstatementreport/';

/** Reports in menu order, with the status data report behind the first family. */
export const BY_CODE: readonly ReportDefinition[] = DEFINITIONS.toSorted((a, b) => orderOfCode(a) - orderOfCode(b));

function orderOfCode({ id, page }: Pick<ReportDefinition, 'id' | 'page'>): number {
  if (id === STATUS_DATA_REPORT) return LAST_OF_FIRST;
  // active safety reports are in another menu, behind this one
  return page.startsWith(OF_REPORTS) ? id : id + BEHIND;
}

/** The innermost menu group of a report's page. */
export function findMenuGroup({ id, page }: Pick<ReportDefinition, 'id' | 'page'>): {
  readonly key: string;
  readonly title: string;
} {
  // the status data report has no group of its own
  const within = id === STATUS_DATA_REPORT ? FIRST_FAMILY : page;
  const groups = menuGroups.filter(({ path }) => within.startsWith(`${path}/`)).sort((a, b) => b.path.length - a.path.length);
  const { path, title } = groups[0]!;
  return { key: path.slice(path.lastIndexOf('/') + 1), title };
}
