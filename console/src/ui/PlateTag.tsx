import { plateDisplay } from '@fleetwarden/domain/plate-colour';
import styles from './PlateTag.module.css';
import { plateColours } from './theme.ts';

/** A plate number behind a stripe in the colour of its plate. */
export function PlateTag({ plate, colour }: { plate: string; colour: number }) {
  return (
    <span className={styles['plate']}>
      <span className={styles['stripe']} style={{ background: plateColours[plateDisplay(colour)] }} />
      {plate}
    </span>
  );
}
