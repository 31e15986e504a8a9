import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../../ui/session.ts';
import type { Target } from './sent-commands.ts';
import styles from './VehicleActions.module.css';
import { vehicleActions } from './vehicle-actions.tsx';

/** What the user may do with a vehicle, as the row of buttons under its dialog. */
export function VehicleActions({ vehicle }: { vehicle: Target }) {
  const { t } = useTranslation();
  const rights = useSession((state) => state.rights);
  const actions = vehicleActions.filter(({ code }) => rights?.includes(code));
  if (actions.length === 0) return null;
  return (
    <div className={styles['actions']} role="toolbar" aria-label={t('vehicleWindow.actions')}>
      {actions.map(({ key, label, icon, to, run }) => {
        const content = (
          <>
            <span aria-hidden>{icon}</span>
            {t(label) as string}
          </>
        );
        return to ? (
          <Link key={key} to={to(vehicle)}>
            {content}
          </Link>
        ) : (
          <button key={key} type="button" onClick={() => run(vehicle)}>
            {content}
          </button>
        );
      })}
    </div>
  );
}
