import { plateDisplay } from '@fleetwarden/domain/plate-colour';
import { plateColours } from '../ui/theme/theme.ts';
import styles from './PlateTag.module.css';

/** A plate number with a stripe in its plate colour. */
export function PlateTag({ plate, colour }: { plate: string; colour: number }) {
  return (
    <span className={styles['plate']}>
      <span className={styles['stripe']} style={{ background: plateColours[plateDisplay(colour)] }} />
      {plate}
    </span>
  );
}
