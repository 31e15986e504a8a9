import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';

/** Link to the vehicle in the monitoring centre, for users with the permission. `onLocate`: what covers the map closes. */
export function LocateLink({ targId, onLocate }: { targId: string; onLocate?: () => void }) {
  const { t } = useTranslation();
  if (!useMay(permission.liveMap)) return null;
  return (
    <Link to={`/mapcontent/mapmonitoring?sel=${encodeURIComponent(targId)}`} state={{ locate: true }} onClick={onLocate}>
      {t('alarmPopup.locate')}
    </Link>
  );
}
