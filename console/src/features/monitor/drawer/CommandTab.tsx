import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { Command } from '@fleetwarden/contract/commands/schemas';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { enumerationName } from '../../../shared/enumeration.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { useNews } from '../../../shared/use-news.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import type { DataColumn } from '../DataTable.tsx';
import { commandName, resultText } from './command-texts.ts';
import styles from './Drawer.module.css';
import { PagedTable } from './PagedTable.tsx';
import { usePaged } from './use-paged.ts';

/** CMD_STATE: pending commands can be cancelled; failed, expired and cancelled ones can be sent again. */
const WAITS = 0;
const OVER: readonly number[] = [3, 4, 5];

/** Commands to terminals and their outcome. */
export function CommandTab() {
  const { t, i18n } = useTranslation();
  const paged = usePaged('commands', commandsCalls.listCommand, {});
  useNews('cmdResult', [paged.queryKey]);

  async function resend({ seqId }: Command) {
    const sent = await call(commandsCalls.resendCommand, { seqIds: [seqId], queueOffline: true }).catch(() => null);
    if (sent) notify('success', t('drawer.resent'));
    paged.refresh();
  }
  async function cancel({ seqId }: Command) {
    const done = await call(commandsCalls.cancelCommand, { seqIds: [seqId] }).catch(() => null);
    if (done) notify(done.cancelled > 0 ? 'success' : 'warning', t(done.cancelled > 0 ? 'drawer.cancelled' : 'drawer.tooLate'));
    paged.refresh();
  }

  const columns: DataColumn<Command>[] = [
    { key: 'plate', title: t('regions.plate'), render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} /> },
    { key: 'command', title: t('drawer.command'), render: ({ cmdCode }) => commandName(i18n, cmdCode) },
    { key: 'user', title: t('drawer.user'), render: ({ username }) => username },
    { key: 'state', title: t('drawer.state'), render: ({ state }) => enumerationName(i18n, 'CMD_STATE', state) },
    { key: 'result', title: t('drawer.result'), render: ({ resultCode }) => resultText(i18n, resultCode) },
    { key: 'time', title: t('drawer.sentAt'), render: ({ sentAt, createdAt }) => <TimeCell at={sentAt ?? createdAt} /> },
    {
      key: 'actions',
      title: t('drawer.actions'),
      render: (row) =>
        row.state === WAITS ? (
          <button type="button" className={styles['link']} onClick={() => void cancel(row)}>
            {t('drawer.cancel')}
          </button>
        ) : OVER.includes(row.state) ? (
          <button type="button" className={styles['link']} onClick={() => void resend(row)}>
            {t('drawer.resend')}
          </button>
        ) : null,
    },
  ];
  return (
    <PagedTable
      label={t('drawer.commands')}
      columns={columns}
      rowKey={({ seqId }) => seqId}
      paged={paged}
      empty={t('drawer.noCommands')}
    />
  );
}
