const LETTERS = 26;
const A = 65;
/** The bit that lower case letters have. */
const LOWER = 0x20;
/** Letters of the last column, XFD. */
const LONGEST = 3;

/** 'C5' of row 5 (from 1), column 2 (from 0). */
export function cellName(row: number, column: number): string {
  return columnName(column) + row;
}

/** 'A' of 0, 'AA' of 26. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    name = String.fromCharCode(A + ((rest - 1) % LETTERS)) + name;
  }
  return name;
}

/** Row (from 1) and column (from 0) of 'C5'; undefined where it is no cell's name. */
export function cellAt(name: string): { readonly row: number; readonly column: number } | undefined {
  const digits = /^[A-Z]+([1-9]\d{0,6})$/i.exec(name)?.[1];
  const column = columnAt(name);
  return digits === undefined || column < 0 ? undefined : { row: Number(digits), column };
}

/** Column (from 0) of 'C5', whatever its row; -1 where it has none. */
export function columnAt(name: string): number {
  let column = 0;
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    const letter = (code & ~LOWER) - A;
    if (code < A || letter < 0 || letter >= LETTERS) return at > LONGEST ? -1 : column - 1;
    column = column * LETTERS + letter + 1;
  }
  return -1;
}
