import { AlarmDetail } from '../features/alarms/pages/AlarmDetail.tsx';
import type { AlarmDetailView } from '../features/evidence/alarm-detail-view.ts';
import { EvidencePage } from '../features/evidence/EvidencePage.tsx';

/** The detail of an alarm belongs to another feature. Evidence is not handled here. */
const Detail: AlarmDetailView = ({ alarmGid }) => (
  <AlarmDetail alarmGid={alarmGid} family="safety" autoPlay={false} actions={() => null} />
);

/** The evidence centre, with the detail of an alarm. */
export const EvidenceCentre = () => <EvidencePage Detail={Detail} />;
