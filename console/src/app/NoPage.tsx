import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { State } from '../ui/States.tsx';

/** /404 */
export function NotFoundPage() {
  return <NoPage what="notFound" />;
}

/** /401 */
export function ForbiddenPage() {
  return <NoPage what="forbidden" />;
}

function NoPage({ what }: { what: 'notFound' | 'forbidden' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const action = { label: t('common.backHome'), onClick: () => void navigate('/') };
  return <State title={t(`common.${what}Title`)} hint={t(`common.${what}Hint`)} action={action} />;
}
