import type { AlarmResult } from '@fleetwarden/contract/live';
import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AntdProvider } from '../../ui/AntdProvider.tsx';
import { dealWithAlarms } from '../../ui/alarm-deal.ts';
import { useMayDeal } from '../../ui/alarm-rights.ts';
import { caseWord, dealOfPushed, kindOf, levelWord } from '../../ui/alarm-words.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { formatNumber } from '../../ui/format.ts';
import { State } from '../../ui/States.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import styles from './AlarmDrawer.module.css';
import type { AlarmInbox, Inbox } from './inbox.ts';
import { LocateLink } from './LocateLink.tsx';
import { MuteButton } from './MuteButton.tsx';

/** px of a row, and of one whose actions stand below what it says. */
const ROW = { wide: 64, narrow: 92 } as const;
const LEVELS = [3, 2, 1] as const;

type Filter = { readonly text: string; readonly level: 0 | 1 | 2 | 3; readonly kind: '' | 'ordinary' | 'safety' };
const NO_FILTER: Filter = { text: '', level: 0, kind: '' };

/** Every alarm of this session, newest first, to be found and decided. While it is open nothing waits to be looked at. */
export function AlarmDrawer({ inbox, state, onClose }: { inbox: AlarmInbox; state: Inbox; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mayDeal = useMayDeal();
  const rows = inbox.rows;
  const nameOf = useMemo(() => namesOnce((warnId) => kindOf(t, warnId).toLowerCase()), [t]);
  const shown = useMemo(() => rows.filter((alarm) => fits(alarm, filter, nameOf)), [rows, filter, nameOf]);
  const waiting = state.waiting.some((count) => count > 0);
  useEffect(() => {
    if (waiting) inbox.seen();
  }, [inbox, waiting]);

  const isOpen = (gid: string) => {
    const caseState = inbox.caseOf(gid)?.state ?? 0;
    return caseState !== 2 && caseState !== 3;
  };
  const wanted = shown.filter(({ alarmGid, warnId }) => chosen.has(alarmGid) && mayDeal(warnId, true) && isOpen(alarmGid));
  async function handle(alarms: readonly AlarmResult[]) {
    if ((await dealWithAlarms(alarms.map(dealOfPushed))) === 1) setChosen(new Set());
  }
  const choose = (gid: string, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(gid);
    else next.delete(gid);
    setChosen(next);
  };

  const height = useMedia(NARROW) ? ROW.narrow : ROW.wide;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (i) => shown[i]?.alarmGid ?? i,
    overscan: 6,
  });
  const laidOut = useRef(height);
  useEffect(() => {
    // rows of another height lie elsewhere
    if (laidOut.current === height) return;
    laidOut.current = height;
    virtual.measure();
  }, [height, virtual]);

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
              <option value={0}>{t('alarmPopup.all')}</option>
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
              <option value="">{t('alarmPopup.all')}</option>
              <option value="ordinary">{t('alarmPopup.ordinary')}</option>
              <option value="safety">{t('alarmPopup.safety')}</option>
            </select>
            <MuteButton />
            <span className={styles['space']} />
            {wanted.length > 0 && (
              <button type="button" onClick={() => void handle(wanted)}>
                {t('alarmPopup.handleChosen', { count: wanted.length })}
              </button>
            )}
          </div>
          {state.gap && <p className={styles['hint']}>{t('alarmPopup.gap')}</p>}
          {shown.length === 0 ? (
            <State title={t(rows.length === 0 ? 'alarmPopup.empty' : 'alarmPopup.emptyFiltered')} />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
            <div ref={scroller} className={styles['scroll']} tabIndex={0}>
              <ul style={{ height: virtual.getTotalSize() }} aria-label={t('alarmPopup.drawer')}>
                {virtual.getVirtualItems().map(({ index, key, start }) => {
                  const alarm = shown[index];
                  if (!alarm) return null;
                  const told = inbox.caseOf(alarm.alarmGid);
                  const kind = kindOf(t, alarm.warnId);
                  return (
                    <li
                      key={key}
                      style={{ height, transform: `translateY(${start}px)` }}
                      data-level={alarm.warnType}
                      aria-posinset={index + 1}
                      aria-setsize={shown.length}
                    >
                      {mayDeal(alarm.warnId, true) && (
                        <input
                          type="checkbox"
                          aria-label={t('alarmPopup.choose', { plate: alarm.cno, kind })}
                          checked={chosen.has(alarm.alarmGid)}
                          disabled={!isOpen(alarm.alarmGid)}
                          onChange={({ target }) => choose(alarm.alarmGid, target.checked)}
                        />
                      )}
                      <div className={styles['what']}>
                        <span>
                          <b>{alarm.cno}</b> {kind}
                        </span>
                        <span className={styles['hint']}>
                          <TimeCell at={alarm.warnStartDate} />
                          {` · ${t('alarmPopup.kmh', { speed: formatNumber(i18n.language, alarm.speed, 1) })}`}
                          {alarm.drv && ` · ${alarm.drv}`}
                          {alarm.storm && ` · ${t('alarmPopup.storm')}`}
                        </span>
                      </div>
                      <span className={styles['level']}>{levelWord(t, alarm.warnType)}</span>
                      <span>{caseWord(t, told?.state ?? 0)}</span>
                      {mayDeal(alarm.warnId) && isOpen(alarm.alarmGid) && (
                        <button type="button" onClick={() => void handle([alarm])}>
                          {t('alarmPopup.handle')}
                        </button>
                      )}
                      <LocateLink targId={alarm.tid} />
                    </li>
                  );
                })}
              </ul>
            </div>
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

/** Ten thousand rows have some hundred kinds: each name is looked up once. */
function namesOnce(nameOf: (warnId: number) => string): (warnId: number) => string {
  const known = new Map<number, string>();
  return (warnId) => {
    const name = known.get(warnId) ?? nameOf(warnId);
    known.set(warnId, name);
    return name;
  };
}
