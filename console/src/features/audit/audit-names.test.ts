import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTexts } from '../../ui/i18n.ts';
import { auditName, auditOptions } from './audit-names.ts';

beforeAll(() => startTexts('zh'));

describe('names of audited areas and actions', () => {
  it('are those of the texts, else their keys', () => {
    expect(auditName(i18next, 'area', 'identity')).toBe('账号与登录');
    expect(auditName(i18next, 'area', 'fleet')).toBe('fleet');
    expect(auditName(i18next, 'action', '')).toBe('');
  });
  it('are offered in the order of the language', () => {
    expect(auditOptions(i18next, 'area').map(({ value }) => value)).toEqual(['settings', 'audit', 'identity']);
  });
});
