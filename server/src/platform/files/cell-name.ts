const LETTERS = 26;
const A = 65;
/** The ASCII bit of lower case. */
const LOWER_CASE = 0x20;
/** Letters of the last column, XFD. */
const MAX_LETTERS = 3;

/** 'C5' for row 5 (from 1) and column 2 (from 0). */
export function formatCellName(row: number, column: number): string {
  return formatColumnName(column) + row;
}

/** 'A' for 0, 'AA' for 26. */
export function formatColumnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    name = String.fromCharCode(A + ((rest - 1) % LETTERS)) + name;
  }
  return name;
}

/** Row (from 1) and column (from 0) of 'C5'; undefined if it is not a cell name. */
export function parseCellName(name: string): { readonly row: number; readonly column: number } | undefined {
  const digits = /^[A-Z]+([1-9]\d{0,6})$/i.exec(name)?.[1];
  const column = parseColumn(name);
  return digits === undefined || column < 0 ? undefined : { row: Number(digits), column };
}

/** Column (from 0) of 'C5' or 'C'-like names; -1 if there is none. */
export function parseColumn(name: string): number {
  let column = 0;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const letter = (code & ~LOWER_CASE) - A;
    if (code < A || letter < 0 || letter >= LETTERS) return at > MAX_LETTERS ? -1 : column - 1;
    column = column * LETTERS + letter + 1;
  }
  return -1;
}
