import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { Button, Checkbox, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderedList } from '../../ui/OrderedList.tsx';
import type { OwnColumn } from './columns.ts';
import styles from './Reports.module.css';

type Props = {
  readonly columns: readonly OwnColumn[];
  /** null: as the report has them. */
  readonly onArrange: (columns: readonly OwnColumn[] | null) => void;
};

/** The button behind which columns are shown, hidden and put in another order. */
export function ColumnChoice(props: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Columns {...props} />}
    >
      <Button
        type="text"
        icon={<SettingOutlined />}
        aria-label={t('table.columns')}
        title={t('table.columns')}
        aria-haspopup="dialog"
        aria-expanded={open}
      />
    </Popover>
  );
}

function Columns({ columns, onArrange }: Props) {
  const { t } = useTranslation();
  const fixed = columns.filter(({ isfixed }) => isfixed === 1);
  const free = columns.filter(({ isfixed }) => isfixed === 0);
  const shown = columns.filter(({ hidden }) => !hidden).length;
  return (
    <div className={styles['columns']} role="dialog" aria-label={t('table.columns')}>
      {fixed.map(({ colEName, colName }) => (
        <Checkbox key={colEName} checked disabled>
          {colName}
        </Checkbox>
      ))}
      <OrderedList
        items={free}
        onOrder={(next) => onArrange([...fixed, ...next])}
        draw={(column) => ({
          key: column.colEName,
          name: column.colName,
          content: (
            <Checkbox
              checked={!column.hidden}
              // a table without a column could not be mended any more
              disabled={!column.hidden && shown === 1}
              onChange={({ target }) =>
                onArrange(columns.map((each) => (each === column ? { ...each, hidden: !target.checked } : each)))
              }
            >
              {column.colName}
            </Checkbox>
          ),
        })}
      />
      <Button type="link" size="small" onClick={() => onArrange(null)}>
        {t('table.columnsReset')}
      </Button>
    </div>
  );
}
