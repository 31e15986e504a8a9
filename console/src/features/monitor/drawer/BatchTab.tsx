import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { Batch, BatchNews } from '@fleetwarden/contract/commands/schemas';
import { isCommandCode, terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { exportStarted } from '../../../api/tasks.ts';
import { enumerationName } from '../../../shared/enumeration.ts';
import { useCommonMessage } from '../../../shared/live-context.ts';
import { formatNumber } from '../../../ui/format.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import { useConfirm } from '../../../ui/use-confirm.tsx';
import type { DataColumn } from '../DataTable.tsx';
import { BatchVehicles } from './BatchVehicles.tsx';
import { commandName } from './command-texts.ts';
import styles from './Drawer.module.css';
import { PagedTable } from './PagedTable.tsx';
import { usePaged } from './use-paged.ts';

/** BATCH_STATE. */
const [AWAITING, RUNNING, PAUSED, DONE, CANCELLED] = [0, 1, 2, 3, 4];

const failures = ({ counts }: BatchNews) => counts.failed + counts.timedOut + counts.cancelled;

/** A dangerous command needs another confirmation: it is sent again from its own page. */
const mayRetry = (batch: Batch): boolean =>
  (batch.state === DONE || batch.state === CANCELLED) &&
  failures(batch) + batch.counts.pending > 0 &&
  isCommandCode(batch.cmdCode) &&
  terminalCommands[batch.cmdCode].danger === 'none';

/** Batches of commands with their progress, and those that wait for an approval. */
export function BatchTab() {
  const { t, i18n } = useTranslation();
  const paged = usePaged('batches', commandsCalls.listBatch, {});
  const [news, setNews] = useState<Readonly<Record<string, BatchNews>>>({});
  const [shown, setShown] = useState<string | null>(null);
  const [confirm, question] = useConfirm();
  useCommonMessage('commandBatch', (data) => {
    const told = data as BatchNews;
    setNews((before) => ({ ...before, [told.batchId]: told }));
    if (!paged.rows.some(({ batchId }) => batchId === told.batchId)) paged.refresh();
  });
  const rows = paged.rows.map((row) => ({ ...row, ...news[row.batchId] }));
  const open = rows.find(({ batchId }) => batchId === shown);
  if (open) return <BatchVehicles batch={open} onBack={() => setShown(null)} />;

  const refresh = () => {
    setNews({});
    paged.refresh();
  };
  const number = (value: number) => formatNumber(i18n.language, value);
  const about = ({ cmdCode, total }: Batch) => ({ command: commandName(i18n, cmdCode), count: total });

  async function control({ batchId }: Batch, action: 'pause' | 'resume' | 'cancel') {
    await call(commandsCalls.controlBatch, { batchId, action }).catch(() => null);
    refresh();
  }
  async function cancel(batch: Batch) {
    const yes = await confirm({
      title: t('commandBatch.cancelTitle', about(batch)),
      okText: t('commandBatch.cancel'),
      danger: true,
    });
    if (yes) await control(batch, 'cancel');
  }
  async function retry({ batchId }: Batch) {
    await call(commandsCalls.retryBatch, { batchId }).catch(() => null);
    refresh();
  }
  async function decide(batch: Batch, approve: boolean) {
    const title = approve ? t('commandBatch.approveTitle', about(batch)) : t('commandBatch.refuseTitle', about(batch));
    const yes = await confirm({
      title,
      content: t('commandBatch.requestedBy', { user: batch.username }),
      okText: approve ? t('commandBatch.approve') : t('commandBatch.refuse'),
      danger: approve,
    });
    if (!yes) return;
    await call(commandsCalls.decideBatch, { batchId: batch.batchId, approve }).catch(() => null);
    refresh();
  }
  async function exportRows({ batchId }: Batch) {
    const started = await call(commandsCalls.exportBatch, { batchId }).catch(() => null);
    if (started) exportStarted(started.taskId);
  }

  const action = (label: string, run: () => unknown) => (
    <button key={label} type="button" className={styles['link']} onClick={() => void run()}>
      {label}
    </button>
  );
  const actions = (batch: Batch) => {
    const { state, mine, mayDecide, batchId } = batch;
    const isOpen = state === AWAITING || state === RUNNING || state === PAUSED;
    return [
      ...(mayDecide && state === AWAITING
        ? [
            action(t('commandBatch.approve'), () => decide(batch, true)),
            action(t('commandBatch.refuse'), () => decide(batch, false)),
          ]
        : []),
      ...(mine && state === RUNNING ? [action(t('commandBatch.pause'), () => control(batch, 'pause'))] : []),
      ...(mine && state === PAUSED ? [action(t('commandBatch.resume'), () => control(batch, 'resume'))] : []),
      ...(mine && isOpen ? [action(t('commandBatch.cancel'), () => cancel(batch))] : []),
      ...(mine && mayRetry(batch) ? [action(t('commandBatch.retry'), () => retry(batch))] : []),
      action(t('commandBatch.results'), () => setShown(batchId)),
      action(t('commandBatch.export'), () => exportRows(batch)),
    ];
  };

  const columns: DataColumn<Batch>[] = [
    { key: 'name', title: t('commandBatch.name'), render: ({ name }) => name || t('commandBatch.single') },
    { key: 'command', title: t('drawer.command'), render: ({ cmdCode }) => commandName(i18n, cmdCode) },
    { key: 'user', title: t('drawer.user'), render: ({ username }) => username },
    {
      key: 'state',
      title: t('drawer.state'),
      render: ({ state, decidedBy, note }) => (
        <span title={[decidedBy, note].filter(Boolean).join(' ')}>{enumerationName(i18n, 'BATCH_STATE', state)}</span>
      ),
    },
    {
      key: 'progress',
      title: t('commandBatch.progress'),
      render: (batch) => {
        const { counts, total } = batch;
        const over = counts.succeeded + failures(batch);
        const text = t('commandBatch.counts', {
          succeeded: number(counts.succeeded),
          failed: number(counts.failed + counts.cancelled),
          timedOut: number(counts.timedOut),
          waiting: number(counts.pending + counts.waiting + counts.sent),
        });
        return (
          <span className={styles['status']}>
            <progress max={Math.max(1, total)} value={over} aria-label={t('commandBatch.progress')} />
            {text}
          </span>
        );
      },
    },
    { key: 'time', title: t('commandBatch.startedAt'), render: ({ createdAt }) => <TimeCell at={createdAt} /> },
    { key: 'actions', title: t('drawer.actions'), pinned: true, render: actions },
  ];
  return (
    <>
      <PagedTable
        label={t('drawer.batches')}
        columns={columns}
        rowKey={({ batchId }) => batchId}
        paged={{ ...paged, rows, refresh }}
        empty={t('commandBatch.none')}
      />
      {question}
    </>
  );
}
