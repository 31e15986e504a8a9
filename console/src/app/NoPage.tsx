import { permissionTree } from '@fleetwarden/contract/permission-tree';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { State } from '../ui/States.tsx';
import { routeOf } from './route-table.ts';

/** /404 */
export function NotFoundPage() {
  const { t } = useTranslation();
  return <NoPage title={t('common.notFoundTitle')} hint={t('common.notFoundHint')} />;
}

/** /401 with the requested path in `?page=`: names the missing permission. */
export function ForbiddenPage() {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const route = routeOf(query.get('page') ?? '');
  if (!route?.roles) return <NoPage title={t('common.forbiddenTitle')} hint={t('common.forbiddenHint')} />;
  const names = route.roles.map((code) => {
    const row = permissionTree.find((permission) => permission.code === code);
    return row ? `${t(row.name as ParseKeys)} (${code})` : code;
  });
  const permissions = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names);
  return <NoPage title={t('common.forbiddenTitle')} hint={t('route.needs', { page: t(route.title), permissions })} />;
}

function NoPage({ title, hint }: { title: string; hint: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return <State title={title} hint={hint} action={{ label: t('common.backHome'), onClick: () => void navigate('/') }} />;
}
