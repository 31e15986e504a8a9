const LETTERS = 26;
const A = 65;

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
  let column = 0;
  let at = 0;
  for (; at < name.length; at++) {
    const letter = (name.charCodeAt(at) & ~0x20) - A;
    if (name.charCodeAt(at) < A || letter < 0 || letter >= LETTERS) break;
    column = column * LETTERS + letter + 1;
  }
  const digits = name.slice(at);
  if (at === 0 || at > 3 || !/^[1-9]\d{0,6}$/.test(digits)) return undefined;
  return { row: Number(digits), column: column - 1 };
}
