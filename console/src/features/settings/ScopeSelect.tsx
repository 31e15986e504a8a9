import { monitorCalls } from 'virtual:calls/monitor';
import type { DeptNode } from '@fleetwarden/contract/monitor';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../ui/api/call.ts';
import styles from './PlatSettingsPage.module.css';

/** The value of the entry that stands for the platform: no department has it. */
const PLATFORM = 'platform';

type Node = { readonly value: string; readonly title: string; readonly children: Node[] };

/** Departments as a tree; one whose parent is not in the list stands at the top. */
export function departmentTree(list: readonly Pick<DeptNode, 'deptId' | 'deptName' | 'parentId'>[]): Node[] {
  const nodes = new Map(list.map(({ deptId, deptName }) => [deptId, { value: deptId, title: deptName, children: [] as Node[] }]));
  const top: Node[] = [];
  for (const { deptId, parentId } of list) {
    const node = nodes.get(deptId);
    if (node) (nodes.get(parentId ?? '')?.children ?? top).push(node);
  }
  return top;
}

/** Whose settings are shown (undefined: not known yet): the platform's, where one may see them, or those of a department. */
export function ScopeSelect(props: {
  deptId: string | null | undefined;
  platform: boolean;
  onChange: (deptId: string | null) => void;
}) {
  const { deptId, platform, onChange } = props;
  const { t } = useTranslation();
  const { data, isPending } = useQuery({
    queryKey: ['settings', 'departments'],
    queryFn: ({ signal }) => call(monitorCalls.getDeptTree, {}, { signal }),
  });
  const tree = useMemo(
    () => [
      ...(platform ? [{ value: PLATFORM, title: t('settings.scopePlatform'), children: [] }] : []),
      ...departmentTree(data?.list ?? []),
    ],
    [data, platform, t],
  );
  return (
    <TreeSelect
      className={styles['scope'] ?? ''}
      aria-label={t('settings.scope')}
      {...(deptId === undefined ? {} : { value: deptId ?? PLATFORM })}
      treeData={tree}
      loading={isPending}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      onChange={(value: string) => onChange(value === PLATFORM ? null : value)}
    />
  );
}
