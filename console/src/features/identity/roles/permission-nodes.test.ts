import { permissionTree } from '@fleetwarden/contract/permission-tree';
import { describe, expect, it } from 'vitest';
import { filled, heldOf, permissionNodes, shownNodes, toggled } from './permission-nodes.ts';

const nodes = permissionNodes(permissionTree);
const at = (code: string) => nodes.findIndex((node) => node.code === code);
const all = () => true;

describe('permission nodes', () => {
  it('include every permission, each inside the range of its parent', () => {
    expect(nodes).toHaveLength(permissionTree.length);
    for (const { code, parent } of permissionTree) {
      const node = nodes[at(code)]!;
      expect([code, nodes[node.parent]?.code ?? null]).toEqual([code, parent]);
      if (node.parent >= 0) expect(nodes[node.parent]!.end).toBeGreaterThanOrEqual(node.end);
    }
  });
});

describe('checkboxes', () => {
  it('of groups are checked, mixed or unchecked', () => {
    const state = (codes: readonly string[], code: string) => heldOf(nodes, codes).state(at(code));
    const page = nodes.slice(at('606'), nodes[at('606')]!.end).map(({ code }) => code);
    expect(state(page, '606')).toBe(true);
    expect(state(page, '6')).toBe('mixed');
    expect(state(['606'], '606')).toBe('mixed');
    expect(state([], '606')).toBe(false);
    expect(heldOf(nodes, page).below(at('606'))).toEqual({ held: page.length - 1, all: page.length - 1 });
  });

  it('check the parent groups when checked, and uncheck all descendants when unchecked', () => {
    expect(toggled(nodes, [], at('60601'), all)).toEqual(['6', '606', '60601']);
    const page = toggled(nodes, ['60601', '6', '606'], at('606'), all);
    expect(page).toContain('60614');
    expect(toggled(nodes, page, at('606'), all)).toEqual(['6']);
  });

  it('do not grant permissions the user lacks, but can revoke them', () => {
    const may = (code: string) => code !== '60604';
    expect(toggled(nodes, [], at('606'), may)).not.toContain('60604');
    expect(toggled(nodes, ['6', '606', '60604'], at('60604'), may)).toEqual(['6', '606']);
    expect(filled(nodes, [], may)).toHaveLength(nodes.length - 1);
  });
});

describe('visible rows', () => {
  it('are the expanded ones, or the search matches with their parent groups', () => {
    const codes = (shown: readonly number[]) => shown.map((index) => nodes[index]!.code);
    const roots = permissionTree.filter(({ parent }) => parent === null).map(({ code }) => code);
    expect(codes(shownNodes(nodes, new Set(), null))).toEqual(roots);
    expect(codes(shownNodes(nodes, new Set(['6']), null))).toContain('606');
    expect(codes(shownNodes(nodes, new Set(), new Set([at('60614')])))).toEqual(['6', '606', '60614']);
  });
});
