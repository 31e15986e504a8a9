import { useTranslation } from 'react-i18next';
import type { VehicleStore } from '../../live/vehicle-store.ts';
import { PlateTag } from '../../shared/PlateTag.tsx';
import { StatusMark } from '../../shared/StatusMark.tsx';
import styles from './Vehicles.module.css';

/** Status number as a text key; unknown ones are offline. */
export type Status = 0 | 1 | 2 | 3 | 4 | 5 | 6;
export const statusOf = (status: number): Status => (status >= 0 && status <= 6 ? (status as Status) : 0);

/** A vehicle in one line: status icon and word, plate, driver. */
export function VehicleRow({ store, row }: { store: VehicleStore; row: number }) {
  const { t } = useTranslation();
  const status = statusOf(store.status(row));
  return (
    <>
      <StatusMark status={status} />
      <PlateTag plate={store.plate(row)} colour={store.colour(row)} />
      <span className={styles['word']}>{t(`monitor.status${status}`)}</span>
      <span className={styles['driver']}>{store.driver(row)}</span>
    </>
  );
}
