/** Characters of three by five dots, row by row. */
const FONT: Readonly<Record<string, string>> = {
  '0': '111101101101111',
  '1': '010110010010111',
  '2': '111001111100111',
  '3': '111001111001111',
  '4': '101101111001001',
  '5': '111100111001111',
  '6': '111100111101111',
  '7': '111001010010010',
  '8': '111101111101111',
  '9': '111101111001111',
  '.': '000000000000010',
  ':': '000010000010000',
  '-': '000000111000000',
  '/': '001001010100100',
  A: '010101111101101',
  B: '110101110101110',
  C: '111100100100111',
  D: '110101101101110',
  E: '111100110100111',
  F: '111100110100100',
  G: '111100101101111',
  H: '101101111101101',
  I: '111010010010111',
  J: '001001001101111',
  K: '101101110101101',
  L: '100100100100111',
  M: '101111111101101',
  N: '110101101101101',
  O: '111101101101111',
  P: '111101111100100',
  Q: '111101101111001',
  R: '110101110101101',
  S: '011100010001110',
  T: '111010010010010',
  U: '101101101101111',
  V: '101101101101010',
  W: '101101111111101',
  X: '101101010101101',
  Y: '101101010010010',
  Z: '111001010100111',
};
const [GLYPH_WIDTH, GLYPH_HEIGHT] = [3, 5] as const;

/** Size of a text with a dot of margin around it, in dots. */
export const measureText = (text: string) => ({ width: text.length * (GLYPH_WIDTH + 1) + 1, height: GLYPH_HEIGHT + 2 });

/** Places of the dots of a text within its margin. Characters that the font lacks are blank. */
export function* dotsOf(text: string): Generator<readonly [x: number, y: number]> {
  for (const [i, character] of [...text].entries())
    for (const [at, bit] of [...(FONT[character] ?? '')].entries())
      if (bit === '1') yield [i * (GLYPH_WIDTH + 1) + 1 + (at % GLYPH_WIDTH), 1 + Math.floor(at / GLYPH_WIDTH)];
}
