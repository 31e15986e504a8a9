import { errors } from '@fleetwarden/contract/errors';
import type { LoginRow } from '@fleetwarden/contract/identity/people/schemas';
import type { Resource } from '@fleetwarden/contract/resources/resource';
import type { ParseKeys, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { callPaged } from '../../../api/call-paged.ts';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { peopleCall } from '../people-calls.ts';
import { UserState } from './UserState.tsx';

/** The reason of a refused login as text; its code if unknown. */
function reasonText(t: TFunction, reason: string | null): string {
  if (reason === null) return '';
  if (reason === 'locked') return t('user.locked');
  return Object.hasOwn(errors, reason) ? t(errors[reason as keyof typeof errors].key as ParseKeys) : reason;
}

/** Logins of a user including failed ones, newest first. */
export function LoginLogDrawer(props: { resource: Resource; id: string; loginName: string; onClose: () => void }) {
  const { resource, id, loginName, onClose } = props;
  const { t } = useTranslation();
  return (
    <DetailDrawer open size={720} title={t('user.logTitle', { name: loginName })} onClose={onClose}>
      <PagedList<LoginRow>
        question={['loginLog', resource.name, id]}
        load={(options) => callPaged(peopleCall(resource, 'listLoginLog'), { id }, options)}
        rowKey="id"
        columns={[
          { key: 'at', title: t('user.at'), render: (_value, { at }) => <TimeCell at={at} /> },
          {
            key: 'ok',
            title: t('user.result'),
            render: (_value, { ok }) => <UserState on={ok} words={['user.ok', 'user.failed']} />,
          },
          { key: 'reason', title: t('user.reason'), render: (_value, { reason }) => reasonText(t, reason) },
          { key: 'peerIp', title: t('user.address'), dataIndex: 'peerIp' },
        ]}
      />
    </DetailDrawer>
  );
}
