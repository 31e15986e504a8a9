import { identityCalls } from '@fleetwarden/contract/identity/routes';
import type { SessionRow } from '@fleetwarden/contract/identity/schemas';
import { permission } from '@fleetwarden/contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { notify } from '../../../api/feedback.ts';
import { useMay } from '../../../api/session.ts';
import { Page } from '../../../ui/Page.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SearchTable } from '../../../ui/table/SearchTable.tsx';
import type { RowAction } from '../../../ui/table/table-actions.ts';
import { loadPaged } from '../../../ui/table/table-load.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';
import { AntdProvider } from '../../../ui/theme/AntdProvider.tsx';
import { sessionColumns } from './session-columns.tsx';

const NAME = 'identity.sessions';
const load = loadPaged(identityCalls.listSession);
const LATEST = { key: 'seenAt', order: 'desc' } as const;

/** Users end their own session by signing out; an ended one cannot end again. */
const canEnd = ({ current, endedAt }: SessionRow) => !current && endedAt === null;

/** /platform/sessionManagement: signed-in users and their sessions, which users with the permission can end. */
export function SessionsPage() {
  const { t } = useTranslation();
  const mayEnd = useMay(permission.endSessions);
  const queries = useQueryClient();
  const columns = useMemo(() => sessionColumns(t), [t]);
  const label = t('action.forceOff');
  const content = t('sessions.confirmHint');

  async function end(rows: readonly SessionRow[]) {
    const { ended } = await call(identityCalls.endSession, { prefixes: rows.map(({ prefix }) => prefix) });
    notify('success', t('sessions.done', { count: ended }));
    await queries.invalidateQueries({ queryKey: [TABLE_QUERY, NAME] });
  }

  const endOne = (row: SessionRow): RowAction => ({
    key: 'end',
    label,
    danger: true,
    disabled: !canEnd(row),
    confirm: { title: t('sessions.confirmOne', { account: row.account }), content },
    run: () => end([row]),
  });

  return (
    <AntdProvider>
      <Page>
        <PageHeader title={t('page.sessionManagement')} description={t('sessions.description')} />
        <SearchTable<SessionRow>
          name={NAME}
          label={t('page.sessionManagement')}
          columns={columns}
          rowKey={({ prefix }) => prefix}
          load={load}
          defaultSort={LATEST}
          selectable={canEnd}
          {...(mayEnd
            ? {
                rowActions: (row) => [endOne(row)],
                batchActions: [
                  {
                    key: 'end',
                    label,
                    danger: true,
                    confirm: (rows) => ({ title: t('sessions.confirmMany', { count: rows.length }), content }),
                    run: end,
                  },
                ],
              }
            : {})}
        />
      </Page>
    </AntdProvider>
  );
}
