import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../use-confirm.tsx';
import styles from './SearchTable.module.css';
import type { RowAction } from './table-actions.ts';
import { splitActions } from './table-actions.ts';
import { useRunning } from './use-running.ts';

/** Actions of a row: one visible, the rest in a menu. A running action ignores further clicks; others stay available. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const [confirm, holder] = useConfirm();
  const [running, start] = useRunning();
  const [shown, rest] = splitActions(actions);

  async function run(action: RowAction) {
    const { label: okText, danger = false } = action;
    if (action.confirm && !(await confirm({ ...action.confirm, okText, danger }))) return;
    await start(action.key, action.run);
  }

  return (
    <span className={styles['actions']}>
      {shown.map((action) => (
        <Button
          key={action.key}
          type="link"
          size="small"
          {...(action.danger && { className: styles['risky']! })}
          disabled={action.disabled ?? false}
          loading={running.has(action.key)}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          classNames={{ root: styles['menu']! }}
          menu={{
            items: rest.map(({ key, label, danger = false, disabled = false }) => ({
              key,
              label,
              danger,
              disabled: disabled || running.has(key),
            })),
            onClick: ({ key }) => void run(rest.find((action) => action.key === key)!),
          }}
        >
          <Button type="text" size="small" icon={<MoreOutlined />} aria-label={t('table.more')} title={t('table.more')} />
        </Dropdown>
      )}
      {holder}
    </span>
  );
}
