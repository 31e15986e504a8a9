import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import styles from './InboxList.module.css';

type Props = {
  readonly alarms: readonly AlarmResult[];
  /** Row height, px; change the list's `key` with it. */
  readonly height: number;
  readonly label: string;
  readonly children: (alarm: AlarmResult) => ReactNode;
};

/** Renders visible rows only. It has its own scroll container, because a drawer renders its content later than its parent. */
export function AlarmList({ alarms, height, label, children }: Props) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: alarms.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (i) => alarms[i]?.alarmGid ?? i,
    overscan: 6,
  });
  return (
    <ScrollRegion ref={scroller} className={styles['scroll']} label={label}>
      <ul style={{ height: virtual.getTotalSize() }} aria-label={label}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const alarm = alarms[index];
          return (
            alarm && (
              <li
                key={key}
                style={{ height, transform: `translateY(${start}px)` }}
                data-level={alarm.warnType}
                aria-posinset={index + 1}
                aria-setsize={alarms.length}
              >
                {children(alarm)}
              </li>
            )
          );
        })}
      </ul>
    </ScrollRegion>
  );
}
