import { formatColumnName } from '../cell-name.ts';
import type { TableChart } from '../table.ts';
import { encodeCellText } from './cell-text.ts';
import { renderTextCell } from './cell-xml.ts';
import { renderSheet } from './sheet-xml.ts';
import { STYLE } from './styles.ts';
import { DRAWING, RELATION, renderRelations, XML } from './xml-names.ts';

const CHART = `${DRAWING}/chart`;

/** Size of the chart in columns and rows. */
const WIDTH = 14;
const HEIGHT = 24;
/** Arbitrary axis ids. */
const [LABEL_AXIS, VALUE_AXIS] = [101, 102] as const;

/** The sheet of a chart's data: labels in the first column, then one column per series. */
export function renderChartSheet({ along, labels, series }: TableChart): string {
  const headings = [along, ...series.map(({ name }) => name)].map((text, at) => renderTextCell(at, 1, text, STYLE.heading));
  const rows = labels.map((label, at) => {
    const cells = series.map(({ values }, nth) => renderNumberCell(nth + 1, at + 2, values[at] ?? null));
    return `<row r="${at + 2}">${renderTextCell(0, at + 2, label, STYLE.text)}${cells.join('')}</row>`;
  });
  return renderSheet(
    '<cols><col min="1" max="1" width="22" customWidth="1"/></cols>',
    [`<row r="1">${headings.join('')}</row>`, ...rows],
    true,
  );
}

const renderNumberCell = (column: number, row: number, value: number | null): string =>
  value === null ? '' : `<c r="${formatColumnName(column)}${row}" s="${STYLE.general}"><v>${value}</v></c>`;

/** The parts that draw the chart beside its data. `sheetNumber` and `number` count sheets and charts from 1. */
export function renderChartParts(
  chart: TableChart,
  sheet: string,
  sheetNumber: number,
  number = 1,
): readonly (readonly [name: string, xml: string])[] {
  return [
    [
      `xl/worksheets/_rels/sheet${sheetNumber}.xml.rels`,
      renderRelations([['rId1', 'drawing', `../drawings/drawing${number}.xml`]]),
    ],
    [`xl/drawings/drawing${number}.xml`, renderDrawing(chart.series.length + 2)],
    [`xl/drawings/_rels/drawing${number}.xml.rels`, renderRelations([['rId1', 'chart', `../charts/chart${number}.xml`]])],
    [`xl/charts/chart${number}.xml`, renderChart(chart, sheet)],
  ];
}

function renderDrawing(column: number): string {
  const corner = (name: string, at: number, row: number) =>
    `<xdr:${name}><xdr:col>${at}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const frame = `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
  return `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${RELATION}"><xdr:twoCellAnchor>${corner('from', column, 1)}${corner('to', column + WIDTH, 1 + HEIGHT)}${frame}<xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;
}

function renderChart({ title, type, labels, series }: TableChart, sheet: string): string {
  const plot = type === 'pie' ? renderPie(labels, series, sheet) : renderAxes(type, labels, series, sheet);
  const name = `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${encodeCellText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;
  return `${XML}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING}/main" xmlns:r="${RELATION}"><c:chart>${name}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}</c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
}

type ChartSeries = TableChart['series'];

const renderPie = (labels: readonly string[], series: ChartSeries, sheet: string): string =>
  `<c:pieChart><c:varyColors val="1"/>${series
    .slice(0, 1)
    .map((one, at) => renderSeries(one, at, labels, sheet, PIE_EXTRAS))
    .join('')}<c:firstSliceAng val="0"/></c:pieChart>`;

function renderAxes(type: 'bar' | 'line', labels: readonly string[], series: ChartSeries, sheet: string): string {
  const rows = series.map((one, at) => renderSeries(one, at, labels, sheet, type === 'line' ? LINE_EXTRAS : BAR_EXTRAS)).join('');
  const axes = `<c:axId val="${LABEL_AXIS}"/><c:axId val="${VALUE_AXIS}"/>`;
  const drawn =
    type === 'bar'
      ? `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${rows}<c:gapWidth val="60"/>${axes}</c:barChart>`
      : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${rows}<c:marker val="1"/>${axes}</c:lineChart>`;
  const scaling = '<c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>';
  return `${drawn}<c:catAx><c:axId val="${LABEL_AXIS}"/>${scaling}<c:axPos val="b"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="${VALUE_AXIS}"/><c:crosses val="autoZero"/></c:catAx><c:valAx><c:axId val="${VALUE_AXIS}"/>${scaling}<c:axPos val="l"/><c:majorGridlines/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${LABEL_AXIS}"/><c:crosses val="autoZero"/></c:valAx>`;
}

/** XML of a series before and after its values, by chart type. */
type Extras = { readonly before: string; readonly after: string };
const PIE_EXTRAS: Extras = { before: '', after: '' };
const BAR_EXTRAS: Extras = { before: '<c:invertIfNegative val="0"/>', after: '' };
const LINE_EXTRAS: Extras = { before: '<c:marker><c:symbol val="none"/></c:marker>', after: '<c:smooth val="0"/>' };

/** A series with its cell references and cached values, so that it shows before any recalculation. */
function renderSeries(
  { name, values }: ChartSeries[number],
  at: number,
  labels: readonly string[],
  sheet: string,
  extras: Extras,
): string {
  const prefix = `'${encodeCellText(sheet.replaceAll("'", "''"))}'!`;
  const column = formatColumnName(at + 1);
  const [first, last] = [2, labels.length + 1];
  const points = (texts: readonly (string | number | null)[]) =>
    `<c:ptCount val="${texts.length}"/>${texts.map((text, nth) => (text === null ? '' : `<c:pt idx="${nth}"><c:v>${encodeCellText(String(text))}</c:v></c:pt>`)).join('')}`;
  const title = `<c:tx><c:strRef><c:f>${prefix}$${column}$1</c:f><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>`;
  const categories = `<c:cat><c:strRef><c:f>${prefix}$A$${first}:$A$${last}</c:f><c:strCache>${points(labels)}</c:strCache></c:strRef></c:cat>`;
  const figures = `<c:val><c:numRef><c:f>${prefix}$${column}$${first}:$${column}$${last}</c:f><c:numCache><c:formatCode>General</c:formatCode>${points(labels.map((_, nth) => values[nth] ?? null))}</c:numCache></c:numRef></c:val>`;
  return `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${title}${extras.before}${categories}${figures}${extras.after}</c:ser>`;
}
