import { plateDisplay } from '@fleetwarden/domain/plate-colour';
import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTexts, switchLanguage } from '../api/i18n.ts';
import { displayKey } from '../features/texts/display.ts';
import { type EnumerationOption, enumerationName, useEnumeration } from './enumeration.ts';

const options = (rows: readonly EnumerationOption[]) => rows.map(({ value, label }) => `${value} ${label}`).join(', ');

function List({ type }: { type: Parameters<typeof useEnumeration>[0] }) {
  return <p>{options(useEnumeration(type))}</p>;
}

beforeEach(() => startTexts('zh'));

describe('an enumeration', () => {
  it('is listed in the current language, and in another after a switch', async () => {
    render(<List type="NOTICE_LEVEL" />);
    expect(screen.getByText('1 普通, 2 重要')).toBeTruthy();
    await act(() => switchLanguage('es'));
    expect(screen.getByText('1 Normal, 2 Importante')).toBeTruthy();
  });
  it('leaves out values that forms do not offer, but still names them', () => {
    render(<List type="DEAL" />);
    expect(screen.getByText('1 下发消息, 5 电话处理, 6 确认误报')).toBeTruthy();
    expect(enumerationName(i18next, 'DEAL', 7)).toBe('系统自动');
  });
  it('uses the value itself if it has no name', () => {
    expect(enumerationName(i18next, 'LICENCE_CLASS', 'A2')).toBe('A2');
    expect(enumerationName(i18next, 'RUN_STATE', 99)).toBe('99');
  });
  it('has the full names of plate colours, while map labels show 其他 for some', () => {
    expect(enumerationName(i18next, 'PLATE_COLOR', 6)).toBe('黑色');
    expect(plateDisplay(6)).toBe('other');
    expect(i18next.t(displayKey('plateColour', 6))).toBe('其他');
    expect(enumerationName(i18next, 'PLATE_COLOR', 5)).toBe(i18next.t(displayKey('plateColour', 5)));
  });
});
