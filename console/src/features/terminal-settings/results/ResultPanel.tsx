import { Button, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { PlateTag } from '../../../shared/PlateTag.tsx';
import { formatFullTime, formatNumber } from '../../../ui/format.ts';
import { formatCsv } from '../../../ui/format-csv.ts';
import { saveText } from '../../../ui/save-text.ts';
import { TimeCell } from '../../../ui/TimeCell.tsx';
import frame from '../Setup.module.css';
import type { Setup } from '../use-setup.ts';
import { ResultDrawer } from './ResultDrawer.tsx';
import styles from './Results.module.css';
import type { ResultRow } from './result-rows.ts';

const PAGE_SIZE = 50;

/** What became of what this page sent, by vehicle. Absent until something was sent. */
export function ResultPanel({ setup: { rows, send } }: { setup: Pick<Setup, 'rows' | 'send'> }) {
  const { t, i18n } = useTranslation();
  // a page shows what its user sent
  const sender = useSession((session) => session.userInfo?.username ?? '');
  const [viewed, setViewed] = useState<string | null>(null);
  if (rows.length === 0) return null;
  const failed = rows.filter(({ again }) => again);
  const counts = Map.groupBy(rows, ({ state }) => state);
  const summary = [...counts].map(([state, all]) => `${state} ${formatNumber(i18n.language, all.length)}`).join(' · ');

  function exportRows() {
    const head = [
      ...(['plate', 'terminal', 'protocol', 'command', 'params', 'sender'] as const),
      ...(['sentAt', 'state', 'note', 'changedAt'] as const),
    ];
    const lines = rows.map(({ plate, terminal, version, what, params, sentAt, state, note, changedAt }) => [
      ...[plate, terminal, String(version ?? ''), what, params, sender],
      ...[formatFullTime(i18n.language, sentAt), state, note, formatFullTime(i18n.language, changedAt)],
    ]);
    saveText(
      `${t('terminalSetup.results')}.csv`,
      'text/csv',
      formatCsv([head.map((key) => t(`terminalSetup.${key}`)), ...lines]),
    );
  }

  return (
    <section className={`${frame['panel']} ${styles['results']}`} aria-label={t('terminalSetup.results')}>
      <header className={styles['resultsHead']}>
        <h2>{t('terminalSetup.results')}</h2>
        <span role="status" className={frame['about']}>
          {summary}
        </span>
        <span className={styles['tools']}>
          {failed.length > 0 && (
            <Button size="small" onClick={() => void Promise.all(failed.map(({ again }) => again?.()))}>
              {t('terminalSetup.resendFailed', { count: failed.length })}
            </Button>
          )}
          <Button size="small" onClick={exportRows}>
            {t('terminalSetup.exportResults')}
          </Button>
        </span>
      </header>
      <div className={styles['resultRows']}>
        <Table<ResultRow>
          size="small"
          dataSource={rows}
          rowKey="key"
          pagination={rows.length > PAGE_SIZE && { pageSize: PAGE_SIZE, showSizeChanger: false, size: 'small' }}
          scroll={{ x: 1_280 }}
          columns={[
            {
              key: 'plate',
              title: t('terminalSetup.plate'),
              width: 120,
              render: (_, { plate, colour }) => <PlateTag plate={plate} colour={colour} />,
            },
            { key: 'what', dataIndex: 'what', title: t('terminalSetup.command'), width: 150 },
            {
              key: 'state',
              title: t('terminalSetup.state'),
              width: 200,
              render: (_, { outcome, state, note }) => (
                <>
                  <span className={styles['outcome']} data-outcome={outcome}>
                    {state}
                  </span>
                  {note !== '' && <p className={styles['note']}>{note}</p>}
                </>
              ),
            },
            { key: 'params', dataIndex: 'params', title: t('terminalSetup.params'), width: 220, ellipsis: true },
            { key: 'sentAt', title: t('terminalSetup.sentAt'), width: 120, render: (_, { sentAt }) => <TimeCell at={sentAt} /> },
            {
              key: 'changedAt',
              title: t('terminalSetup.changedAt'),
              width: 120,
              render: (_, { changedAt }) => <TimeCell at={changedAt} />,
            },
            { key: 'terminal', dataIndex: 'terminal', title: t('terminalSetup.terminal'), width: 110 },
            {
              key: 'protocol',
              title: t('terminalSetup.protocol'),
              width: 90,
              render: (_, { version }) => version ?? '–',
            },
            { key: 'sender', title: t('terminalSetup.sender'), width: 100, render: () => sender },
            {
              key: 'actions',
              title: t('table.actions'),
              width: 100,
              fixed: 'right',
              render: (_, row) => <RowActions row={row} onView={() => setViewed(row.key)} />,
            },
          ]}
        />
      </div>
      <ResultDrawer row={rows.find(({ key }) => key === viewed)} send={send} onClose={() => setViewed(null)} />
    </section>
  );
}

function RowActions({ row, onView }: { row: ResultRow; onView: () => void }) {
  const { t } = useTranslation();
  const { again, cancel, command } = row;
  const link = (label: string, run: () => void) => (
    <Button type="link" size="small" onClick={run}>
      {label}
    </Button>
  );
  if (cancel) return link(t('commandTray.cancel'), () => void cancel());
  if (again) return link(t('commandTray.resend'), () => void again());
  return command ? link(t('terminalSetup.view'), onView) : null;
}
