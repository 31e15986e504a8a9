import { auditCalls } from 'virtual:calls/audit';
import type { auditCalls as table } from '@fleetwarden/contract/audit';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../ui/api/call-paged.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { formatFullTime } from '../../ui/format.ts';
import { SearchTable } from '../../ui/SearchTable.tsx';
import { TimeCell } from '../../ui/TimeCell.tsx';
import type { TableColumn } from '../../ui/table-columns.ts';
import { loadPaged } from '../../ui/table-load.ts';
import styles from './audit.module.css';
import { Facts } from './Facts.tsx';

type ClientError = RowOf<(typeof table)['listClientError']>;

const load = loadPaged(auditCalls.listClientError);
const NEWEST = { key: 'at', order: 'desc' } as const;

/** What went wrong in people's consoles. */
export function ClientErrorTable() {
  const { t, i18n } = useTranslation();
  const [chosen, setChosen] = useState<ClientError | null>(null);

  const columns = useMemo(
    (): readonly TableColumn<ClientError>[] => [
      {
        key: 'at',
        title: t('operations.time'),
        width: 140,
        sortable: true,
        fixed: 'left',
        search: { kind: 'dateRange' },
        render: ({ at }) => <TimeCell at={at} />,
      },
      { key: 'account', title: t('operations.account'), width: 120, sortable: true },
      { key: 'message', title: t('operations.message'), width: 420, search: { kind: 'text', maxLength: 100 } },
      { key: 'url', title: t('operations.page'), width: 240 },
      { key: 'userAgent', title: t('operations.browser'), width: 240, hiddenByDefault: true },
    ],
    [t],
  );

  return (
    <>
      <SearchTable<ClientError>
        name="audit.clientErrors"
        label={t('operations.errors')}
        columns={columns}
        rowKey={({ id }) => id}
        load={load}
        defaultSort={NEWEST}
        onOpen={setChosen}
        rowActions={(row) => [{ key: 'detail', label: t('operations.detail'), run: () => setChosen(row) }]}
      />
      <DetailDrawer open={chosen !== null} title={t('operations.errorDetail')} size={720} onClose={() => setChosen(null)}>
        {chosen && (
          <>
            <Facts
              items={[
                { label: t('operations.time'), value: formatFullTime(i18n.language, chosen.at) },
                { label: t('operations.account'), value: chosen.account },
                { label: t('operations.message'), value: chosen.message },
                { label: t('operations.info'), value: chosen.info },
                { label: t('operations.page'), value: chosen.url },
                { label: t('operations.browser'), value: chosen.userAgent },
              ]}
            />
            <div className={styles['diffHead']}>
              <h2>{t('operations.stack')}</h2>
            </div>
            <pre className={styles['stack']}>{chosen.stack}</pre>
          </>
        )}
      </DetailDrawer>
    </>
  );
}
