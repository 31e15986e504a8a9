import MinusOutlined from '@ant-design/icons/MinusOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { FyAlarmResult } from '@fleetwarden/contract/live/live';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';
import { useCommonMessage } from '../../../shared/live-context.ts';
import { formatTime } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PopupFrame } from './PopupFrame.tsx';
import styles from './Popups.module.css';
import { useHideAfter } from './use-hide-after.ts';

/** console.md 9: duration in ms; height minimised and expanded in px. */
const RISK_MS = 10_000;
const [MINIMISED, EXPANDED] = [42, 200];
/** Most vehicles listed; the report has earlier ones. */
const NAMED = 20;
const REPORT = '1504';

type RiskAlert = { readonly list: readonly FyAlarmResult[]; readonly at: number };

const keyOf = ({ tid, intDate, areaName }: FyAlarmResult): string => `${tid} ${intDate} ${areaName}`;

/** Vehicles that entered risk areas, newest first, for 10 s after the last one. */
export function RiskPopup() {
  const [current, setAlert] = useState<RiskAlert | null>(null);
  const known = useRef(new Set<string>());
  useCommonMessage('fyAlarmResult', (data) => {
    // a reconnect may repeat some
    const news = (data as readonly FyAlarmResult[]).filter((entry) => !known.current.has(keyOf(entry)));
    if (news.length === 0) return;
    for (const entry of news) known.current.add(keyOf(entry));
    setAlert((before) => ({ list: [...news.toReversed(), ...(before?.list ?? [])].slice(0, NAMED), at: (before?.at ?? 0) + 1 }));
  });
  return current && <Popup current={current} onClose={() => setAlert(null)} />;
}

function Popup({ current: { list, at }, onClose }: { current: RiskAlert; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const [minimised, setMinimised] = useState(false);
  const mayReport = useMay(REPORT);
  const [popup] = useHideAfter(RISK_MS, at, onClose);
  return (
    <PopupFrame
      ref={popup}
      title={t('alarmPopup.riskTitle')}
      height={minimised ? MINIMISED : EXPANDED}
      onClose={onClose}
      aside={
        <IconButton
          label={t(minimised ? 'alarmPopup.expand' : 'alarmPopup.minimise')}
          icon={minimised ? <PlusOutlined aria-hidden /> : <MinusOutlined aria-hidden />}
          onClick={() => setMinimised(!minimised)}
        />
      }
    >
      <ul className={styles['risks']}>
        {list.map((entry) => (
          <li key={keyOf(entry)}>
            <span>{t('alarmPopup.riskEntered', { plate: entry.cno, area: entry.areaName })}</span>
            <time dateTime={new Date(entry.intDate).toISOString()}>{formatTime(entry.intDate, i18n.language)}</time>
            {mayReport && <Link to={reportLink(entry)}>{t('alarmPopup.view')}</Link>}
          </li>
        ))}
      </ul>
    </PopupFrame>
  );
}

/** Link to the report with the alert in its query (console.md 2.2). */
function reportLink({ tid, cno, intDate, areaName }: FyAlarmResult): string {
  return `/epidemic/epidemicReport?${new URLSearchParams({ tid, cno, intDate: String(intDate), areaName })}`;
}
