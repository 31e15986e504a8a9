import type { SessionRow } from '@fleetwarden/contract/identity/schemas';
import { sessionEnds } from '@fleetwarden/contract/identity/session-ends';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatFullTime } from '../../../ui/format.ts';
import { StateWord } from '../../../ui/StateLabel.tsx';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import type { TableColumn } from '../../../ui/table/table-columns.ts';
import { describeDevice } from './device-of.ts';
import styles from './SessionsPage.module.css';

/** The reason as text; unchanged if unknown. */
function reasonText(t: TFunction, reason: string | null): string {
  const known = sessionEnds.find((end) => end === reason);
  return known ? t(`sessionEnd.${known}`) : (reason ?? '');
}

/** Why it ended; the time on hover. */
function End({ row: { endReason, endedAt } }: { row: SessionRow }) {
  const { t, i18n } = useTranslation();
  if (endedAt === null) return null;
  return <span title={formatFullTime(i18n.language, endedAt)}>{reasonText(t, endReason)}</span>;
}

export const sessionColumns = (t: TFunction): readonly TableColumn<SessionRow>[] => [
  {
    key: 'account',
    title: t('sessions.account'),
    width: 180,
    fixed: 'left',
    sortable: true,
    search: { kind: 'text', maxLength: 32 },
    render: ({ account, current }) => (
      <span className={styles['account']}>
        {account}
        {current && <span className={styles['current']}>{t('sessions.current')}</span>}
      </span>
    ),
  },
  {
    key: 'state',
    title: t('sessions.state'),
    width: 120,
    search: {
      kind: 'select',
      options: [
        { value: 'open', label: t('sessions.open') },
        { value: 'ended', label: t('sessions.ended') },
      ],
    },
    render: ({ endedAt }) => (
      <StateWord on={endedAt === null}>{t(endedAt === null ? 'sessions.open' : 'sessions.ended')}</StateWord>
    ),
  },
  { key: 'username', title: t('sessions.name'), width: 120, sortable: true },
  { key: 'deptName', title: t('sessions.department'), width: 160, sortable: true },
  {
    key: 'peerIp',
    title: t('sessions.address'),
    width: 140,
    sortable: true,
    search: { kind: 'text', maxLength: 45 },
  },
  {
    key: 'userAgent',
    title: t('sessions.device'),
    width: 200,
    render: ({ userAgent }) => <span title={userAgent}>{describeDevice(userAgent) || t('sessions.unknownDevice')}</span>,
  },
  {
    key: 'createdAt',
    title: t('sessions.signedInAt'),
    width: 140,
    sortable: true,
    search: { kind: 'dateRange' },
    render: ({ createdAt }) => <TimeCell at={createdAt} />,
  },
  { key: 'seenAt', title: t('sessions.seenAt'), width: 140, sortable: true, render: ({ seenAt }) => <TimeCell at={seenAt} /> },
  {
    key: 'endReason',
    title: t('sessions.endReason'),
    width: 150,
    render: (row) => <End row={row} />,
  },
];
