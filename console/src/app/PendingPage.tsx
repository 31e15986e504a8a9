import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { State } from '../ui/States.tsx';
import { routeOf } from './route-table.ts';

/** Stands where a page comes with a later version: says so, and leads back. */
export function PendingPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  // Of its own address: hidden behind another page it keeps its name
  const route = routeOf(useLocation().pathname);
  // Opened by its address there is nothing to go back to.
  const action =
    history.length > 1
      ? { label: t('route.back'), onClick: () => void navigate(-1) }
      : { label: t('common.backHome'), onClick: () => void navigate('/') };
  const page = route ? t(route.title) : '';
  return <State title={t('route.pendingTitle', { page })} hint={t('route.pendingHint')} action={action} />;
}
