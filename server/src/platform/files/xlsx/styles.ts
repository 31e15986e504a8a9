import { SPREADSHEET, XML } from './xml-names.ts';

/** Cell styles in the order of cellXfs. Number formats are built-in (18.8.30), or defined below from 164 on. */
const FORMATS = [
  ['general', 0],
  ['text', 49],
  ['date', 164],
  ['instant', 165],
  ['percent', 10],
  ['span', 46],
  ['decimal1', 166],
  ['decimal2', 2],
  ['decimal6', 167],
] as const;
const CUSTOM_FORMATS = ['yyyy\\-mm\\-dd', 'yyyy\\-mm\\-dd\\ hh:mm:ss', '0.0', '0.000000'] as const;
const FIRST_CUSTOM_ID = 164;
const TEXT_FORMAT = 49;
const FONTS = [
  '<sz val="11"/><name val="Calibri"/>',
  '<b/><sz val="11"/><name val="Calibri"/>',
  '<b/><sz val="14"/><name val="Calibri"/>',
];
const [PLAIN_FONT, BOLD_FONT, TITLE_FONT] = [0, 1, 2] as const;

/** The offset from a style to its bold variant. */
export const BOLD = FORMATS.length;
/** Indexes in cellXfs. */
export const STYLE = {
  ...(Object.fromEntries(FORMATS.map(([name], at) => [name, at])) as Readonly<Record<(typeof FORMATS)[number][0], number>>),
  heading: BOLD + FORMATS.findIndex(([name]) => name === 'text'),
  title: 2 * BOLD,
};

const renderStyle = (format: number, font: number): string =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
const CELL_STYLES = [
  ...FORMATS.map(([, format]) => renderStyle(format, PLAIN_FONT)),
  ...FORMATS.map(([, format]) => renderStyle(format, BOLD_FONT)),
  renderStyle(TEXT_FORMAT, TITLE_FONT),
];
const formats = CUSTOM_FORMATS.map((code, at) => `<numFmt numFmtId="${FIRST_CUSTOM_ID + at}" formatCode="${code}"/>`).join('');

/** The part `xl/styles.xml`. */
export const STYLES = `${XML}<styleSheet xmlns="${SPREADSHEET}"><numFmts count="${CUSTOM_FORMATS.length}">${formats}</numFmts><fonts count="${FONTS.length}">${FONTS.map((font) => `<font>${font}</font>`).join('')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${CELL_STYLES.length}">${CELL_STYLES.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
