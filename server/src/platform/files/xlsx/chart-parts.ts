import { columnName } from '../cell-name.ts';
import type { TableChart } from '../table.ts';
import { textXml } from './cell-xml.ts';
import { storedText } from './plain-text.ts';
import { plainSheet } from './sheet-xml.ts';
import { STYLE } from './styles.ts';
import { DRAWING, RELATION, relationsXml, XML } from './xml-names.ts';

const CHART = `${DRAWING}/chart`;

/** Columns and rows of cells the chart lies over, beside its figures. */
const WIDE = 14;
const HIGH = 24;
/** Two axes, told apart by any number. */
const [LABELS, VALUES] = [101, 102] as const;

/** The sheet of a chart: its figures, labels in the first column and a series in each further one. */
export function chartSheetXml({ along, labels, series }: TableChart): string {
  const headings = [along, ...series.map(({ name }) => name)].map((text, at) => textXml(at, 1, text, STYLE.heading));
  const rows = labels.map((label, at) => {
    const cells = series.map(({ values }, nth) => numberXml(nth + 1, at + 2, values[at] ?? null));
    return `<row r="${at + 2}">${textXml(0, at + 2, label, STYLE.text)}${cells.join('')}</row>`;
  });
  return plainSheet(
    '<cols><col min="1" max="1" width="22" customWidth="1"/></cols>',
    [`<row r="1">${headings.join('')}</row>`, ...rows],
    true,
  );
}

const numberXml = (column: number, row: number, value: number | null): string =>
  value === null ? '' : `<c r="${columnName(column)}${row}" s="${STYLE.general}"><v>${value}</v></c>`;

/** The parts that draw it beside its figures. `sheetNumber`: which sheet of the workbook that is, `number` which of its charts, from 1. */
export function chartParts(
  chart: TableChart,
  sheet: string,
  sheetNumber: number,
  number = 1,
): readonly (readonly [name: string, xml: string])[] {
  return [
    [`xl/worksheets/_rels/sheet${sheetNumber}.xml.rels`, relationsXml([['rId1', 'drawing', `../drawings/drawing${number}.xml`]])],
    [`xl/drawings/drawing${number}.xml`, drawingXml(chart.series.length + 2)],
    [`xl/drawings/_rels/drawing${number}.xml.rels`, relationsXml([['rId1', 'chart', `../charts/chart${number}.xml`]])],
    [`xl/charts/chart${number}.xml`, chartXml(chart, sheet)],
  ];
}

function drawingXml(column: number): string {
  const corner = (name: string, at: number, row: number) =>
    `<xdr:${name}><xdr:col>${at}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const frame = `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="1"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
  return `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}/spreadsheetDrawing" xmlns:a="${DRAWING}/main" xmlns:r="${RELATION}"><xdr:twoCellAnchor>${corner('from', column, 1)}${corner('to', column + WIDE, 1 + HIGH)}${frame}<xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;
}

function chartXml({ title, type, labels, series }: TableChart, sheet: string): string {
  const plot = type === 'pie' ? pieXml(labels, series, sheet) : axesXml(type, labels, series, sheet);
  const name = `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${storedText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`;
  return `${XML}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${DRAWING}/main" xmlns:r="${RELATION}"><c:chart>${name}<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}</c:plotArea><c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
}

type Drawn = TableChart['series'];

const pieXml = (labels: readonly string[], series: Drawn, sheet: string): string =>
  `<c:pieChart><c:varyColors val="1"/>${series
    .slice(0, 1)
    .map((one, at) => seriesXml(one, at, labels, sheet, NOTHING))
    .join('')}<c:firstSliceAng val="0"/></c:pieChart>`;

function axesXml(type: 'bar' | 'line', labels: readonly string[], series: Drawn, sheet: string): string {
  const rows = series.map((one, at) => seriesXml(one, at, labels, sheet, type === 'line' ? OF_LINE : OF_BAR)).join('');
  const axes = `<c:axId val="${LABELS}"/><c:axId val="${VALUES}"/>`;
  const drawn =
    type === 'bar'
      ? `<c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/>${rows}<c:gapWidth val="60"/>${axes}</c:barChart>`
      : `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${rows}<c:marker val="1"/>${axes}</c:lineChart>`;
  const scaling = '<c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/>';
  return `${drawn}<c:catAx><c:axId val="${LABELS}"/>${scaling}<c:axPos val="b"/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="${VALUES}"/><c:crosses val="autoZero"/></c:catAx><c:valAx><c:axId val="${VALUES}"/>${scaling}<c:axPos val="l"/><c:majorGridlines/><c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${LABELS}"/><c:crosses val="autoZero"/></c:valAx>`;
}

/** What a series of a kind has before its figures, and behind them. */
type Extras = { readonly before: string; readonly behind: string };
const NOTHING: Extras = { before: '', behind: '' };
const OF_BAR: Extras = { before: '<c:invertIfNegative val="0"/>', behind: '' };
const OF_LINE: Extras = { before: '<c:marker><c:symbol val="none"/></c:marker>', behind: '<c:smooth val="0"/>' };

/** A series with where its figures stand, and the figures, so that it is drawn before anything is counted. */
function seriesXml(
  { name, values }: Drawn[number],
  at: number,
  labels: readonly string[],
  sheet: string,
  extras: Extras,
): string {
  const of = `'${storedText(sheet.replaceAll("'", "''"))}'!`;
  const column = columnName(at + 1);
  const [first, last] = [2, labels.length + 1];
  const points = (texts: readonly (string | number | null)[]) =>
    `<c:ptCount val="${texts.length}"/>${texts.map((text, nth) => (text === null ? '' : `<c:pt idx="${nth}"><c:v>${storedText(String(text))}</c:v></c:pt>`)).join('')}`;
  const title = `<c:tx><c:strRef><c:f>${of}$${column}$1</c:f><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>`;
  const categories = `<c:cat><c:strRef><c:f>${of}$A$${first}:$A$${last}</c:f><c:strCache>${points(labels)}</c:strCache></c:strRef></c:cat>`;
  const figures = `<c:val><c:numRef><c:f>${of}$${column}$${first}:$${column}$${last}</c:f><c:numCache><c:formatCode>General</c:formatCode>${points(labels.map((_, nth) => values[nth] ?? null))}</c:numCache></c:numRef></c:val>`;
  return `<c:ser><c:idx val="${at}"/><c:order val="${at}"/>${title}${extras.before}${categories}${figures}${extras.behind}</c:ser>`;
}
