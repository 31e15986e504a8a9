import { STATUS_DATA_REPORT } from '@fleetwarden/contract/report-filters';
import { menuGroups } from '@fleetwarden/contract/routes';
import { DEFINITIONS } from '../definitions/all.ts';
import type { ReportDefinition } from '../model/definition.ts';

const LAST_OF_FIRST = 401_999;
const OF_REPORTS = '/report/';
/** More than the number of any report. */
const BEHIND = 1_000_000;
const FIRST_FAMILY = '/report/basicstatementreport/';

/** In the order of their codes, as menus have them; the status of vehicles behind the first family. */
export const BY_CODE: readonly ReportDefinition[] = DEFINITIONS.toSorted((a, b) => orderOfCode(a) - orderOfCode(b));

function orderOfCode({ id, page }: Pick<ReportDefinition, 'id' | 'page'>): number {
  if (id === STATUS_DATA_REPORT) return LAST_OF_FIRST;
  // those of active safety stand in another menu, behind this one
  return page.startsWith(OF_REPORTS) ? id : id + BEHIND;
}

/** The group of the menu a report stands in: the innermost that its page is below. */
export function findMenuGroup({ id, page }: Pick<ReportDefinition, 'id' | 'page'>): {
  readonly key: string;
  readonly title: string;
} {
  // the status of vehicles stands in no family of the menu: it is among the first
  const within = id === STATUS_DATA_REPORT ? FIRST_FAMILY : page;
  const groups = menuGroups.filter(({ path }) => within.startsWith(`${path}/`)).sort((a, b) => b.path.length - a.path.length);
  const { path, title } = groups[0]!;
  return { key: path.slice(path.lastIndexOf('/') + 1), title };
}
