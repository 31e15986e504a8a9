import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';
import styles from './OrderedList.module.css';
import layout from './theme/layout.module.css';

type Drawn = {
  readonly key: string;
  readonly name: string;
  /** For example a checkbox with the item's name. */
  readonly content: ReactNode;
  /** After the arrows. */
  readonly more?: ReactNode;
};

/** Moves the item at `from` to `to`. */
function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from);
  rest.splice(to, 0, ...items.slice(from, from + 1));
  return rest;
}

/** A list that the user reorders by dragging or by arrow buttons, which keep the focus while the item moves. */
export function OrderedList<Item>(props: {
  items: readonly Item[];
  draw: (item: Item) => Drawn;
  onOrder: (items: Item[]) => void;
  /** Shown below, without an order. */
  others?: readonly Drawn[];
}) {
  const { items, draw, onOrder, others = [] } = props;
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => from !== to && to >= 0 && to < items.length && onOrder(moved(items, from, to));

  return (
    <ul className={`${layout['plainList']} ${styles['list']}`}>
      {items.map(draw).map(({ key, name, content, more }, at) => (
        <li
          key={key}
          draggable
          data-dragged={dragged === at}
          onDragStart={(event) => {
            // some browsers drag nothing without data
            event.dataTransfer?.setData('text/plain', '');
            setDragged(at);
          }}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => dragged !== null && move(dragged, at)}
        >
          <HolderOutlined className={styles['handle']} aria-hidden />
          {content}
          <IconButton
            label={t('common.moveUp', { name })}
            icon={<ArrowUpOutlined />}
            idle={at === 0}
            onClick={() => move(at, at - 1)}
          />
          <IconButton
            label={t('common.moveDown', { name })}
            icon={<ArrowDownOutlined />}
            idle={at === items.length - 1}
            onClick={() => move(at, at + 1)}
          />
          {more}
        </li>
      ))}
      {others.map(({ key, content }) => (
        <li key={key}>
          <span className={styles['handle']} />
          {content}
        </li>
      ))}
    </ul>
  );
}
