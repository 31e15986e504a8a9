import type { auditCalls as table } from '@fleetwarden/contract/audit/routes';
import { auditCalls } from '@fleetwarden/contract/audit/routes';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../api/call-paged.ts';
import { formatFullTime } from '../../ui/format.ts';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import { loadPaged } from '../../ui/table/table-load.ts';
import styles from './audit.module.css';
import { Facts } from './Facts.tsx';
import { LogTable } from './LogTable.tsx';

type ClientError = RowOf<(typeof table)['listClientError']>;

const load = loadPaged(auditCalls.listClientError);

/** Errors in users' consoles. */
export function ClientErrorTable() {
  const { t, i18n } = useTranslation();

  const columns = useMemo(
    (): readonly TableColumn<ClientError>[] => [
      { key: 'account', title: t('operations.account'), width: 120, sortable: true },
      { key: 'message', title: t('operations.message'), width: 420, search: { kind: 'text', maxLength: 100 } },
      { key: 'url', title: t('operations.page'), width: 240 },
      { key: 'userAgent', title: t('operations.browser'), width: 240, hiddenByDefault: true },
    ],
    [t],
  );

  return (
    <LogTable<ClientError>
      name="audit.clientErrors"
      label={t('operations.errors')}
      columns={columns}
      load={load}
      title={t('operations.errorDetail')}
      detail={(row) => (
        <>
          <Facts
            items={[
              { label: t('operations.time'), value: formatFullTime(i18n.language, row.at) },
              { label: t('operations.account'), value: row.account },
              { label: t('operations.message'), value: row.message },
              { label: t('operations.info'), value: row.info },
              { label: t('operations.page'), value: row.url },
              { label: t('operations.browser'), value: row.userAgent },
            ]}
          />
          <div className={styles['diffHead']}>
            <h2>{t('operations.stack')}</h2>
          </div>
          <pre className={styles['stack']}>{row.stack}</pre>
        </>
      )}
    />
  );
}
