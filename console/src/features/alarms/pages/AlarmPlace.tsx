import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { VehiclePlace } from '../../../shared/VehiclePlace.tsx';
import styles from './AlarmPages.module.css';

/** The place of an alarm on the map, with the vehicle's state at that time. */
export const AlarmPlace = ({ alarm }: { alarm: AlarmRow }) => (
  <VehiclePlace className={styles['map']!} vehicle={alarm} at={alarm.vtime} />
);
