import VerticalLeftOutlined from '@ant-design/icons/VerticalLeftOutlined';
import VerticalRightOutlined from '@ant-design/icons/VerticalRightOutlined';
import type { TableSettings } from '@fleetwarden/contract/settings/schemas';
import { Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../IconButton.tsx';
import { OrderedList } from '../OrderedList.tsx';
import { ColumnsButton } from './ColumnsButton.tsx';
import type { ArrangedColumn } from './table-columns.ts';
import { toTableSettings } from './table-columns.ts';

const PINS = [
  { side: 'left', text: 'table.pinLeft', icon: <VerticalRightOutlined /> },
  { side: 'right', text: 'table.pinRight', icon: <VerticalLeftOutlined /> },
] as const;

type Props<Row> = {
  readonly columns: readonly ArrangedColumn<Row>[];
  readonly density: TableSettings['density'];
  /** null: the default layout. */
  readonly onArrange: (settings: TableSettings | null) => void;
};

/** Settings of a table: column visibility, order and pinning, and row density. */
export function ColumnSettings<Row>(props: Props<Row>) {
  return (
    <ColumnsButton onReset={() => props.onArrange(null)}>
      <ColumnList {...props} />
    </ColumnsButton>
  );
}

function ColumnList<Row>({ columns, density, onArrange }: Props<Row>) {
  const { t } = useTranslation();
  const shown = columns.filter(({ hidden }) => !hidden).length;
  const arrange = (next: readonly ArrangedColumn<Row>[]) => onArrange(toTableSettings(next, density));
  const change = (key: string, changes: Partial<ArrangedColumn<Row>>) =>
    arrange(columns.map((column) => (column.key === key ? { ...column, ...changes } : column)));

  return (
    <>
      <Segmented<TableSettings['density']>
        size="small"
        block
        aria-label={t('table.density')}
        value={density}
        options={[
          { value: 'middle', label: t('table.densityMiddle') },
          { value: 'small', label: t('table.densitySmall') },
        ]}
        onChange={(next) => onArrange(toTableSettings(columns, next))}
      />
      <OrderedList
        items={columns}
        onOrder={arrange}
        draw={({ key, title: column, hidden, pinned }) => ({
          key,
          name: column,
          // A table without columns could not be restored by the user.
          content: (
            <Checkbox
              checked={!hidden}
              disabled={!hidden && shown === 1}
              onChange={({ target }) => change(key, { hidden: !target.checked })}
            >
              {column}
            </Checkbox>
          ),
          more: PINS.map(({ side, text, icon }) => (
            <IconButton
              key={side}
              label={t(text, { column })}
              icon={icon}
              pressed={pinned === side}
              onClick={() => change(key, { pinned: pinned === side ? undefined : side })}
            />
          )),
        })}
      />
    </>
  );
}
