import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/session.ts';

/** Live video of a vehicle (screen catalogue 5.1), for users with the permission. */
export function VideoLink({ targId }: { targId: string }) {
  const { t } = useTranslation();
  if (!useMay(permission.liveVideo)) return null;
  return (
    <Link
      to={`/visorycontrolBigsreen/videomonitoringNew/videomonitoringNew?${new URLSearchParams({ targId })}`}
      target="_blank"
      rel="noreferrer"
    >
      {t('attachment.video')}
    </Link>
  );
}

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
