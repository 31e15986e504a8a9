import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { auditName, auditOptions, fieldName } from './audit-names.ts';

beforeAll(() => startTexts('zh'));

describe('names of audited areas and actions', () => {
  it('are the texts, or their keys if no text exists', () => {
    expect(auditName(i18next, 'area', 'identity')).toBe('账号与登录');
    expect(auditName(i18next, 'area', 'fleet')).toBe('fleet');
    expect(auditName(i18next, 'action', '')).toBe('');
  });
  it('of records are the names of their page, operation and fields', () => {
    expect(auditName(i18next, 'area', 'driver')).toBe('驾驶员管理');
    expect(auditName(i18next, 'action', 'addDriver')).toBe('新增记录');
    expect(auditName(i18next, 'action', 'applyDriverImport')).toBe('导入记录');
    expect(fieldName(i18next, 'licenceTo')).toBe('驾驶证有效期至');
  });
  it('are sorted in the order of the language', () => {
    expect(auditOptions(i18next, 'area').map(({ value }) => value)).toEqual(
      expect.arrayContaining(['settings', 'audit', 'identity', 'driver']),
    );
    expect(auditOptions(i18next, 'action')).toEqual(
      expect.arrayContaining([
        { value: 'add', label: '新增记录' },
        { value: 'apply', label: '导入记录' },
      ]),
    );
    const labels = auditOptions(i18next, 'area').map(({ label }) => label);
    expect(labels).toEqual([...labels].sort(new Intl.Collator('zh').compare));
  });
});
