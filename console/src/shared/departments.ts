import { monitorCalls } from '@fleetwarden/contract/monitor/routes';
import type { DeptNode } from '@fleetwarden/contract/monitor/schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export type Department = Pick<DeptNode, 'deptId' | 'deptName' | 'parentId'>;

/** Invalidate after departments change: `queries.invalidateQueries({ queryKey: DEPARTMENTS_QUERY })`. */
export const DEPARTMENTS_QUERY = ['departments'] as const;

const NONE: readonly Department[] = [];

/** The query of the departments; `DepartmentWatch` invalidates it. */
export const departmentsQuery = (quiet: boolean) =>
  queryOptions({
    queryKey: DEPARTMENTS_QUERY,
    queryFn: ({ signal }) => call(monitorCalls.getDeptTree, {}, { signal, quiet }),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Departments of the scope, parents before children. */
export function useDepartments() {
  const { data, isPending, error, refetch } = useQuery(departmentsQuery(false));
  return { departments: data?.list ?? NONE, isPending, failed: error !== null && !data, retry: () => void refetch() };
}

export type DepartmentNode = { readonly value: string; readonly title: string; readonly children: DepartmentNode[] };

/** Departments as a tree; one whose parent is not in the list is a root. */
export function departmentTree(list: readonly Department[]): DepartmentNode[] {
  const nodes = new Map(
    list.map(({ deptId, deptName }) => [deptId, { value: deptId, title: deptName, children: [] as DepartmentNode[] }]),
  );
  const top: DepartmentNode[] = [];
  for (const { deptId, parentId } of list) {
    const node = nodes.get(deptId);
    if (node) (nodes.get(parentId ?? '')?.children ?? top).push(node);
  }
  return top;
}
