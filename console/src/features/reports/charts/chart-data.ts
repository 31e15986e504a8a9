import type { ReportChart, ReportColumn, ReportTemplate } from '@fleetwarden/contract/reports/schemas';
import type { Colours, Drawing, Series } from '../../../shared/charts/drawing.ts';
import { formatTime } from '../../../ui/format.ts';
import { inUserUnits } from '../../../ui/units.ts';
import { cellText, type Words } from '../cells.tsx';
import { formatHeading } from '../column-widths.ts';
import type { ChartData } from '../report-calls.ts';

/** The series that counts rows; it has no column. */
const COUNT = 'count';

/** Returns null if there is nothing to draw. */
export function createDrawing(template: ReportTemplate, data: ChartData, colours: Colours, words: Words): Drawing | null {
  const chart = template.reportChartCfg;
  if (!chart || data.x.length === 0) return null;
  const series = data.series.map(({ colEName, name, values }, at) => {
    const column = template.colCfgList.find((each) => each.colEName === colEName);
    const heading = column ? formatHeading(column) : colEName === COUNT ? words.t('reports.chartCount') : colEName;
    // series can share a column, and companies can share a name
    const key = name === undefined ? colEName : `${colEName}.${at}`;
    return {
      key,
      name: name ?? heading,
      colour: colours[at % colours.length]!,
      type: column?.type,
      values: inUnits(column, values),
    };
  });
  if (!series.some(({ values }) => values.some((value) => value !== null))) return null;
  const label = formatLabels(template, chart, words);
  return { type: chart.type, x: data.x.map((place) => label(place) || words.t('reports.chartBlank')), series };
}

const inUnits = (column: ReportColumn | undefined, values: Series['values']): Series['values'] =>
  column?.quantity === undefined ? values : values.map((value) => value && inUserUnits(column.quantity!, value));

/** Labels of the axis: names of values, formatted times. Texts stay as they are. */
function formatLabels(template: ReportTemplate, { x }: ReportChart, words: Words): (place: string) => string {
  const column = template.colCfgList.find(({ colEName }) => colEName === x);
  if (column?.type === 'instant')
    return (place) => (place !== '' && Number.isFinite(Number(place)) ? formatTime(Number(place), words.language) : place);
  if (column?.type === 'enum' || column?.type === 'yesNo') return (place) => cellText(column, place, words);
  return (place) => place;
}
