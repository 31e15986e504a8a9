import { Button } from 'antd';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { takesText } from '../../../shared/accepts-text.ts';
import { type HandlingOptions, useAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import styles from './AlarmPages.module.css';

type Props = {
  /** The user may handle it now. */
  readonly mayHandle: boolean;
  /** Another user has claimed it. */
  readonly taken: boolean;
  readonly onHandle: (dealType?: HandlingOptions['dealType']) => void;
  /** Opens the alarm after or before this one in the list; undefined at its ends. */
  readonly onNext: (() => void) | undefined;
  readonly onPrevious: (() => void) | undefined;
};

const DEALS: Readonly<Record<string, NonNullable<HandlingOptions['dealType']>>> = { 1: 1, 5: 5, 6: 6 };

/** Actions of the open alarm, with keys: 1, 5 and 6 handle it, N and P open its neighbours (screen catalogue 4.3). */
export function DetailActions({ mayHandle, taken, onHandle, onNext, onPrevious }: Props) {
  const { t } = useTranslation();
  const handles = mayHandle && !taken;
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const withOthers = event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat;
    // the handling dialog has the same keys
    if (withOthers || takesText(event.target) || useAlarmHandling.getState().current) return;
    const key = event.key.toLowerCase();
    const deal = DEALS[key];
    if (deal !== undefined && handles) onHandle(deal);
    if (key === 'n') onNext?.();
    if (key === 'p') onPrevious?.();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <div className={styles['buttons']}>
        {mayHandle && (
          <Button type="primary" disabled={taken} onClick={() => onHandle()}>
            {t('alarmHistory.handle')}
          </Button>
        )}
        <Button disabled={!onPrevious} onClick={onPrevious}>
          {t('attachment.previousAlarm')}
        </Button>
        <Button disabled={!onNext} onClick={onNext}>
          {t('attachment.nextAlarm')}
        </Button>
      </div>
      {handles && <p className={styles['keys']}>{t('attachment.keys')}</p>}
    </>
  );
}
