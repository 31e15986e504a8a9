import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../hooks/use-now.ts';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { StatusMark } from '../../shared/StatusMark.tsx';
import { formatAge, formatNumber, formatTime } from '../../ui/format.ts';
import { formatMeasure } from '../../ui/units.ts';
import { RING_ORDER } from '../clusters/cluster-shader.ts';
import type { HoverTarget } from '../map-pointer.ts';
import { placePopup } from '../popup-placement.ts';
import { OLD_FIX_MS } from '../vehicles/marker-look.ts';
import { statusOf } from './VehicleRow.tsx';
import styles from './Vehicles.module.css';

/** Tooltip of the vehicle or cluster under the pointer or the keyboard. It takes no clicks. */
export function HoverCard(props: {
  store: VehicleStore;
  target: HoverTarget;
  /** Size of the map, CSS px. */
  size: { readonly width: number; readonly height: number };
}) {
  const { store, target, size } = props;
  return (
    <div className={styles['hover']} role="tooltip" style={placePopup(target, size)}>
      {target.kind === 'cluster' ? <ClusterCounts byStatus={target.byStatus} /> : <Vehicle store={store} id={target.id} />}
    </div>
  );
}

/** Counts by status in a cluster, most urgent first. */
function ClusterCounts({ byStatus }: { byStatus: readonly number[] }) {
  const { t, i18n } = useTranslation();
  const number = (count: number) => formatNumber(i18n.language, count);
  const total = byStatus.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <strong>{t('marker.gathered', { value: number(total) })}</strong>
      {RING_ORDER.filter((status) => (byStatus[status] ?? 0) > 0).map((status) => (
        <span key={status} className={styles['share']}>
          <StatusMark status={status} />
          {t(`monitor.status${status}`)}
          <b>{number(byStatus[status]!)}</b>
        </span>
      ))}
    </>
  );
}

function Vehicle({ store, id }: { store: VehicleStore; id: string }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  useSyncExternalStore(
    (notify) => store.subscribe(notify),
    () => store.version,
  );
  const row = store.rowOf(id);
  if (row < 0) return null;
  const status = statusOf(store.status(row));
  const at = store.time(row);
  // by the server's clock, like the marker; `now` triggers the update
  const age = store.serverNow() - (Date.now() - now) - at;
  const wrong = store.stale(row) || Number.isNaN(at);
  return (
    <>
      <strong className={styles['head']}>
        <PlateTag plate={store.plate(row)} colour={store.colour(row)} />
        <StatusMark status={status} />
        {t(`monitor.status${status}`)}
      </strong>
      <span>{t('marker.speed', { value: formatMeasure(i18n.language, 'speed', store.speed(row)) })}</span>
      {store.driver(row) !== '' && <span>{store.driver(row)}</span>}
      <span>
        {!Number.isNaN(at) && formatTime(at)} {wrong ? t('monitor.staleTime') : formatAge(t, Math.max(age, 0))}
      </span>
      {status !== 0 && !wrong && age > OLD_FIX_MS && <span className={styles['old']}>{t('marker.oldFix')}</span>}
    </>
  );
}
