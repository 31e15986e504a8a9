import { permission } from '@fleetwarden/contract/permissions';
import { useMay } from '../../api/session.ts';
import { useSeesAlarms } from '../../shared/alarm-rights.ts';
import { AlarmKindsCard } from './AlarmKindsCard.tsx';
import { AlarmRankCard } from './AlarmRankCard.tsx';
import { AlarmSumCard } from './AlarmSumCard.tsx';
import styles from './Dashboard.module.css';
import { FleetCard } from './FleetCard.tsx';
import { LinksCard } from './LinksCard.tsx';
import { MonthCard } from './MonthCard.tsx';
import { NoticesCard } from './NoticesCard.tsx';
import { RankCard } from './RankCard.tsx';
import { SafetyTodayCard } from './SafetyTodayCard.tsx';
import { WaitingCard } from './WaitingCard.tsx';

/** /index: figures first, then open work. Cards without permission are not rendered. */
export function Dashboard() {
  const home = useMay(permission.home);
  const notices = useMay(permission.readNotices);
  const [ordinary, safety] = [useSeesAlarms('ordinary'), useSeesAlarms('safety')];
  const alarms = ordinary || safety;
  return (
    <div className={styles['page']}>
      {home && <FleetCard />}
      {home && alarms && <AlarmSumCard />}
      {home && ordinary && <WaitingCard family="ordinary" />}
      {home && safety && <WaitingCard family="safety" />}
      {home && <MonthCard />}
      {home && <RankCard />}
      {home && alarms && <AlarmKindsCard />}
      {home && alarms && <AlarmRankCard />}
      {home && safety && <SafetyTodayCard />}
      {notices && <NoticesCard />}
      <LinksCard />
    </div>
  );
}
