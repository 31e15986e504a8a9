import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { State } from '../ui/States.tsx';
import { routeOf } from './route-table.ts';

/** Placeholder of a page that comes with a later version. */
export function PendingPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // Its own URL: a hidden page keeps its name
  const route = routeOf(useLocation().pathname);
  // Without history there is no way back.
  const action =
    history.length > 1
      ? { label: t('route.back'), onClick: () => void navigate(-1) }
      : { label: t('common.backHome'), onClick: () => void navigate('/') };
  const page = route ? t(route.title) : '';
  return <State title={t('route.pendingTitle', { page })} hint={t('route.pendingHint')} action={action} />;
}
