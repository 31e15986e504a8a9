import { permission } from '@fleetwarden/contract/permissions';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { loginPath } from '../../../api/redirect.ts';
import { isInspection, useMay, useSession } from '../../../api/session.ts';
import { Forbidden, State } from '../../../ui/States.tsx';
import styles from './Recorded.module.css';
import { RecordedVideoPage, type TrackView } from './RecordedVideoPage.tsx';

const PATH = '/visorycontrolBigsreen/historyvideoNew/historyvideoNew';

/** Recorded video as a page of its own. Its route opens without a session: then it only offers to sign in. */
export function RecordedScreenPage({ Track }: { Track: TrackView | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const signedIn = useSession(({ rights }) => rights !== null);
  const inspects = useSession(isInspection);
  const may = useMay(permission.historyPlayback);
  if (!signedIn) {
    const back = query.size > 0 ? `${PATH}?${query}` : PATH;
    return (
      <State title={t('video.signedOut')} action={{ label: t('video.signIn'), onClick: () => void navigate(loginPath(back)) }} />
    );
  }
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
