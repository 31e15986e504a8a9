import { describe, expect, it } from 'vitest';
import { columnWidth } from './column-width.ts';
import type { RowAction } from './table-actions.ts';
import { actionsWidth, splitActions } from './table-actions.ts';

const named = (...labels: string[]): RowAction[] => labels.map((label) => ({ key: label, label, run: () => undefined }));
const shown = (...labels: string[]) => splitActions(named(...labels))[0].map(({ label }) => label);

describe('actions of a row', () => {
  it('are three at sight, the others in a menu', () => {
    expect(shown('编辑', '删除', '停用', '踢下线')).toEqual(['编辑', '删除', '停用']);
    expect(splitActions(named('编辑', '删除', '停用', '踢下线'))[1].map(({ label }) => label)).toEqual(['踢下线']);
  });
  it('are fewer where their names are long, and one however long it is', () => {
    expect(shown('Editar', 'Eliminar', 'Asignar usuarios')).toEqual(['Editar', 'Eliminar']);
    expect(shown('Enviar el recordatorio ahora mismo', 'Editar')).toEqual(['Enviar el recordatorio ahora mismo']);
  });
  it('make their column as wide as the widest row', () => {
    const one = actionsWidth([named('编辑')], '操作');
    const three = actionsWidth([named('编辑'), named('编辑', '删除', '分配用户')], '操作');
    expect(three).toBeGreaterThan(one);
    expect(actionsWidth([named('编辑', '删除', '分配用户', '更多')], '操作')).toBeGreaterThan(three);
    expect(actionsWidth([], '操作')).toBeGreaterThan(0);
  });
});

describe('a column', () => {
  it('is as wide as it says, or as its title needs', () => {
    expect(columnWidth({ title: '费用', width: 200 })).toBe(200);
    expect(columnWidth({ title: '重复间隔（天）', width: 60 })).toBeGreaterThan(7 * 14);
    const plain = columnWidth({ title: 'Vencimiento', width: 60 });
    expect(columnWidth({ title: 'Vencimiento', width: 60, sortable: true })).toBeGreaterThan(plain);
    expect(columnWidth({ title: 'x'.repeat(100), width: 60 })).toBe(240);
  });
});
