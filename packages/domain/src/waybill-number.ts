/** Labels before a waybill number, most specific first: trade terms, freight platforms, any number. */
const NAMES: readonly string[] = [
  '运单编?号码?',
  'waybill[ _-]?(?:no|number|id)\\.?',
  '(?:托运|货运|提货)单编?号码?',
  'shippingnotenumber',
  '单号',
];
/** Quotes, tag ends and punctuation between label and number. */
const BETWEEN = '[\\s"\'“”：:=>#]*';
const MIN_CHARACTERS = 4;
const MAX_CHARACTERS = 40;
/** Letters and digits with some punctuation. */
const NUMBER = `([0-9A-Z][0-9A-Z_/-]{${MIN_CHARACTERS - 2},${MAX_CHARACTERS - 2}}[0-9A-Z])(?![0-9A-Z_/-])`;
const PATTERNS = NAMES.map((name) => new RegExp(`${name}${BETWEEN}${NUMBER}`, 'iu'));
/** A text that is only a number. */
const ALONE = new RegExp(`^${NUMBER}$`, 'iu');
const DIGIT = /\d/;

/** Finds the number in the free text of an electronic waybill, or null. */
export function waybillNumber(text: string): string | null {
  for (const pattern of [...PATTERNS, ALONE]) {
    const number = pattern.exec(text.trim())?.[1];
    // A match without digits is a word.
    if (number !== undefined && DIGIT.test(number)) return number;
  }
  return null;
}
