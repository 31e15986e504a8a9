import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import styles from './VehicleToolbar.module.css';
import { actionText, offeredActions, targetOf, type VehicleTools } from './vehicle-actions.tsx';

/** Actions that the card has in its header. */
const IN_HEAD: ReadonlySet<string> = new Set(['locate', 'follow']);

/** Vehicle actions of the user, as buttons under the card. */
export function VehicleToolbar({ tid, tools }: { tid: string; tools: VehicleTools }) {
  const { t } = useTranslation();
  const rights = useSession((state) => state.rights);
  const { store } = tools;
  const row = store.rowOf(tid);
  if (row < 0) return null;
  return (
    <div className={styles['actions']} role="toolbar" aria-label={t('vehicleWindow.actions')}>
      {offeredActions(tools, rights)
        .filter(({ key }) => !IN_HEAD.has(key))
        .map((action) => {
          const content = (
            <>
              <span aria-hidden>{action.icon}</span>
              {t(actionText(action, store, row)) as string}
            </>
          );
          return action.to ? (
            <Link key={action.key} to={action.to(tid)}>
              {content}
            </Link>
          ) : (
            <button key={action.key} type="button" onClick={() => action.run(tools, targetOf(store, row))}>
              {content}
            </button>
          );
        })}
    </div>
  );
}
