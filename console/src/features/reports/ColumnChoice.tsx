import { Checkbox } from 'antd';
import { OrderedList } from '../../ui/OrderedList.tsx';
import { ColumnsButton } from '../../ui/table/ColumnsButton.tsx';
import type { OwnColumn } from './columns.ts';

type Props = {
  readonly columns: readonly OwnColumn[];
  /** null: as the report has them. */
  readonly onArrange: (columns: readonly OwnColumn[] | null) => void;
};

/** The button behind which columns are shown, hidden and put in another order. */
export function ColumnChoice(props: Props) {
  return (
    <ColumnsButton onReset={() => props.onArrange(null)}>
      <Columns {...props} />
    </ColumnsButton>
  );
}

function Columns({ columns, onArrange }: Props) {
  const fixed = columns.filter(({ isfixed }) => isfixed === 1);
  const free = columns.filter(({ isfixed }) => isfixed === 0);
  const shown = columns.filter(({ hidden }) => !hidden).length;
  return (
    <>
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
    </>
  );
}
