import { rules } from '@fleetwarden/domain/form-rules';
import i18next from 'i18next';
import { beforeEach, expect, it } from 'vitest';
import { startTexts } from '../api/i18n.ts';
import { formRule } from './form-rule.ts';

beforeEach(() => startTexts('zh'));

/** The validation message of a value; null if valid. */
async function said(rule: ReturnType<typeof formRule>, value: unknown): Promise<string | null> {
  if (typeof rule === 'function' || !rule.validator) throw new Error('no validator');
  try {
    await rule.validator({}, value, () => undefined);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

it('shows the error in the current language, with its numbers', async () => {
  expect(await said(formRule(rules.mobile, i18next.t), '123')).toBe('请输入11位手机号');
  expect(await said(formRule(rules.integer(1, 10), i18next.t), '11')).toBe('最大值为10');
  expect(await said(formRule(rules.port, i18next.t), '80')).toBe('端口范围1024-65535');
});
it('ignores spaces around a text', async () => {
  expect(await said(formRule(rules.mobile, i18next.t), ' 13800138000 ')).toBeNull();
});
it.each([undefined, null, '', '  '])('accepts %j, because the required rule handles it', async (value) => {
  expect(await said(formRule(rules.mobile, i18next.t), value)).toBeNull();
});
