import { useTranslation } from 'react-i18next';
import { formatAge, formatFullTime, formatNumber, formatTime } from '../../ui/format.ts';
import { PlateTag } from '../../ui/PlateTag.tsx';
import { State } from '../../ui/States.tsx';
import { StatusMark } from '../../ui/StatusMark.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './InspectionPage.module.css';
import type { Inspected } from './use-inspection.ts';

/** Live values older than this are no longer live. */
const OLD_MS = 120_000;

/** What is known of the vehicle: whose it is, what it does, how fast, since when, where. */
export function InspectionCard(props: {
  /** null: never seen. */
  vehicle: Inspected | null;
  /** Of the session, for a vehicle never seen. */
  plate: string;
  colour: number;
  failed: boolean;
}) {
  const { vehicle, failed } = props;
  const { t, i18n } = useTranslation();
  const status = Number(vehicle?.status ?? 0) as 0 | 1 | 2 | 3 | 4 | 5 | 6;
  return (
    <aside className={styles['card']} aria-label={t('inspection.card')}>
      <header className={styles['head']}>
        <h1>
          <PlateTag plate={vehicle?.cno ?? props.plate} colour={vehicle?.color ?? props.colour} />
        </h1>
        {vehicle && (
          <span className={styles['status']} style={{ color: `var(--status${status}-text)` }}>
            <StatusMark status={status} />
            {t(`monitor.status${status}`)}
          </span>
        )}
      </header>
      {vehicle ? (
        <dl className={styles['fields']}>
          <div>
            <dt>{t('inspection.department')}</dt>
            <dd>{vehicle.deptName}</dd>
          </div>
          <div>
            <dt>{t('monitor.fieldSpeed')}</dt>
            <dd className={styles['speed']}>{formatNumber(i18n.language, vehicle.sp, 1)}</dd>
          </div>
          <TimeField at={vehicle.t} stale={vehicle.stale === 1} failed={failed} />
          <div>
            <dt>{t('inspection.position')}</dt>
            <dd>
              {vehicle.x?.toFixed(6)}, {vehicle.y?.toFixed(6)}
            </dd>
          </div>
        </dl>
      ) : (
        <div className={styles['never']}>
          <State title={t('inspection.neverTitle')} hint={t('inspection.neverHint')} />
        </div>
      )}
    </aside>
  );
}

/** When the fix was and how long ago: amber once it is old, or while newer ones cannot be had. */
function TimeField({ at, stale, failed }: { at: number | null; stale: boolean; failed: boolean }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const old = stale || failed || at === null || now - at > OLD_MS;
  return (
    <div>
      <dt>{t('monitor.fieldTime')}</dt>
      <dd>
        {at === null ? t('monitor.noData') : <time title={formatFullTime(i18n.language, at)}>{formatTime(at)}</time>}
        {(at !== null || stale) && (
          <span className={styles['age']} data-old={old || undefined}>
            {stale || at === null ? t('monitor.staleTime') : formatAge(t, now - at)}
          </span>
        )}
      </dd>
    </div>
  );
}
