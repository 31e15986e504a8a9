import { useTranslation } from 'react-i18next';
import { PlaceCell } from '../../shared/PlaceCell.tsx';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { StatusMark } from '../../shared/StatusMark.tsx';
import { FixTime, VehicleField, VehicleFields } from '../../shared/VehicleFields.tsx';
import { State } from '../../ui/States.tsx';
import { formatMeasure } from '../../ui/units.ts';
import styles from './InspectionPage.module.css';
import type { Inspected } from './use-inspection.ts';

/** Data of the inspected vehicle: owner, state, speed, time and address. */
export function InspectionCard(props: {
  /** null: no position yet. */
  vehicle: Inspected | null;
  /** Plate in the session, for a vehicle without a position. */
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
        <VehicleFields>
          <VehicleField label={t('inspection.department')}>{vehicle.deptName}</VehicleField>
          <VehicleField label={t('monitor.fieldSpeed')} className={styles['speed']}>
            {formatMeasure(i18n.language, 'speed', vehicle.sp)}
          </VehicleField>
          <FixTime at={vehicle.t} stale={vehicle.stale === 1} failed={failed} />
          <VehicleField label={t('inspection.position')}>
            {vehicle.x !== null && vehicle.y !== null && <PlaceCell lng={vehicle.x} lat={vehicle.y} />}
          </VehicleField>
        </VehicleFields>
      ) : (
        <div className={styles['never']}>
          <State title={t('inspection.neverTitle')} hint={t('inspection.neverHint')} />
        </div>
      )}
    </aside>
  );
}
