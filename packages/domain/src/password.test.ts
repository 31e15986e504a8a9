import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_PASSWORD_CHARS, passwordProblem } from './password.ts';

describe('a password', () => {
  it.each([
    ['', 'empty'],
    ['Aa1_', 'short'],
    ['Aa1_567', 'short'],
    ['😀😀Aa1', 'short'],
    ['abcdefgh', 'classes'],
    ['abcdefg1', 'classes'],
    ['ABCDEFG_', 'classes'],
    ['密码密码密码密码', 'classes'],
    ['Abcdefg1', 'common'],
    ['ABcdEF__', 'common'],
    ['Password123!', 'common'],
    ['P@ssw0rd', 'common'],
    ['Qwerty-2026', 'common'],
    ['1qaz@WSX', 'common'],
    ['Admin@2024', 'common'],
    ['Aaaaaaa1', 'common'],
    ['abc-123-def', 'common'],
    ['Tango7kilo', null],
    ['tango_7kilo', null],
    ['tango-7kilo', null],
    ['TANGO$7KILO', null],
    ['Correct-horse-7', null],
    ['Aa1 密码!?', null],
  ])('%j: %s', (text, problem) => {
    expect(passwordProblem(text)).toBe(problem);
  });

  const upper = fc.constantFrom(...'ABCXYZ');
  const lower = fc.constantFrom(...'abcxyz');
  const digit = fc.constantFrom(...'0123456789');
  const symbol = fc.constantFrom(...'_-#!');
  const classes = [upper, lower, digit, symbol];
  /** Characters of the classes, each at least once, and others between them. */
  const made = (from: readonly fc.Arbitrary<string>[]) =>
    fc
      .tuple(fc.tuple(...from), fc.array(fc.oneof(...from, fc.constantFrom(...'密é ')), { minLength: 8, maxLength: 40 }))
      .chain(([once, rest]) => fc.shuffledSubarray([...once, ...rest], { minLength: once.length + rest.length }))
      .map((characters) => characters.join(''));

  it('needs three of upper-case letter, lower-case letter, digit and symbol, in any order', () => {
    fc.assert(
      fc.property(
        fc.subarray(classes, { minLength: 1 }).chain((some) => fc.tuple(fc.constant(some.length), made(some))),
        ([count, text]) => (passwordProblem(text) !== 'classes') === count >= 3,
      ),
    );
  });

  it('never gets weaker if a character is added', () => {
    const rank = { empty: 0, short: 1, classes: 2, common: 3, none: 3 };
    const rankOf = (text: string) => rank[passwordProblem(text) ?? 'none'];
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom(...'aA1_-'),
        (text, more) => rankOf(text + more) >= rankOf(text),
      ),
    );
  });

  it('is too short below eight characters, with any characters', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(...classes), { minLength: 1, maxLength: MIN_PASSWORD_CHARS - 1 }),
        (few) => passwordProblem(few.join('')) === 'short',
      ),
    );
  });
});
