// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of SMS templates
import { describe, expect, it } from 'vitest';
import { rules } from './form-rules.ts';
import { countSmsSegments, fillSms, hasKnownVariables, quietMinutes, smsParams, splitMobiles } from './sms-text.ts';

describe('an SMS template', () => {
  const template = '${plate}发生${alarm}，${plate}限速${limit}';
  it('is filled with the values of its variables, and a missing value becomes a dash', () => {
    const params = smsParams(template, { plate: '沪A11111', alarm: '超速报警', level: '高' });
    expect(params).toEqual({ plate: '沪A11111', alarm: '超速报警', limit: '-' });
    expect(fillSms(template, params)).toBe('沪A11111发生超速报警，沪A11111限速-');
  });
  it('shortens a value to 35 characters', () => {
    expect(smsParams('${place}', { place: '路'.repeat(36) })).toEqual({ place: '路'.repeat(35) });
  });
  it('accepts only known variables', () => {
    expect(hasKnownVariables(template)).toBe(true);
    expect(hasKnownVariables('${plate}${plat}')).toBe(false);
    expect(rules.smsTemplate.check('${plat}')).toEqual({ key: 'rule.smsTemplate' });
    expect(rules.smsTemplate.check('请减速')).toBeNull();
  });
  it.each([
    [68, 1],
    [69, 2],
    [132, 2],
    [133, 3],
  ])('of %d characters with an empty signature is billed as %d messages', (length, segments) => {
    expect(countSmsSegments('', '车'.repeat(length))).toBe(segments);
  });
});

describe('mobile numbers', () => {
  it.each([
    ['13800001234', null],
    ['13800001234,13900001234', null],
    ['13800001234， 13900001234；13700001234', null],
    ['1380000123', { key: 'rule.mobileList' }],
    ['021-65432100', { key: 'rule.mobileList' }],
    ['13800001234,', null],
    [',', { key: 'rule.mobileList' }],
    [Array.from({ length: 21 }, (_, i) => `138000012${10 + i}`).join(), { key: 'rule.mobileList' }],
  ])('%s', (text, problem) => {
    expect(rules.mobileList.check(text)).toEqual(problem);
  });
  it('are split at any separator that the user types', () => {
    expect(splitMobiles(' 13800001234，13900001234;')).toEqual(['13800001234', '13900001234']);
  });
});

describe('quiet hours', () => {
  it.each([
    ['22:00', '07:00', 21 * 60 + 59, 0],
    ['22:00', '07:00', 22 * 60, 9 * 60],
    ['22:00', '07:00', 0, 7 * 60],
    ['22:00', '07:00', 6 * 60 + 59, 1],
    ['22:00', '07:00', 7 * 60, 0],
    ['12:00', '14:00', 13 * 60, 60],
    ['12:00', '14:00', 11 * 60, 0],
    ['23:30', '00:00', 23 * 60 + 45, 15],
    ['00:00', '06:00', 0, 360],
  ])('%s to %s at minute %d: %d minutes left', (from, to, at, left) => {
    expect(quietMinutes(from, to, at)).toBe(left);
  });
});
