import type { EvidenceRow } from '@fleetwarden/contract/evidence/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paged } from '../../api/call-paged.ts';
import { useMay } from '../../api/session.ts';
import { matching, useUrlState } from '../../hooks/use-url-state.ts';
import { reloadQueries } from '../../shared/reload-queries.ts';
import { useNews } from '../../shared/use-news.ts';
import { Page } from '../../ui/Page.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Forbidden } from '../../ui/States.tsx';
import { SearchTable } from '../../ui/table/SearchTable.tsx';
import { TABLE_QUERY } from '../../ui/table/use-table-query.ts';
import { AntdProvider } from '../../ui/theme/AntdProvider.tsx';
import layout from '../../ui/theme/layout.module.css';
import type { AlarmDetailView } from './alarm-detail-view.ts';
import { EvidenceCover } from './EvidenceCover.tsx';
import { EvidenceDrawer } from './EvidenceDrawer.tsx';
import { evidenceColumns } from './evidence-columns.tsx';
import { loadEvidence } from './evidence-load.ts';
import { HoldsDialog } from './HoldsDialog.tsx';
import { PackCheckDialog } from './PackCheckDialog.tsx';
import { useEvidenceActions } from './use-evidence-actions.tsx';

const NAME = 'evidence.centre';
const NEWEST = { key: 'vtime', order: 'desc' } as const;
/** Five rows of four cards. */
const SIZE = 20;
/** What pushes reload. */
const SHOWN = [[TABLE_QUERY, NAME], ['evidence']];
const URL = { alarmGid: matching(/^[0-9a-f-]{36}$/i) };

/** /adasAlarm/adasAlarmEvidenceSel: evidence of active-safety alarms (screen catalogue 4.4). */
export function EvidencePage({ Detail }: { Detail: AlarmDetailView }) {
  const mayView = useMay(permission.viewEvidence);
  return (
    <AntdProvider>
      <Page>{mayView ? <EvidenceCentre Detail={Detail} /> : <Forbidden />}</Page>
    </AntdProvider>
  );
}

function EvidenceCentre({ Detail }: { Detail: AlarmDetailView }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [{ alarmGid }, change] = useUrlState(URL);
  const [dialog, setDialog] = useState<'check' | 'holds' | null>(null);
  const columns = useMemo(() => evidenceColumns(t, i18n.language), [t, i18n.language]);
  const refresh = useCallback(() => reloadQueries(queries, ...SHOWN), [queries]);
  // alarms enter when they are handled, and files come later
  useNews('cases', SHOWN);
  useNews('asAttachment', SHOWN);
  const { batchActions, actionsOf, dialog: question } = useEvidenceActions(refresh);
  const rows = useShownRows();
  const open = (row: EvidenceRow) => change({ alarmGid: row.alarmGid });
  const close = () => setDialog(null);

  return (
    <>
      <PageHeader
        title={t('page.adasAlarmEvidenceSel')}
        action={
          <div className={layout['buttonRow']}>
            <Button onClick={() => setDialog('holds')}>{t('evidence.holds')}</Button>
            <Button onClick={() => setDialog('check')}>{t('evidence.check')}</Button>
          </div>
        }
      />
      <SearchTable<EvidenceRow>
        name={NAME}
        label={t('page.adasAlarmEvidenceSel')}
        columns={columns}
        rowKey={(row) => row.alarmGid}
        load={loadEvidence}
        defaultSort={NEWEST}
        defaultSize={SIZE}
        picture={(row) => <EvidenceCover row={row} />}
        onOpen={open}
        rowActions={(row) => [{ key: 'detail', label: t('alarmHistory.detail'), run: () => open(row) }, ...actionsOf(row)]}
        batchActions={batchActions}
        empty={t('evidence.none')}
      />
      <EvidenceDrawer
        alarmGid={alarmGid}
        rows={rows}
        actionsOf={actionsOf}
        onMove={(gid) => change({ alarmGid: gid })}
        onClose={() => change({ alarmGid: null })}
        Detail={Detail}
      />
      {question}
      {dialog === 'check' && <PackCheckDialog onClose={close} />}
      {dialog === 'holds' && <HoldsDialog onChanged={refresh} onClose={close} />}
    </>
  );
}

const NO_ROWS: readonly EvidenceRow[] = [];

/** The rows of the shown page; none while it loads. */
function useShownRows(): readonly EvidenceRow[] {
  const queries = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => queries.getQueryCache().subscribe(listener), [queries]),
    () => {
      const [shown] = queries.getQueriesData<Paged<EvidenceRow>>({ queryKey: [TABLE_QUERY, NAME], type: 'active' });
      return shown?.[1]?.list ?? NO_ROWS;
    },
  );
}
