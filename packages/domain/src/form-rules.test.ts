import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormRule, orderProblem, type RuleProblem, rules, takenProblem } from './form-rules.ts';

type Params = RuleProblem['params'];
/** Texts that a rule accepts, and texts that it refuses with their error. */
type Case = readonly [
  rule: FormRule,
  good: readonly string[],
  bad: Readonly<Record<string, RuleProblem['key'] | readonly [RuleProblem['key'], Params]>>,
];

/** A variable of an SMS template. */
const variable = (name: string) => `\${${name}}`;
const FULL_WIDTH_ONE = '\uff11';

const cases: readonly Case[] = [
  [
    rules.word,
    ['admin_1', '_', '0'],
    { 'a b': 'rule.word', 'a-b': 'rule.word', 王: 'rule.word', ａ: 'rule.word', é: 'rule.word' },
  ],
  [rules.zhEn, ['王芳', 'abc', '王A', '𬱖'], { 王1: 'rule.zhEn', '王 芳': 'rule.zhEn', カ: 'rule.zhEn', ａ: 'rule.zhEn' }],
  [
    rules.landline,
    ['12345678', '1234567', '010-12345678', '01012345678', '0755-1234567'],
    { '123456': 'rule.landline', '10-12345678': 'rule.landline', '010 12345678': 'rule.landline', '01-1234567': 'rule.landline' },
  ],
  [
    rules.mobile,
    ['13800138000', '19912345678'],
    {
      '1380013800': 'rule.mobile',
      '138001380000': 'rule.mobile',
      '23800138000': 'rule.mobile',
      '1380013800x': 'rule.mobile',
      [`${FULL_WIDTH_ONE}3800138000`]: 'rule.mobile',
    },
  ],
  [
    rules.mobileList,
    ['13800138000', '13800138000,19912345678'],
    { '12345678': 'rule.mobileList', '13800138000,110': 'rule.mobileList' },
  ],
  [rules.smsTemplate, ['车辆报警', `${variable('plate')} ${variable('alarm')}`], { [variable('nothing')]: 'rule.smsTemplate' }],
  [rules.phone, ['13800138000', '010-12345678', '12345678'], { '110': 'rule.phone', '1380013800a': 'rule.phone' }],
  [rules.noSemicolon, ['CMNET', 'a:b'], { 'a;b': 'rule.noSemicolon', 'a b': 'rule.noSemicolon' }],
  [rules.zh4, ['王', '欧阳司马', '𬱖𬱖𬱖𬱖'], { 欧阳司马光: 'rule.zh4', 王a: 'rule.zh4', '1': 'rule.zh4' }],
  [
    rules.sim,
    ['13800138000', '1', '12345678901234567890'],
    {
      '013800138000': 'rule.sim',
      '0': 'rule.sim',
      '1380013800a': 'rule.digits',
      '123456789012345678901': ['rule.length', { min: 1, max: 20 }],
      [FULL_WIDTH_ONE]: 'rule.digits',
    },
  ],
  [
    rules.idCard,
    ['110105194912310', '110105194912310021', '11010519491231002X'],
    { '11010519491231': 'rule.idCard', '11010519491231002x': 'rule.idCard', '1101051949123100X2': 'rule.idCard' },
  ],
  [
    rules.idCard2,
    ['11010519491231002X', '440524188001010014'],
    {
      '110105194912310021': 'rule.idCard2',
      '110105194912310': 'rule.idCard2',
      '11010519491231002x': 'rule.idCard2',
      // 30 February, and 29 February of 1900, which did not exist, with valid check characters
      '11010519900230001X': 'rule.idCard2',
      '110105190002290017': 'rule.idCard2',
    },
  ],
  [
    rules.driverLicence,
    ['110105194912310021', '11010519491231002X', '123456789012'],
    { '11010519491231002x': 'rule.driverLicence', A12: 'rule.driverLicence', '1101051949123100211': 'rule.driverLicence' },
  ],
  [rules.letterDigit, ['aB1'], { a_1: 'rule.letterDigit', 'a 1': 'rule.letterDigit', 王: 'rule.letterDigit' }],
  [
    rules.digits,
    ['0', '007'],
    { '-1': 'rule.digits', '1.5': 'rule.digits', '١': 'rule.digits', [FULL_WIDTH_ONE]: 'rule.digits' },
  ],
  [rules.digitsOrCapitals, ['A1', '9'], { a1: 'rule.digitsOrCapitals', 'A-1': 'rule.digitsOrCapitals' }],
  [
    rules.creditCode,
    ['91350100M000100Y43'],
    { '91350100M000100Y4': 'rule.creditCode', '91350100m000100Y43': 'rule.creditCode', '91350100M000100Y433': 'rule.creditCode' },
  ],
  [
    rules.ownerCertificate,
    ['11010519491231002X', '110105194912310', '91350100M000100Y43'],
    { '123': 'rule.ownerCertificate', '91350100m000100Y43': 'rule.ownerCertificate' },
  ],
  [
    rules.email,
    ['a@b.cn', 'first.last+tag@mail.example.com', "o'neil@x-y.org"],
    {
      'a@b': 'rule.email',
      'a b@c.cn': 'rule.email',
      '@b.cn': 'rule.email',
      'a@@b.cn': 'rule.email',
      'a..b@c.cn': 'rule.email',
      '.a@c.cn': 'rule.email',
      'a@-c.cn': 'rule.email',
      'a@c.cn,d@e.cn': 'rule.email',
      [`${'a'.repeat(65)}@b.cn`]: 'rule.email',
    },
  ],
  [
    rules.uint32,
    ['0', '4294967295'],
    {
      '4294967296': ['rule.max', { max: 4_294_967_295 }],
      '-1': ['rule.min', { min: 0 }],
      '1.5': ['rule.digits', { min: 0, max: 4_294_967_295 }],
      '1e3': ['rule.digits', { min: 0, max: 4_294_967_295 }],
    },
  ],
  [
    rules.port,
    ['1024', '65535', '8080'],
    Object.fromEntries(
      ['1023', '65536', '80', '-1', '8080.5', 'http'].map((text) => [text, ['rule.port', { min: 1024, max: 65_535 }] as const]),
    ),
  ],
  [
    rules.decimal(6, 2),
    ['0', '123456', '123456.78', '0.5', '1.0'],
    Object.fromEntries(
      ['1234567', '1.234', '.5', '1.', '-1', '1,5', '1e3'].map((text) => [
        text,
        ['rule.decimal', { integers: 6, decimals: 2 }] as const,
      ]),
    ),
  ],
  [rules.decimal(4, 2), ['1234.56'], { '12345': ['rule.decimal', { integers: 4, decimals: 2 }] }],
  [rules.decimal(3, 2), ['123.45'], { '1234.5': ['rule.decimal', { integers: 3, decimals: 2 }] }],
  [
    rules.ipv4,
    ['0.0.0.0', '192.168.1.10', '255.255.255.255'],
    {
      '256.1.1.1': 'rule.ip',
      '1.2.3': 'rule.ip',
      '1.2.3.4.5': 'rule.ip',
      '01.2.3.4': 'rule.ip',
      'a.b.c.d': 'rule.ip',
      '::1': 'rule.ip',
    },
  ],
  [
    rules.ipv4List,
    ['10.0.0.1', '10.0.0.1,10.0.0.2', '10.0.0.1; 10.0.0.2\n10.0.0.3'],
    { '10.0.0.1,10.0.0.256': 'rule.ip', '10.0.0.1，10.0.0.2': 'rule.ip' },
  ],
  [
    rules.host,
    ['10.0.0.1', 'localhost', 'gw.example.com', 'a-1.example.cn', '3com.com'],
    {
      '999.1.1.1': 'rule.host',
      'a_b.cn': 'rule.host',
      '-a.cn': 'rule.host',
      'a..cn': 'rule.host',
      'http://a.cn': 'rule.host',
      'a.cn:80': 'rule.host',
    },
  ],
  [
    rules.vin,
    ['LSGBF53E8BH123456', '1'.repeat(17)],
    {
      LSGBF53E8BH12345: ['rule.lengthMin', { min: 17 }],
      LSGBF53E8BH1234567: ['rule.lengthMax', { max: 17 }],
      LSGBF53E8BI123456: 'rule.vin',
      LSGBF53E8BO123456: 'rule.vin',
      LSGBF53E8BQ123456: 'rule.vin',
      lSGBF53E8BH123456: 'rule.vin',
    },
  ],
  [rules.hex, ['0', 'DEADBEEF'], { ab: 'rule.hex', G: 'rule.hex', '0x1': 'rule.hex' }],
  [
    rules.personName,
    ['王芳', '欧阳司马光', '买买提·吐尔逊', '王𬱖', '一二三四五六七八九十'],
    {
      王: 'rule.personName',
      一二三四五六七八九十一: 'rule.personName',
      '·王芳': 'rule.personName',
      王芳·: 'rule.personName',
      王··芳: 'rule.personName',
      '王 芳': 'rule.personName',
      Wang: 'rule.personName',
    },
  ],
  [
    rules.plate,
    ['粤B12345', '京AD12345', '测试01', 'AB'],
    { 粤b12345: 'rule.plate', A: 'rule.plate', 粤B·12345: 'rule.plate', 粤B12345678901: 'rule.plate', 粤Ｂ12345: 'rule.plate' },
  ],
  [
    rules.dayList,
    ['30', '30,15,7,0'],
    { '': 'rule.dayList', '30;7': 'rule.dayList', '366': 'rule.dayList', '1,2,3,4,5': 'rule.dayList', '-1': 'rule.dayList' },
  ],
  [
    rules.clock,
    ['00:00', '09:30', '23:59'],
    { '24:00': 'rule.clock', '9:30': 'rule.clock', '12:60': 'rule.clock', '12:3': 'rule.clock', '12:30:00': 'rule.clock' },
  ],
  [rules.version, ['1.0.0', '10.2.33'], { '1.0': 'rule.version', 'v1.0.0': 'rule.version', '1.0.0.0': 'rule.version' }],
  [
    rules.integer(1, 10),
    ['1', '10', '05'],
    {
      '0': ['rule.min', { min: 1 }],
      '-3': ['rule.min', { min: 1 }],
      '11': ['rule.max', { max: 10 }],
      ['9'.repeat(400)]: ['rule.max', { max: 10 }],
      '1.5': ['rule.integer', { min: 1, max: 10 }],
      x: ['rule.integer', { min: 1, max: 10 }],
      [FULL_WIDTH_ONE]: ['rule.integer', { min: 1, max: 10 }],
    },
  ],
  [rules.integer(-5, 5), ['-5', '5'], { '-6': ['rule.min', { min: -5 }], '--5': ['rule.integer', { min: -5, max: 5 }] }],
  [
    rules.digitLength(10, 12),
    ['0123456789', '012345678901'],
    { '012345678': ['rule.length', { min: 10, max: 12 }], '0123456789a': 'rule.digits' },
  ],
  [rules.digitLength(15, 15), ['0'.repeat(15)], { '0': ['rule.lengthExact', { length: 15 }] }],
  [rules.letterDigitLength(2, 3), ['a1', 'Ab1'], { a: ['rule.length', { min: 2, max: 3 }], a_1: 'rule.letterDigit' }],
  [
    rules.zhLetterDigitLength(2, 5),
    ['甲公司', '𬱖𬱖𬱖𬱖𬱖', 'a1'],
    { 甲: ['rule.length', { min: 2, max: 5 }], 甲公司一二三: ['rule.length', { min: 2, max: 5 }], '甲(1)': 'rule.zhLetterDigit' },
  ],
  [rules.zhLength(1, 2), ['王'], { 王芳芳: ['rule.length', { min: 1, max: 2 }], a: 'rule.zh' }],
  [
    rules.gbkBytes(10),
    ['左转向灯亮', 'brake lamp', '𬱖𬱖AA'],
    { 左转向灯亮了: ['rule.gbkBytes', { max: 10 }], 'brake lamps': ['rule.gbkBytes', { max: 10 }] },
  ],
  [rules.length(2, 3), ['😀😀😀', 'a-'], { a: ['rule.length', { min: 2, max: 3 }], abcd: ['rule.length', { min: 2, max: 3 }] }],
];

describe.each(cases)('$name $params', (rule, good, bad) => {
  it.each(good)('accepts %j', (text) => {
    expect(rule.check(text)).toBeNull();
  });
  it.each(Object.entries(bad))('refuses %j with %j', (text, said) => {
    const [key, params] = typeof said === 'string' ? [said] : said;
    expect(rule.check(text)).toEqual(params ? { key, params } : { key });
  });
  it('enforces its maximum length', () => {
    expect(good.filter((text) => [...text].length > (rule.maxChars ?? Infinity))).toEqual([]);
  });
});

describe('the rules', () => {
  it('have a valid and an invalid example each', () => {
    const tried = new Set(cases.map(([{ name }]) => name));
    expect(Object.keys(rules).filter((name) => !tried.has(name))).toEqual([]);
    expect(cases.filter(([, good, bad]) => good.length === 0 || Object.keys(bad).length === 0)).toEqual([]);
  });

  it('have the specified error for empty fields', () => {
    const { word, idCard, idCard2, ipv4, personName, mobile } = rules;
    expect([word, idCard, idCard2, ipv4, personName, mobile].map(({ emptyKey }) => emptyKey)).toEqual([
      'rule.empty',
      'rule.idCardEmpty',
      'rule.idCardEmpty',
      'rule.ipEmpty',
      'rule.nameEmpty',
      undefined,
    ]);
  });

  it('reply quickly for texts of any length', () => {
    // a template without variables is any text
    for (const [rule] of cases)
      for (const text of ['1', 'a', '王', '王·', 'a.', 'a-', 'a@', '1.1.1.1,'])
        if (rule === rules.smsTemplate) expect(rule.check(text.repeat(50_000))).toBeNull();
        else expect(rule.check(`${text.repeat(50_000)}!`), rule.name).not.toBeNull();
  });

  const anything = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'0123456789.-X·王aA@') }));

  it('for characters refuse full-width forms', () => {
    const wide = (text: string) => text.replaceAll(/[!-~]/g, (of) => String.fromCharCode(of.charCodeAt(0) + 0xfee0));
    for (const [rule, good] of cases)
      for (const text of good.filter((each) => wide(each) !== each && !['length', 'smsTemplate'].includes(rule.name)))
        expect(rule.check(wide(text)), `${rule.name} ${text}`).not.toBeNull();
  });

  it('integer accepts exactly the integers within its limits', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), fc.integer(), (a, b, value) => {
        const [min, max] = [Math.min(a, b), Math.max(a, b)];
        return (rules.integer(min, max).check(String(value)) === null) === (value >= min && value <= max);
      }),
    );
  });

  it('ipv4 accepts every address', () => {
    const byte = fc.nat({ max: 255 });
    fc.assert(fc.property(byte, byte, byte, byte, (...bytes) => rules.ipv4.check(bytes.join('.')) === null));
  });

  it('host accepts every IPv4 address, and ipv4List every list of addresses', () => {
    fc.assert(
      fc.property(
        anything,
        (text) => rules.ipv4.check(text) !== null || [rules.host, rules.ipv4List].every((r) => !r.check(text)),
      ),
    );
  });

  it('idCard2 detects every wrong digit, and every swap of two adjacent digits', () => {
    const good = '11010519491231002X';
    const digit = fc.nat({ max: 9 }).map(String);
    fc.assert(
      fc.property(fc.nat({ max: 16 }), digit, (at, other) => {
        const text = good.slice(0, at) + other + good.slice(at + 1);
        return text === good || rules.idCard2.check(text) !== null;
      }),
    );
    fc.assert(
      fc.property(fc.nat({ max: 15 }), (at) => {
        const text = good.slice(0, at) + good[at + 1] + good[at] + good.slice(at + 2);
        return text === good || rules.idCard2.check(text) !== null;
      }),
    );
  });

  it('phone is mobile or landline, ownerCertificate is idCard or creditCode', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const ok = (rule: FormRule) => rule.check(text) === null;
        return (
          ok(rules.phone) === (ok(rules.mobile) || ok(rules.landline)) &&
          ok(rules.ownerCertificate) === (ok(rules.idCard) || ok(rules.creditCode))
        );
      }),
    );
  });
});

describe('checks across fields', () => {
  it('the end of a range can equal its start, but not precede it', () => {
    expect(orderProblem('2026-01-31', '2026-02-01')).toBeNull();
    expect(orderProblem(5, 5)).toBeNull();
    expect(orderProblem('2026-02-01', '2026-01-31')).toEqual({ key: 'rule.order' });
  });
  it('a duplicate value is reported', () => {
    expect(takenProblem).toEqual({ key: 'rule.taken' });
  });
});
