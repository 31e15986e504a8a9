import { permission } from '@fleetwarden/contract/permissions';
import { useMay } from '../../ui/session.ts';
import styles from './Dashboard.module.css';
import { FleetCard } from './FleetCard.tsx';
import { LinksCard } from './LinksCard.tsx';
import { MonthCard } from './MonthCard.tsx';
import { NoticesCard } from './NoticesCard.tsx';
import { RankCard } from './RankCard.tsx';

/** /index: figures first, then what needs a look. A card whose permission is missing is not drawn. */
export function Dashboard() {
  const home = useMay(permission.home);
  const notices = useMay(permission.readNotices);
  return (
    <div className={styles['page']}>
      {home && <FleetCard />}
      {home && <MonthCard />}
      {home && <RankCard />}
      {notices && <NoticesCard />}
      <LinksCard />
    </div>
  );
}
