import { rules } from '@fleetwarden/domain/form-rules';
import { describe, expect, it } from 'vitest';
import { CLASS_HOUR_MIN, COURSE_FILES, COVER_FILES, MAX_COURSE_BYTES } from './education/education-limits.ts';
import { MAX_FIRMWARE_BYTES } from './firmware/firmware-limits.ts';
import { DEFAULT_CHANNEL, MESSAGE_MAX, SEND_FLAG_BASE } from './messages/message-limits.ts';
import { permissionTree } from './permission-tree.ts';
import type { Field } from './resources/resource.ts';
import { resources } from './resources.ts';

type Row = {
  readonly required?: true;
  readonly kind?: Field['kind'];
  readonly of?: string;
  readonly min?: number;
  readonly max?: number;
  readonly initial?: unknown;
  readonly rule?: string;
};

/** Fields of the pages 705 and 706: screen catalogue 8.6 and 8.7. */
const SPECIFIED: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  eduCourse: {
    courseTitle: { required: true, kind: 'text', max: 50 },
    kind: { kind: 'choice', of: 'EDU_COURSE_KIND' },
    minutes: { required: true, min: 1, max: 300 },
    subject: { kind: 'choice', of: 'EDU_SUBJECT' },
    trades: { kind: 'choices', of: 'INDUSTRY' },
    fileName: { kind: 'text' },
    coverName: { kind: 'text' },
    pass: { min: 0, max: 100, initial: 80 },
    state: { kind: 'choice', of: 'ENABLE_STATE' },
  },
  // a plan has a period instead of a month
  eduPlan: {
    startOn: { required: true, kind: 'date' },
    endOn: { required: true, kind: 'date' },
    courses: { required: true, kind: 'links' },
    departments: { required: true, kind: 'links' },
    hours: { kind: 'decimal', max: 999.99 },
    remindDays: { kind: 'integer' },
    templateId: { kind: 'link' },
  },
  eduTrigger: {
    types: { required: true, kind: 'choices', of: 'ALARM_TYPE' },
    times: { min: 1, max: 99 },
    days: { min: 1, max: 31 },
    courseId: { required: true, kind: 'link' },
    dueDays: { min: 1, max: 30 },
    templateId: { kind: 'link' },
  },
  eduQuestion: {
    stem: { required: true, kind: 'text', max: 200 },
    kind: { kind: 'choice', of: 'EDU_QUESTION_KIND' },
    options: { kind: 'text' },
    // the letters of at most six options
    answer: { required: true, max: 6 },
    score: { min: 1, max: 100 },
  },
  smsAccount: {
    accountName: { required: true, kind: 'text', max: 30 },
    provider: { kind: 'choice', of: 'SMS_PROVIDER', initial: 1 },
    accessKeyId: { kind: 'text', max: 64, rule: 'letterDigit' },
    accessKeySecret: { kind: 'secret' },
    signName: { required: true, max: 20 },
    monthCap: { min: 0, max: 1_000_000 },
    state: { kind: 'choice', of: 'ENABLE_STATE' },
    usedThisMonth: { kind: 'integer' },
    lastError: { kind: 'text' },
  },
  smsTemplate: { code: { required: true, rule: 'word' }, kind: { kind: 'choice' }, content: { required: true, kind: 'text' } },
  smsRule: {
    ruleName: { required: true, kind: 'text' },
    types: { required: true, kind: 'choices', of: 'ALARM_TYPE' },
    levels: { kind: 'choices', of: 'ALARM_LEVEL' },
    departments: { kind: 'links' },
    vehicles: { kind: 'links' },
    receivers: { required: true, kind: 'choices', of: 'SMS_RECEIVER' },
    mobiles: { kind: 'text', rule: 'mobileList' },
    templateId: { required: true, kind: 'link' },
    quietFrom: { rule: 'clock' },
    quietTo: { rule: 'clock' },
    minGap: { min: 1, max: 1_440, initial: 10 },
    dayCap: { min: 1, max: 200, initial: 20 },
    onlyUnhandled: { kind: 'flag' },
    after: { kind: 'integer' },
    state: { kind: 'choice', of: 'ENABLE_STATE' },
  },
  smsLog: { mobile: { kind: 'text' } },
};
const ROWS = Object.entries(SPECIFIED).flatMap(([resource, fields]) =>
  Object.entries(fields).map(([key, row]) => ({ resource, key, row })),
);

/** A field as the table states it. */
const statedOf = (field: Field, { rule, max, ...row }: Row) => ({
  ...Object.fromEntries(Object.keys(row).map((key) => [key, (field as unknown as Record<string, unknown>)[key]])),
  ...(rule === undefined ? {} : { rule: field.kind === 'text' ? field.rule?.name : undefined }),
  ...(max === undefined
    ? {}
    : { max: 'max' in field && field.max !== undefined ? field.max : 'rule' in field && field.rule?.maxChars }),
});

describe('the fields of 705 and 706', () => {
  it.each(ROWS)('$resource.$key', ({ resource, key, row }) => {
    const field = resources[resource]!.fields[key]!;
    expect(statedOf(field, row)).toEqual(row);
  });

  it('accept at most six options and twenty numbers, and class hours with two decimals', () => {
    const problemOf = (options: number) =>
      resources['eduQuestion']!.rules?.[0]?.check({ kind: 1, answer: 'A', options: Array(options).fill('x').join('\n') });
    expect([6, 7].map((options) => problemOf(options)?.key)).toEqual([undefined, 'rule.eduOptions']);
    const mobiles = (count: number) => rules.mobileList.check(Array(count).fill('13800138000').join(','));
    expect([20, 21].map((count) => mobiles(count)?.key)).toEqual([undefined, 'rule.mobileList']);
    expect(resources['eduPlan']!.fields['hours']).toMatchObject({ digits: 2 });
  });

  /** Buttons of the pages: 8.6 and 8.7. */
  it.each([
    ['70501', ['01', '02', '03', '04', '05', '06', '10', '11']],
    ['70601', ['01', '02', '03', '04', '07', '10']],
    ['70602', ['01', '02', '03', '04', '06', '07']],
    ['702', ['01', '03']],
    ['703', ['01', '09']],
  ])('%s has the buttons %o', (page, buttons) => {
    const codes = permissionTree.filter(({ parent }) => parent === page).map(({ code }) => code.slice(page.length));
    expect(codes).toEqual(expect.arrayContaining(buttons));
  });

  it('have actions with the permission codes of their pages', () => {
    const codes = ['eduCourse', 'smsAccount', 'smsRule', 'smsLog'].map((name) => resources[name]!.code);
    expect(codes).toEqual(['70501', '70601', '70602', '70602']);
    expect(resources['smsRule']!.can).toEqual(['add', 'edit', 'remove', 'export']);
    expect(resources['smsLog']!.fields['mobile']).toMatchObject({ masked: 'phone' });
  });
});

describe('limits and constants of the pages for messages, firmware and education', () => {
  it.each([
    ['maximum characters of a message', MESSAGE_MAX, 250],
    ['send flag without a channel', SEND_FLAG_BASE, 3],
    ['channel of a message: terminal TTS', DEFAULT_CHANNEL, 8],
    ['maximum bytes of firmware', MAX_FIRMWARE_BYTES, 20 * 1024 * 1024],
    ['maximum bytes of a course', MAX_COURSE_BYTES, 500 * 1024 * 1024],
    ['minutes of a class hour', CLASS_HOUR_MIN, 45],
  ])('%s', (_, number, specified) => expect(number).toBe(specified));

  it('course files are videos, images and PDF; covers are images', () => {
    expect(COURSE_FILES).toEqual({ 1: ['mp4'], 2: ['jpg', 'png'], 3: ['pdf'] });
    expect(COVER_FILES).toEqual(['jpg', 'png']);
  });
});
