import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isInspection, useMay, useSession } from '../../../api/session.ts';
import { Forbidden } from '../../../ui/States.tsx';
import { SignedOut, useTicket } from '../SignedOut.tsx';
import styles from './Recorded.module.css';
import { RecordedVideoPage, type TrackView } from './RecordedVideoPage.tsx';

const PATH = '/visorycontrolBigsreen/historyvideoNew/historyvideoNew';

/** Recorded video as a page of its own. Its route opens without a session. */
export function RecordedScreenPage({ Track }: { Track: TrackView | null }) {
  const { t } = useTranslation();
  const signedIn = useSession(({ rights }) => rights !== null);
  const ticket = useTicket();
  const inspects = useSession(isInspection);
  const may = useMay(permission.historyPlayback);
  if (!signedIn) return <SignedOut path={PATH} ticket={ticket} />;
  if (!may || inspects) return <Forbidden />;
  return (
    <div className={styles['window']}>
      <header className={styles['windowHead']}>
        <h1>{t('page.historyVideoScreen')}</h1>
        <Link to="/">{t('common.backHome')}</Link>
      </header>
      <main className={styles['windowBody']}>
        <RecordedVideoPage Track={Track} />
      </main>
    </div>
  );
}
