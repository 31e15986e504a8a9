/** What stands before the number of a waybill, the surest first: those of the trade, of platforms for freight, and any number at all. */
const NAMES: readonly string[] = [
  '运单编?号码?',
  'waybill[ _-]?(?:no|number|id)\\.?',
  '(?:托运|货运|提货)单编?号码?',
  'shippingnotenumber',
  '单号',
];
/** Quotes, ends of tags and signs between a name and its number. */
const BETWEEN = '[\\s"\'“”：:=>#]*';
const MIN_CHARACTERS = 4;
const MAX_CHARACTERS = 40;
/** Letters and digits with some signs between them. */
const NUMBER = `([0-9A-Z][0-9A-Z_/-]{${MIN_CHARACTERS - 2},${MAX_CHARACTERS - 2}}[0-9A-Z])(?![0-9A-Z_/-])`;
const PATTERNS = NAMES.map((name) => new RegExp(`${name}${BETWEEN}${NUMBER}`, 'iu'));
/** A text that is nothing else. */
const ALONE = new RegExp(`^${NUMBER}$`, 'iu');
const DIGIT = /\d/;

/** The number in the text of an electronic waybill, which has no form of its own; null where it names none. */
export function waybillNumber(text: string): string | null {
  for (const pattern of [...PATTERNS, ALONE]) {
    const number = pattern.exec(text.trim())?.[1];
    // a word is no number
    if (number !== undefined && DIGIT.test(number)) return number;
  }
  return null;
}
