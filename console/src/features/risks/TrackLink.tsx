import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../api/session.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';

/** Margin before entering and after leaving, ms. */
const AROUND_MS = 30 * 60_000;

/** A vehicle's plate; for users with the permission a link to its track during the visit. */
export function TrackLink({ record }: { record: ResourceRecord }) {
  const { t } = useTranslation();
  const mayPlay = useMay(permission.trackPlayback);
  const plate = String(record['carNo']);
  if (!mayPlay) return plate;
  const [enterAt, leaveAt] = [record['enterAt'] as number, record['leaveAt'] as number | null];
  const end = leaveAt === null ? Date.now() : leaveAt + AROUND_MS;
  const time = { start: String(enterAt - AROUND_MS), end: String(end) };
  const track = new URLSearchParams({ targId: String(record['vehicleId']), ...time });
  return (
    <Link to={`/mapcontent/trackPlayback?${track}`} title={t('riskEvent.track')}>
      {plate}
    </Link>
  );
}
