import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { AlarmRow, DealType } from '@fleetwarden/contract/alarms/alarm-row';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useThrottled } from '../../../hooks/use-throttled.ts';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { popupAlarms } from '../../../shared/alarm-settings.ts';
import { alarmRowToHandle } from '../../../shared/alarm-texts.ts';
import { AlarmFiles } from '../../../shared/evidence/AlarmFiles.tsx';
import { useCommonMessage } from '../../../shared/live-context.ts';
import { openAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { isChosen } from '../../../shared/popup-choice.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { FactList } from '../handling/FactList.tsx';
import type { Called } from '../inbox/inbox.ts';
import { LocateLink, VideoLink } from '../inbox/LocateLink.tsx';
import { PopupFrame } from './PopupFrame.tsx';
import styles from './Popups.module.css';
import { factsOfRow } from './popup-facts.ts';
import { useHeld } from './use-hide-after.ts';
import { usePendingSafety } from './use-pending-safety.ts';

const DEALS: readonly DealType[] = [1, 5, 6];
/** Delay of reloads after pushed alarms, ms. */
const SETTLE_MS = 500;

/** Unhandled active-safety alarms, one at a time. A pushed or polled alarm opens the pop-up; each handling reloads it. */
export function SafetyPopup({ called }: { called: Called | null }) {
  const pending = usePendingSafety();
  const [open, setOpen] = useState(false);
  const readSoon = useThrottled(pending.again, SETTLE_MS);
  const at = called?.at;
  useEffect(() => {
    if (at === undefined) return;
    setOpen(true);
    readSoon();
  }, [at, readSoon]);
  useCommonMessage('cases', readSoon);
  const { newest } = pending;
  const known = useRef<number | null>(null);
  useEffect(() => {
    if (newest === undefined) return;
    // alarms from before this session do not notify
    const isNew = newest !== null && known.current !== null && newest.receivedAt > known.current;
    known.current = Math.max(known.current ?? 0, newest?.receivedAt ?? 0);
    if (isNew && isChosen(newest.warnId, newest.level, popupAlarms())) setOpen(true);
  }, [newest]);

  if (!open || pending.total === 0) return null;
  function close() {
    setOpen(false);
    pending.show(0);
  }
  return <Popup pending={pending} onClose={close} />;
}

function Popup({ pending, onClose }: { pending: ReturnType<typeof usePendingSafety>; onClose: () => void }) {
  const { row: current, chosen, index, total, more, show, again } = pending;
  const { t } = useTranslation();
  const mayHandle = useMayHandle();
  const popup = useRef<HTMLElement>(null);
  const held = useHeld(popup);
  const [row, setRow] = useState(current);
  const [decided, setDecided] = useState<string | null>(null);
  // buttons must not change their alarm under the pointer, unless the user moved on or handled it
  const free = !held || chosen || row === undefined || row.alarmGid === decided || row.alarmGid === current?.alarmGid;
  if (current && free && current !== row) setRow(current);
  const handle = async (alarm: AlarmRow, dealType?: DealType) => {
    const options = dealType === undefined ? {} : { dealType };
    if ((await openAlarmHandling([alarmRowToHandle(alarm)], options)) !== 1) return;
    setDecided(alarm.alarmGid);
    again();
  };
  if (!row) return null;
  /** As in the handling dialog: N and P step, 1, 5 and 6 handle (screen catalogue 4.3). */
  function handleKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, alarm: AlarmRow) {
    if (ctrlKey || metaKey || altKey) return;
    const deal = DEALS.find((each) => String(each) === key);
    if (deal !== undefined && mayHandle(alarm.warnId)) void handle(alarm, deal);
    if (key.toLowerCase() === 'n') show(index + 1);
    if (key.toLowerCase() === 'p') show(index - 1);
  }
  return (
    <PopupFrame
      ref={popup}
      title={t('alarmPopup.safetyTitle')}
      plate={row.carNo}
      level={row.level}
      onKeyDown={(event) => handleKey(event, row)}
      onClose={onClose}
      actions={
        <>
          {mayHandle(row.warnId) && (
            <button type="button" onClick={() => void handle(row)}>
              {t('alarmPopup.handle')}
            </button>
          )}
          <LocateLink targId={row.targId} />
          <VideoLink targId={row.targId} />
          <span className={styles['pager']}>
            <IconButton label={t('alarmPopup.previous')} icon={<LeftOutlined aria-hidden />} onClick={() => show(index - 1)} />
            <span>{t('alarmPopup.position', { index: index + 1, total: `${total}${more ? '+' : ''}` })}</span>
            <IconButton label={t('alarmPopup.next')} icon={<RightOutlined aria-hidden />} onClick={() => show(index + 1)} />
          </span>
        </>
      }
    >
      <FactList key={row.alarmGid} facts={factsOfRow(row)} />
      <div className={styles['media']}>
        {row.files === 0 && row.fileDone === 0 && <p className={styles['hint']}>{t('alarmPopup.noFiles')}</p>}
        <AlarmFiles key={row.alarmGid} alarmGid={row.alarmGid} files={Math.max(row.files, row.fileDone)} />
      </div>
    </PopupFrame>
  );
}
