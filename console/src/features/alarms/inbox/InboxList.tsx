import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import styles from './InboxList.module.css';

type Props = {
  readonly alarms: readonly AlarmResult[];
  /** px of a row; give the list another `key` with another height. */
  readonly height: number;
  readonly label: string;
  readonly children: (alarm: AlarmResult) => ReactNode;
};

/**
 * Rows that are drawn where they are seen. What scrolls is its own: a drawer draws its content later than who opened it, and rows
 * measured from out there would wait for something else to happen.
 */
export function AlarmList({ alarms, height, label, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: alarms.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (i) => alarms[i]?.alarmGid ?? i,
    overscan: 6,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div ref={scroller} className={styles['scroll']} tabIndex={0}>
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
    </div>
  );
}
