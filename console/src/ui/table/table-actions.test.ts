import { describe, expect, it } from 'vitest';
import { columnWidth } from './column-width.ts';
import type { RowAction } from './table-actions.ts';
import { actionsWidth, splitActions } from './table-actions.ts';

const named = (...labels: string[]): RowAction[] => labels.map((label) => ({ key: label, label, run: () => undefined }));
const shown = (...labels: string[]) => splitActions(named(...labels))[0].map(({ label }) => label);

describe('actions of a row', () => {
  it('are one button and a menu with the others; two short actions are shown side by side', () => {
    expect(shown('编辑', '复制', '停用')).toEqual(['编辑']);
    expect(splitActions(named('编辑', '复制', '停用'))[1].map(({ label }) => label)).toEqual(['复制', '停用']);
    expect(shown('编辑', '复制')).toEqual(['编辑', '复制']);
    expect(shown('Editar', 'Asignar usuarios')).toEqual(['Editar']);
  });
  it('that are dangerous are last in the menu, even if they are first in the list', () => {
    const [remove, edit, copy] = named('删除', '编辑', '复制');
    const [visible, rest] = splitActions([{ ...remove!, danger: true }, edit!, copy!]);
    expect([visible, rest].map((actions) => actions.map(({ label }) => label))).toEqual([['编辑'], ['复制', '删除']]);
    expect(splitActions([{ ...remove!, danger: true }])[0]).toHaveLength(1);
  });
  it('make their column as wide as the widest row, but no wider than one action needs', () => {
    const one = actionsWidth([named('编辑')], '操作');
    const three = actionsWidth([named('编辑'), named('编辑', '删除', '分配用户')], '操作');
    expect(three).toBeGreaterThan(one);
    expect(actionsWidth([], '操作')).toBeGreaterThan(0);
    const long = ['Edit', 'Delete', 'Disable', 'Renew', 'Replace terminal', 'Assign vehicles'];
    expect(actionsWidth([named(...long)], 'Actions')).toBeLessThanOrEqual(110);
  });
});

describe('a column', () => {
  it('has its given width, or the width of its title', () => {
    expect(columnWidth({ title: '费用', width: 200 })).toBe(200);
    expect(columnWidth({ title: '重复间隔（天）', width: 60 })).toBeGreaterThan(7 * 14);
    const plain = columnWidth({ title: 'Vencimiento', width: 60 });
    expect(columnWidth({ title: 'Vencimiento', width: 60, sortable: true })).toBeGreaterThan(plain);
    expect(columnWidth({ title: 'x'.repeat(100), width: 60 })).toBe(240);
  });
});
