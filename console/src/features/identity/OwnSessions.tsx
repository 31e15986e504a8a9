import { identityCalls } from '@fleetwarden/contract/identity/routes';
import type { SessionRow } from '@fleetwarden/contract/identity/schemas';
import { sessionEnds } from '@fleetwarden/contract/identity/session-ends';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatFullTime, formatTime } from '../../ui/format.ts';
import { SkeletonRows, State } from '../../ui/States.tsx';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import layout from '../../ui/theme/layout.module.css';
import { openChangePassword } from './account-dialogs.ts';
import styles from './OwnSessions.module.css';
import { describeDevice } from './user-agent.ts';

const WIDTH = 480;

/** The account's recent sign-ins, to detect foreign ones. */
export function OwnSessions({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const sessions = useQuery({
    queryKey: ['identity', 'ownSessions'],
    queryFn: ({ signal }) => call(identityCalls.listOwnSession, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  return (
    <AntdProvider>
      <Drawer
        open
        title={t('account.sessions')}
        size={WIDTH}
        mask={{ closable: false }}
        onClose={onClose}
        footer={
          <div className={styles['foot']}>
            <span>{t('account.notYou')}</span>
            <Button type="link" onClick={openChangePassword}>
              {t('account.changePassword')}
            </Button>
          </div>
        }
      >
        {sessions.isPending && <SkeletonRows label={t('account.loading')} />}
        {sessions.isError && (
          <State
            live="alert"
            title={t('account.sessionsFailed')}
            hint={sessions.error.message}
            action={{ label: t('common.retry'), onClick: () => void sessions.refetch() }}
          />
        )}
        {sessions.data && (
          <ul className={layout['plainList']}>
            {sessions.data.list.map((session) => (
              <SignIn key={session.prefix} session={session} />
            ))}
          </ul>
        )}
      </Drawer>
    </AntdProvider>
  );
}

function SignIn({ session }: { session: SessionRow }) {
  const { t, i18n } = useTranslation();
  const { createdAt, endedAt } = session;
  const reason = sessionEnds.find((known) => known === session.endReason);
  return (
    <li className={styles['row']}>
      <span className={styles['device']} title={session.userAgent}>
        {describeDevice(session.userAgent) || t('account.unknownDevice')}
        {session.current && <Tag color="blue">{t('account.thisSession')}</Tag>}
      </span>
      <time
        className={styles['time']}
        dateTime={new Date(createdAt).toISOString()}
        title={formatFullTime(i18n.language, createdAt)}
      >
        {formatTime(createdAt)}
      </time>
      <span className={styles['more']}>{session.peerIp}</span>
      <span className={styles['more']}>
        {endedAt === null ? (
          t('account.stateOpen')
        ) : (
          <>
            {t(reason ? `sessionEnd.${reason}` : 'account.ended')} <time>{formatTime(endedAt)}</time>
          </>
        )}
      </span>
    </li>
  );
}
