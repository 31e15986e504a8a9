import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { popupAlarms } from '../../../shared/alarm-settings.ts';
import { alarmRowToHandle } from '../../../shared/alarm-texts.ts';
import { useCommonMessage } from '../../../shared/live-context.ts';
import { openAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { isChosen } from '../../../shared/popup-choice.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Attachments } from '../handling/Attachments.tsx';
import { FactList } from '../handling/FactList.tsx';
import type { Called } from '../inbox/inbox.ts';
import { LocateLink } from '../inbox/LocateLink.tsx';
import { PopupFrame } from './PopupFrame.tsx';
import styles from './Popups.module.css';
import { factsOfRow } from './popup-facts.ts';
import { useHeld } from './use-hide-after.ts';
import { usePendingSafety } from './use-pending-safety.ts';

/** Debounce of reloads after pushed alarms, ms. */
const SETTLE_MS = 500;

/** Unhandled active-safety alarms, one at a time. A pushed or polled alarm opens the pop-up; each handling reloads it. */
export function SafetyPopup({ called }: { called: Called | null }) {
  const pending = usePendingSafety();
  const [open, setOpen] = useState(false);
  const reading = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(reading.current), []);
  // the first alarm of a storm starts the delay, so that reloads also happen during the storm
  const readSoon = useEffectEvent(() => {
    reading.current ??= setTimeout(() => {
      reading.current = undefined;
      pending.again();
    }, SETTLE_MS);
  });
  const at = called?.at;
  useEffect(() => {
    if (at === undefined) return;
    setOpen(true);
    readSoon();
  }, [at]);
  useCommonMessage('cases', () => readSoon());
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
  const handle = async (alarm: AlarmRow) => {
    if ((await openAlarmHandling([alarmRowToHandle(alarm)])) !== 1) return;
    setDecided(alarm.alarmGid);
    again();
  };
  if (!row) return null;
  return (
    <PopupFrame
      ref={popup}
      title={t('alarmPopup.safetyTitle')}
      plate={row.carNo}
      level={row.level}
      onClose={onClose}
      actions={
        <>
          {mayHandle(row.warnId) && (
            <button type="button" onClick={() => void handle(row)}>
              {t('alarmPopup.handle')}
            </button>
          )}
          <LocateLink targId={row.targId} />
          <span className={styles['pager']}>
            <IconButton label={t('alarmPopup.previous')} icon={<LeftOutlined aria-hidden />} onClick={() => show(index - 1)} />
            <span>{t('alarmPopup.position', { index: index + 1, total: `${total}${more ? '+' : ''}` })}</span>
            <IconButton label={t('alarmPopup.next')} icon={<RightOutlined aria-hidden />} onClick={() => show(index + 1)} />
          </span>
        </>
      }
    >
      <FactList key={row.alarmGid} facts={factsOfRow(row)} />
      <Attachments alarmGid={row.alarmGid} files={row.files} />
    </PopupFrame>
  );
}
