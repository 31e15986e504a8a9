import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../use-confirm.tsx';
import styles from './SearchTable.module.css';
import type { RowAction } from './table-actions.ts';
import { splitActions } from './table-actions.ts';

/** Actions of a row: one visible, the rest in a menu. A running action ignores further clicks; others stay available. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const [confirm, holder] = useConfirm();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [shown, rest] = splitActions(actions);

  async function run(action: RowAction) {
    if (running.has(action.key)) return;
    const { label: okText, danger = false } = action;
    if (action.confirm && !(await confirm({ ...action.confirm, okText, danger }))) return;
    const work = action.run();
    if (!(work instanceof Promise)) return;
    setRunning((before) => new Set(before).add(action.key));
    // The client has shown the error.
    await work.catch(() => undefined);
    setRunning((before) => new Set([...before].filter((key) => key !== action.key)));
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
