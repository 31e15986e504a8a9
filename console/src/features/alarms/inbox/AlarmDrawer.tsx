import type { AlarmResult } from '@fleetwarden/contract/live/live';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NARROW, useMedia } from '../../../hooks/use-media-query.ts';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { formatAlarmType, levelWord, pushedAlarmToHandle } from '../../../shared/alarm-texts.ts';
import { openAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { State } from '../../../ui/States.tsx';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import styles from './AlarmDrawer.module.css';
import { AlarmItem } from './AlarmItem.tsx';
import { AlarmList } from './InboxList.tsx';
import type { AlarmInbox, Inbox } from './inbox.ts';
import { MuteButton } from './MuteButton.tsx';

/** Row height, px: in one line, and with actions below. */
const ROW = { wide: 64, narrow: 92 } as const;
const LEVELS = [3, 2, 1] as const;

type Filter = { readonly text: string; readonly level: 0 | 1 | 2 | 3; readonly kind: '' | 'ordinary' | 'safety' };
const NO_FILTER: Filter = { text: '', level: 0, kind: '' };

/** All alarms of this session, newest first, with search and handling. While it is open, alarms count as seen. */
export function AlarmDrawer({ inbox, state, onClose }: { inbox: AlarmInbox; state: Inbox; onClose: () => void }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mayHandle = useMayHandle();
  const rows = inbox.rows;
  const nameOf = useMemo(() => cacheNames((warnId) => formatAlarmType(t, warnId).toLowerCase()), [t]);
  const shown = useMemo(() => rows.filter((alarm) => fits(alarm, filter, nameOf)), [rows, filter, nameOf]);
  const waiting = state.waiting.some((count) => count > 0);
  useEffect(() => {
    if (waiting) inbox.seen();
  }, [inbox, waiting]);

  const isOpen = (gid: string) => {
    const caseState = inbox.caseOf(gid)?.state ?? 0;
    return caseState !== 2 && caseState !== 3;
  };
  const wanted = shown.filter(({ alarmGid, warnId }) => chosen.has(alarmGid) && mayHandle(warnId, true) && isOpen(alarmGid));
  const handle = (alarms: readonly AlarmResult[]) =>
    void openAlarmHandling(alarms.map(pushedAlarmToHandle), {
      onHandled: (gids) => setChosen((before) => new Set([...before].filter((gid) => !gids.includes(gid)))),
    });
  const choose = (gid: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(gid);
    else next.delete(gid);
    setChosen(next);
  };

  const height = useMedia(NARROW) ? ROW.narrow : ROW.wide;
  return (
    <AntdProvider>
      <DetailDrawer open title={t('alarmPopup.drawer')} size={720} onClose={onClose}>
        <div className={styles['body']}>
          <p className={styles['hint']}>{t('alarmPopup.drawerHint')}</p>
          <div className={styles['bar']}>
            <input
              type="search"
              aria-label={t('alarmPopup.filterText')}
              placeholder={t('alarmPopup.filterText')}
              maxLength={40}
              value={filter.text}
              onChange={({ target }) => setFilter({ ...filter, text: target.value })}
            />
            <select
              aria-label={t('alarmPopup.filterLevel')}
              value={filter.level}
              onChange={({ target }) => setFilter({ ...filter, level: Number(target.value) as Filter['level'] })}
            >
              <option value={0}>{`${t('alarmPopup.filterLevel')} · ${t('alarmPopup.all')}`}</option>
              {LEVELS.map((level) => (
                <option key={level} value={level}>
                  {levelWord(t, level)}
                </option>
              ))}
            </select>
            <select
              aria-label={t('alarmPopup.filterClass')}
              value={filter.kind}
              onChange={({ target }) => setFilter({ ...filter, kind: target.value as Filter['kind'] })}
            >
              <option value="">{`${t('alarmPopup.filterClass')} · ${t('alarmPopup.all')}`}</option>
              <option value="ordinary">{t('alarmPopup.ordinary')}</option>
              <option value="safety">{t('alarmPopup.safety')}</option>
            </select>
            <MuteButton />
            <span className={styles['space']} />
            {wanted.length > 0 && (
              <button type="button" onClick={() => handle(wanted)}>
                {t('alarmPopup.handleSelected', { count: wanted.length })}
              </button>
            )}
          </div>
          {state.gap && <p className={styles['hint']}>{t('alarmPopup.gap')}</p>}
          {shown.length === 0 ? (
            <State title={t(rows.length === 0 ? 'alarmPopup.empty' : 'alarmPopup.emptyFiltered')} />
          ) : (
            // a new row height changes all offsets
            <AlarmList key={height} alarms={shown} height={height} label={t('alarmPopup.drawer')}>
              {(alarm) => (
                <AlarmItem
                  alarm={alarm}
                  caseState={inbox.caseOf(alarm.alarmGid)?.state ?? 0}
                  open={isOpen(alarm.alarmGid)}
                  chosen={chosen.has(alarm.alarmGid)}
                  onChoose={(on) => choose(alarm.alarmGid, on)}
                  onHandle={() => handle([alarm])}
                  onLocate={onClose}
                />
              )}
            </AlarmList>
          )}
          {state.dropped > 0 && <p className={styles['hint']}>{t('alarmPopup.dropped', { count: state.dropped })}</p>}
        </div>
      </DetailDrawer>
    </AntdProvider>
  );
}

function fits(alarm: AlarmResult, { text, level, kind }: Filter, nameOf: (warnId: number) => string): boolean {
  if (level !== 0 && alarm.warnType !== level) return false;
  if (kind !== '' && isSafetyAlarm(alarm.warnId) !== (kind === 'safety')) return false;
  const wanted = text.trim().toLowerCase();
  return wanted === '' || alarm.cno.toLowerCase().includes(wanted) || nameOf(alarm.warnId).includes(wanted);
}

/** Caches names: ten thousand rows have some hundred types. */
function cacheNames(nameOf: (warnId: number) => string): (warnId: number) => string {
  const known = new Map<number, string>();
  return (warnId) => {
    const name = known.get(warnId) ?? nameOf(warnId);
    known.set(warnId, name);
    return name;
  };
}
