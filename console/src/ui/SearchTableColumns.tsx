import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import VerticalLeftOutlined from '@ant-design/icons/VerticalLeftOutlined';
import VerticalRightOutlined from '@ant-design/icons/VerticalRightOutlined';
import type { TableSettings } from '@fleetwarden/contract/settings';
import { Button, Checkbox, Popover, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import styles from './SearchTable.module.css';
import type { ArrangedColumn } from './table-columns.ts';
import { moved, settingsOf } from './table-columns.ts';

type Props<Row> = {
  readonly columns: readonly ArrangedColumn<Row>[];
  readonly density: TableSettings['density'];
  /** null: as the table's author made it. */
  readonly onArrange: (settings: TableSettings | null) => void;
};

/** The button behind which columns are shown, hidden, ordered and pinned, and rows made denser. */
export function ColumnSettings<Row>(props: Props<Row>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<ColumnList {...props} />}
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

function ColumnList<Row>({ columns, density, onArrange }: Props<Row>) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = columns.filter(({ hidden }) => !hidden).length;
  const arrange = (next: readonly ArrangedColumn<Row>[]) => onArrange(settingsOf(next, density));
  const change = (key: string, wish: Partial<ArrangedColumn<Row>>) =>
    arrange(columns.map((column) => (column.key === key ? { ...column, ...wish } : column)));

  return (
    <div className={styles['settings']} role="dialog" aria-label={t('table.columns')}>
      <Segmented<TableSettings['density']>
        size="small"
        block
        aria-label={t('table.density')}
        value={density}
        options={[
          { value: 'middle', label: t('table.densityMiddle') },
          { value: 'small', label: t('table.densitySmall') },
        ]}
        onChange={(next) => onArrange(settingsOf(columns, next))}
      />
      <ul>
        {columns.map(({ key, title: column, hidden, pinned }, at) => (
          <li
            key={key}
            draggable
            data-dragged={dragged === at}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== null && dragged !== at && arrange(moved(columns, dragged, at))}
          >
            <HolderOutlined className={styles['handle']} aria-hidden />
            {/* A table without a column could not be mended any more. */}
            <Checkbox
              checked={!hidden}
              disabled={!hidden && shown === 1}
              onChange={({ target }) => change(key, { hidden: !target.checked })}
            >
              {column}
            </Checkbox>
            <IconButton
              label={t('table.moveUp', { column })}
              icon={<ArrowUpOutlined />}
              onClick={() => at > 0 && arrange(moved(columns, at, at - 1))}
            />
            <IconButton
              label={t('table.moveDown', { column })}
              icon={<ArrowDownOutlined />}
              onClick={() => arrange(moved(columns, at, at + 1))}
            />
            <IconButton
              label={t('table.pinLeft', { column })}
              icon={<VerticalRightOutlined />}
              pressed={pinned === 'left'}
              onClick={() => change(key, { pinned: pinned === 'left' ? undefined : 'left' })}
            />
            <IconButton
              label={t('table.pinRight', { column })}
              icon={<VerticalLeftOutlined />}
              pressed={pinned === 'right'}
              onClick={() => change(key, { pinned: pinned === 'right' ? undefined : 'right' })}
            />
          </li>
        ))}
      </ul>
      <Button type="link" size="small" onClick={() => onArrange(null)}>
        {t('table.columnsReset')}
      </Button>
    </div>
  );
}
