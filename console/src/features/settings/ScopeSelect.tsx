import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { departmentTree, useDepartments } from '../../shared/departments.ts';
import styles from './PlatSettingsPage.module.css';

/** Value of the platform's option; no department has it. */
const PLATFORM = 'platform';

/** Selects the scope of the settings: the platform, if the user may see it, or a department. undefined: not loaded yet. */
export function ScopeSelect(props: {
  deptId: string | null | undefined;
  platform: boolean;
  onChange: (deptId: string | null) => void;
}) {
  const { deptId, platform, onChange } = props;
  const { t } = useTranslation();
  const { departments, isPending } = useDepartments();
  const tree = useMemo(
    () => [
      ...(platform ? [{ value: PLATFORM, title: t('settings.scopePlatform'), children: [] }] : []),
      ...departmentTree(departments),
    ],
    [departments, platform, t],
  );
  return (
    <TreeSelect
      className={styles['scope'] ?? ''}
      aria-label={t('settings.scope')}
      {...(deptId === undefined ? {} : { value: deptId ?? PLATFORM })}
      treeData={tree}
      loading={isPending}
      // opened earlier, it would close or stay collapsed when the departments arrive
      disabled={isPending || deptId === undefined}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      onChange={(value: string) => onChange(value === PLATFORM ? null : value)}
    />
  );
}
