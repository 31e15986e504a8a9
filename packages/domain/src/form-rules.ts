import { hasKnownVariables, splitMobiles } from './sms-text.ts';

type RuleParams = Readonly<Record<string, string | number>>;

/** Text keys of the rules; wording of the specification (5.4) and screen catalogue 0.2. */
type RuleKey =
  | 'rule.empty'
  | 'rule.nameEmpty'
  | 'rule.idCardEmpty'
  | 'rule.ipEmpty'
  | 'rule.word'
  | 'rule.zhEn'
  | 'rule.zh'
  | 'rule.zhLetterDigit'
  | 'rule.landline'
  | 'rule.mobile'
  | 'rule.mobileList'
  | 'rule.smsTemplate'
  | 'rule.quietHours'
  | 'rule.eduOptions'
  | 'rule.eduAnswer'
  | 'rule.phone'
  | 'rule.zh4'
  | 'rule.sim'
  | 'rule.idCard'
  | 'rule.idCard2'
  | 'rule.driverLicence'
  | 'rule.letterDigit'
  | 'rule.digits'
  | 'rule.digitsOrCapitals'
  | 'rule.creditCode'
  | 'rule.ownerCertificate'
  | 'rule.email'
  | 'rule.port'
  | 'rule.decimal'
  | 'rule.ip'
  | 'rule.vin'
  | 'rule.hex'
  | 'rule.noSemicolon'
  | 'rule.personName'
  | 'rule.plate'
  | 'rule.host'
  | 'rule.version'
  | 'rule.integer'
  | 'rule.min'
  | 'rule.max'
  | 'rule.length'
  | 'rule.lengthExact'
  | 'rule.lengthMin'
  | 'rule.lengthMax'
  | 'rule.gbkBytes'
  | 'rule.dayList'
  | 'rule.order'
  | 'rule.onlyService'
  | 'rule.clock'
  | 'rule.areaShape'
  | 'rule.areaPlace'
  | 'rule.polygonPoints'
  | 'rule.polygonCrosses'
  | 'rule.routePoints'
  | 'rule.segmentWidth'
  | 'rule.segmentValue'
  | 'rule.segmentTimes'
  | 'rule.segmentSpeed'
  | 'rule.radius'
  | 'rule.rectangle'
  | 'rule.areaHoles'
  | 'rule.pointWithoutRadius'
  | 'rule.taken';

/** Why a value is rejected: a text key and its parameters. */
export type RuleProblem = { readonly key: RuleKey; readonly params?: RuleParams };

/**
 * A validation rule of a form field, shared by console and server. Length counts graphemes, not UTF-16 units. Values of another
 * width or case are rejected, never changed silently.
 */
export type FormRule = {
  readonly name: string;
  /** Parameters of the rule. */
  readonly params?: RuleParams;
  /** Maximum length of a valid text. */
  readonly maxChars?: number;
  readonly inputMode?: 'numeric' | 'decimal' | 'tel' | 'email' | 'text';
  /** The rule's own text for a required empty field. */
  readonly emptyKey?: RuleKey;
  /** The field converts input to upper case first. */
  readonly capitals?: true;
  /** Checks a trimmed, non-empty text; null: valid. */
  check(text: string): RuleProblem | null;
};

/** A condition, and the text key if it fails. */
type Test = readonly [holds: RegExp | ((text: string) => boolean), key: RuleKey, params?: RuleParams];

/** A rule as a row: the first failing test is reported. */
type RuleRow = Omit<FormRule, 'name' | 'check'> & { readonly tests: readonly Test[] };

const MAX_UINT32 = 4_294_967_295;
const [MIN_PORT, MAX_PORT] = [1024, 65_535];
const VIN_CHARS = 17;
const MAX_MOBILES = 20;

/** A Chinese character, including those of rare names. */
const HAN = '[\\p{Unified_Ideograph}\\u3007]';
/** 0-255 without leading zeros. */
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const MOBILE = /^1\d{10}$/;
const LANDLINE = /^(?:0\d{2,3}-?)?\d{7,8}$/;
const ID_CARD = /^(?:\d{15}|\d{17}[\dX])$/;
const CREDIT_CODE = /^[0-9A-Z]{18}$/;
const DIGITS = /^\d+$/;
const LETTERS_DIGITS = /^[A-Za-z0-9]+$/;
const ZH = new RegExp(`^${HAN}+$`, 'u');
const ZH_LETTERS_DIGITS = new RegExp(`^(?:${HAN}|[A-Za-z0-9])+$`, 'u');
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** The last label needs a letter: digits only must be an IP address. */
const HOST_NAME = new RegExp(`^(?:${LABEL}\\.)*(?=[^.]*[A-Za-z])${LABEL}$`);
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const EMAIL = new RegExp(`^(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+[A-Za-z]{2,63}$`);

/** Up to 20 mobile numbers. */
function isMobileList(text: string): boolean {
  const mobiles = splitMobiles(text);
  return isBetween(mobiles.length, 1, MAX_MOBILES) && mobiles.every((each) => MOBILE.test(each));
}

const countCharacters = (text: string) => [...text].length;
const LAST_ASCII = 0x7f;
/** Characters beyond the plane of 16 bits have four bytes in GB 18030. */
const countGbkBytes = (text: string) =>
  [...text].reduce((sum, each) => sum + (each.length > 1 ? 4 : each.charCodeAt(0) > LAST_ASCII ? 2 : 1), 0);
const isBetween = (value: number, min: number, max: number) => value >= min && value <= max;
const isHost = (text: string) => IPV4.test(text) || HOST_NAME.test(text);

/** 2-10 Chinese characters; single dots between them do not count. */
function isPersonName(text: string): boolean {
  const parts = text.split('·');
  return parts.every((part) => ZH.test(part)) && isBetween(countCharacters(parts.join('')), 2, 10);
}

/** Weights and check characters of GB 11643 (ISO 7064, MOD 11-2). */
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const ID_CHECKS = '10X98765432';

/** An 18-character identity number with an existing date and a valid check character. */
function isIdCard2(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return false;
  const day = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`;
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day)) return false;
  const sum = ID_WEIGHTS.reduce((total, weight, i) => total + weight * Number(text[i]), 0);
  return text[17] === ID_CHECKS[sum % 11];
}

/** Tests of an integer; `key`: text for other input. */
const integerTests = (min: number, max: number, key: RuleKey): Test[] => [
  [/^-?\d+$/, key, { min, max }],
  [(text) => Number(text) >= min, 'rule.min', { min }],
  [(text) => Number(text) <= max, 'rule.max', { max }],
];

/** Tests the length of a text. */
const lengthTest = (min: number, max: number): Test => [
  (text) => isBetween(countCharacters(text), min, max),
  ...(min === max ? (['rule.lengthExact', { length: min }] as const) : (['rule.length', { min, max }] as const)),
];

/** Rules without parameters (5.4; V- and X- of screen catalogue 0.2). */
const TABLE = {
  word: { tests: [[/^[A-Za-z0-9_]+$/, 'rule.word']], emptyKey: 'rule.empty' },
  zhEn: { tests: [[new RegExp(`^(?:${HAN}|[A-Za-z])+$`, 'u'), 'rule.zhEn']] },
  landline: { tests: [[LANDLINE, 'rule.landline']], maxChars: 13, inputMode: 'tel' },
  mobile: { tests: [[MOBILE, 'rule.mobile']], maxChars: 11, inputMode: 'tel' },
  mobileList: { tests: [[isMobileList, 'rule.mobileList']], maxChars: 300 },
  smsTemplate: { tests: [[hasKnownVariables, 'rule.smsTemplate']], maxChars: 500 },
  phone: { tests: [[(text) => MOBILE.test(text) || LANDLINE.test(text), 'rule.phone']], maxChars: 13, inputMode: 'tel' },
  zh4: { tests: [[new RegExp(`^${HAN}{1,4}$`, 'u'), 'rule.zh4']] },
  // Short numbers are allowed: terminals use them, and records omit the zero padding of the protocol.
  sim: {
    tests: [[DIGITS, 'rule.digits'], [/^[^0]/, 'rule.sim'], lengthTest(1, 20)],
    maxChars: 20,
    inputMode: 'numeric',
  },
  idCard: { tests: [[ID_CARD, 'rule.idCard']], emptyKey: 'rule.idCardEmpty', maxChars: 18 },
  idCard2: { tests: [[isIdCard2, 'rule.idCard2']], emptyKey: 'rule.idCardEmpty', maxChars: 18 },
  driverLicence: { tests: [[/^[0-9X]{1,18}$/, 'rule.driverLicence']], maxChars: 18 },
  letterDigit: { tests: [[LETTERS_DIGITS, 'rule.letterDigit']] },
  digits: { tests: [[DIGITS, 'rule.digits']], inputMode: 'numeric' },
  digitsOrCapitals: { tests: [[/^[0-9A-Z]+$/, 'rule.digitsOrCapitals']] },
  creditCode: { tests: [[CREDIT_CODE, 'rule.creditCode']], maxChars: 18 },
  ownerCertificate: { tests: [[(text) => ID_CARD.test(text) || CREDIT_CODE.test(text), 'rule.ownerCertificate']], maxChars: 18 },
  email: { tests: [[EMAIL, 'rule.email']], maxChars: 254, inputMode: 'email' },
  uint32: { tests: integerTests(0, MAX_UINT32, 'rule.digits'), maxChars: 10, inputMode: 'numeric' },
  port: {
    tests: [
      [(text) => DIGITS.test(text) && isBetween(Number(text), MIN_PORT, MAX_PORT), 'rule.port', { min: MIN_PORT, max: MAX_PORT }],
    ],
    maxChars: 5,
    inputMode: 'numeric',
  },
  ipv4: { tests: [[IPV4, 'rule.ip']], emptyKey: 'rule.ipEmpty', maxChars: 15, inputMode: 'decimal' },
  // Separated by commas, semicolons or whitespace.
  ipv4List: { tests: [[(text) => text.split(/[\s,;]+/).every((each) => IPV4.test(each)), 'rule.ip']] },
  host: { tests: [[isHost, 'rule.host']], maxChars: 253 },
  vin: {
    tests: [
      [/^[0-9A-HJ-NPR-Z]+$/, 'rule.vin'],
      [(text) => text.length >= VIN_CHARS, 'rule.lengthMin', { min: VIN_CHARS }],
      [(text) => text.length <= VIN_CHARS, 'rule.lengthMax', { max: VIN_CHARS }],
    ],
  },
  hex: { tests: [[/^[0-9A-F]+$/, 'rule.hex']] },
  /** A part of a list separated by semicolons. */
  noSemicolon: { tests: [[/^[!-:<-~]*$/, 'rule.noSemicolon'], lengthTest(1, 200)], maxChars: 200 },
  personName: { tests: [[isPersonName, 'rule.personName']], emptyKey: 'rule.nameEmpty' },
  plate: { tests: [[new RegExp(`^(?:${HAN}|[A-Z0-9]){2,12}$`, 'u'), 'rule.plate']], capitals: true, maxChars: 12 },
  /** Days before a date: '30,15,7', at most four numbers from 0 to 365 (screen catalogue 7.16). */
  dayList: {
    tests: [
      [(text) => /^\d{1,3}(?:,\d{1,3}){0,3}$/.test(text) && text.split(',').every((day) => Number(day) <= 365), 'rule.dayList'],
    ],
    maxChars: 15,
  },
  /** Time of day, HH:mm. */
  clock: { tests: [[/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'rule.clock']], maxChars: 5 },
  version: { tests: [[/^\d{1,3}(?:\.\d{1,3}){2}$/, 'rule.version']], maxChars: 11 },
} as const satisfies Readonly<Record<string, RuleRow>>;

/** Converts a row to a rule. */
const buildRule = (name: string, { tests, ...row }: RuleRow): FormRule => ({
  name,
  ...row,
  check: (text) => {
    const failed = tests.find(([holds]) => !(typeof holds === 'function' ? holds(text) : holds.test(text)));
    return failed ? { key: failed[1], ...(failed[2] ? { params: failed[2] } : {}) } : null;
  },
});

/** A rule for characters and length, both limits included; default: any characters. */
const lengthRule =
  (name: string, characters?: Test, inputMode?: FormRule['inputMode']) =>
  (min: number, max: number): FormRule =>
    buildRule(name, {
      tests: [...(characters ? [characters] : []), lengthTest(min, max)],
      params: { min, max },
      maxChars: max,
      ...(inputMode ? { inputMode } : {}),
    });

const fixed = Object.fromEntries(Object.entries<RuleRow>(TABLE).map(([name, row]) => [name, buildRule(name, row)])) as {
  readonly [Name in keyof typeof TABLE]: FormRule;
};

/** All form rules (5.4; screen catalogue 0.2); passwords are in password.ts. */
export const rules = {
  ...fixed,
  /** Maximum digits before and after the point: (6,2), (4,2), (3,2) in the specification. No sign. */
  decimal: (integers: number, decimals: number): FormRule =>
    buildRule('decimal', {
      tests: [[new RegExp(`^\\d{1,${integers}}(?:\\.\\d{1,${decimals}})?$`), 'rule.decimal', { integers, decimals }]],
      params: { integers, decimals },
      maxChars: integers + 1 + decimals,
      inputMode: 'decimal',
    }),
  /** An integer from min to max, both included. */
  integer: (min: number, max: number): FormRule =>
    buildRule('integer', {
      tests: integerTests(min, max, 'rule.integer'),
      params: { min, max },
      maxChars: Math.max(String(min).length, String(max).length),
      // Numeric phone keyboards have no minus.
      inputMode: min < 0 ? 'text' : 'numeric',
    }),
  digitLength: lengthRule('digitLength', [DIGITS, 'rule.digits'], 'numeric'),
  letterDigitLength: lengthRule('letterDigitLength', [LETTERS_DIGITS, 'rule.letterDigit']),
  zhLetterDigitLength: lengthRule('zhLetterDigitLength', [ZH_LETTERS_DIGITS, 'rule.zhLetterDigit']),
  zhLength: lengthRule('zhLength', [ZH, 'rule.zh']),
  length: lengthRule('length'),
  /** A text for a field of `max` bytes in GBK, in which a Chinese character has two. */
  gbkBytes: (max: number): FormRule =>
    buildRule('gbkBytes', { tests: [[(text) => countGbkBytes(text) <= max, 'rule.gbkBytes', { max }]], maxChars: max }),
};

/** Order of a range (yyyy-MM-dd or epoch ms): the end must not be before the start (X-RANGE). */
export function orderProblem<T extends string | number>(from: T, to: T): RuleProblem | null {
  return to < from ? { key: 'rule.order' } : null;
}

/** The problem of a value that another record has (X-UNIQ). */
export const takenProblem: RuleProblem = { key: 'rule.taken' };
