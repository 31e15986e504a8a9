import { existsSync, readFileSync } from 'node:fs';
import { DAY_COLUMNS } from '../../../src/modules/reports/columns/day-columns.ts';
import { HOUR_KEYS } from '../../../src/modules/reports/columns/hour-columns.ts';
import type { ReportShape } from '../../../src/modules/reports/model/definition.ts';
import type { Filter } from '../../../src/modules/reports/model/filter.ts';
import { isPinned, toShownColumn } from '../../../src/modules/reports/model/template.ts';

/** The catalogue as data; it is outside the repository, like the specification. */
const FILE = new URL('../../../../../shared/spec/report-catalogue.json', import.meta.url);

type Entry = {
  readonly reportId: number;
  readonly roleCode: string;
  readonly slug: string;
  readonly qryCdtionCfgList: readonly {
    readonly colEname: string;
    readonly filterType: number;
    readonly required: boolean;
    readonly remark?: string;
    readonly queryDefaultName?: string;
    readonly enum?: string;
  }[];
  readonly colCfgList: readonly { readonly colEName: string; readonly isfixed: number }[];
  readonly sumColCfgList: readonly { readonly colEName: string; readonly agg: string }[];
  readonly reportChartCfg: { readonly type: string; readonly x: string; readonly y: readonly string[] } | null;
  readonly reportRedirector: readonly { readonly colEName: string; readonly reportId: number }[];
  readonly kpiList: readonly string[];
  readonly sort: string;
};
/** Its reports; none where it is absent. */
export const catalogue: readonly Entry[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')).reports : [];
/** Columns that expand to several. */
const STAND_FOR: Readonly<Record<string, readonly string[]>> = {
  dayCols: DAY_COLUMNS,
  onlineDayCols: DAY_COLUMNS,
  locatedDayCols: DAY_COLUMNS,
  hourCols: HOUR_KEYS,
};
const expanded = (key: string): readonly string[] => STAND_FOR[key] ?? [key];

/** Differences, one per line: `<what> -<theirs>`, `<what> +<ours>`. */
function unlike(what: string, ours: readonly string[], theirs: readonly string[]): string[] {
  const lost = theirs.filter((one) => !ours.includes(one)).map((one) => `${what} -${one}`);
  const added = ours.filter((one) => !theirs.includes(one)).map((one) => `${what} +${one}`);
  const shared = ours.filter((one) => theirs.includes(one));
  const inOrder = theirs.filter((one) => ours.includes(one)).join() === shared.join();
  return [...lost, ...added, ...(inOrder ? [] : [`${what} in another order`])];
}

/** A filter as a line; 'all options' equals 'no option'. */
const formatLine = (
  { name, type, required = false, preset, initial, values }: Filter,
  all = name === 'alarmTypes' ? 'all' : '',
): string =>
  [
    name,
    type,
    ...(required ? ['required'] : []),
    ...(preset === undefined ? [] : [preset]),
    ...(initial === undefined || initial === all || initial === '' ? [] : [initial]),
    ...(values === undefined ? [] : [values]),
  ].join(' ');
const theirLine = ({
  colEname,
  filterType,
  required,
  remark,
  queryDefaultName,
  enum: values,
}: Entry['qryCdtionCfgList'][number]) =>
  formatLine(
    {
      name: colEname,
      type: filterType as Filter['type'],
      required,
      ...(remark === undefined ? {} : { preset: remark as NonNullable<Filter['preset']> }),
      ...(queryDefaultName === undefined ? {} : { initial: queryDefaultName }),
      ...(values === undefined ? {} : { values }),
    },
    'all',
  );

/** Differences of a report of ours from the catalogue. */
export function listDifferences(ours: ReportShape, theirs: Entry): string[] {
  const chart = (of: { readonly type: string; readonly x: string; readonly y: readonly string[] } | null | undefined) =>
    of ? [`${of.type} ${of.x} ${of.y.flatMap(expanded).join()}`] : [];
  const [column, direction] = ours.order;
  const [first = '', going = 'asc'] = theirs.sort.split(',')[0]!.split(' ');
  return [
    ...unlike(
      'condition',
      ours.filters.map((one) => formatLine(one)),
      theirs.qryCdtionCfgList.map(theirLine),
    ),
    ...unlike(
      'column',
      ours.columns.flatMap((one) => expanded(toShownColumn(one).key)),
      theirs.colCfgList.flatMap(({ colEName }) => expanded(colEName)),
    ),
    ...unlike(
      'sum',
      Object.entries(ours.sums ?? {})
        .flatMap(([key, how]) => expanded(key).map((each) => `${each} ${how}`))
        .toSorted(),
      theirs.sumColCfgList
        .flatMap(({ colEName, agg }) => expanded(colEName).map((key) => `${key} ${agg.replace('ratio100', 'ratio')}`))
        .toSorted(),
    ),
    ...unlike(
      'pinned',
      ours.columns.map((one) => toShownColumn(one).key).filter(isPinned),
      theirs.colCfgList.filter(({ isfixed }) => isfixed === 1).map(({ colEName }) => colEName),
    ),
    ...unlike(
      'drill-down',
      (ours.drills ?? []).map(({ column, report }) => `${column} ${report}`).toSorted(),
      theirs.reportRedirector
        .flatMap(({ colEName, reportId }) => expanded(colEName).map((key) => `${key} ${reportId}`))
        .toSorted(),
    ),
    ...unlike('card', ours.cards ?? [], theirs.kpiList),
    ...unlike('chart', chart(ours.chart), chart(theirs.reportChartCfg)),
    ...unlike('order', [`${column} ${direction}`], [`${first} ${going}`]),
  ];
}
