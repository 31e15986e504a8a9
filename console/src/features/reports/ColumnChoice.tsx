import { Checkbox } from 'antd';
import { OrderedList } from '../../ui/OrderedList.tsx';
import { ColumnsButton } from '../../ui/table/ColumnsButton.tsx';
import type { OwnColumn } from './columns.ts';

type Props = {
  readonly columns: readonly OwnColumn[];
  /** null: the default columns. */
  readonly onArrange: (columns: readonly OwnColumn[] | null) => void;
};

/** A button that opens the list of columns, to show, hide and sort them. */
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
              // the last visible column cannot be hidden
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
