import { alarmsCalls } from 'virtual:calls/alarms';
import { alarmClassesOf } from '@fleetwarden/contract/alarm-rights';
import type { AlarmRow } from '@fleetwarden/contract/alarms';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dealWithAlarms } from '../../ui/alarm-deal.ts';
import { useMayDeal } from '../../ui/alarm-rights.ts';
import { dealOfRow } from '../../ui/alarm-words.ts';
import { call } from '../../ui/api/call.ts';
import { DetailDrawer } from '../../ui/FormDrawer.tsx';
import { notify } from '../../ui/feedback.ts';
import { SearchTable } from '../../ui/SearchTable.tsx';
import { useSession } from '../../ui/session.ts';
import type { ExportRequest, RowAction } from '../../ui/table-actions.ts';
import { matching, useUrlState } from '../../ui/use-url-state.ts';
import { AlarmDetail } from './AlarmDetail.tsx';
import { alarmColumns } from './alarm-columns.tsx';
import { type AlarmFamily, type AlarmView, claimAlarms, exportAlarms, LOADS, releaseAlarms } from './alarm-load.ts';
import { useFreshList } from './use-fresh-list.ts';

const NEWEST = { key: 'vtime', order: 'desc' } as const;
const URGENT = { key: 'level', order: 'desc' } as const;
/** Specification 9. */
const SIZE = 20;
const CLAIMED = 1;
const GID = /^[0-9a-f-]{36}$/i;
const URL = { alarmGid: matching(GID) };

const isOpen = ({ state }: AlarmRow): boolean => state === 0 || state === 1 || state === 4;
/** Somebody else is at it. */
const isTaken = ({ state, mine }: AlarmRow): boolean => state === CLAIMED && !mine;

/**
 * Alarms of a family with what can be done about them; the one the address names is shown in a drawer. `claims`: whoever handles
 * one takes it first, and gives it back by cancelling.
 */
export function AlarmList(props: { label: string; family: AlarmFamily; view: AlarmView; claims?: boolean }) {
  const { label, family, view, claims = false } = props;
  const { t } = useTranslation();
  const name = `alarms.${family}.${view}`;
  const refresh = useFreshList(name);
  const mayDeal = useMayDeal();
  const mayExport = useSession(({ rights }) =>
    alarmClassesOf(new Set(rights ?? []), 'exportRows').some((each) => (each === 'safety') === (family === 'safety')),
  );
  const [{ alarmGid }, change] = useUrlState(URL);
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const columns = useMemo(() => alarmColumns(t, family, view, userId), [t, family, view, userId]);
  /** Those of these that are the user's now, as they are after that. */
  async function claimed(rows: readonly AlarmRow[]): Promise<AlarmRow[]> {
    const { list } = await claimAlarms(family, rows);
    if (list.length < rows.length) notify('warning', t('alarmHistory.notClaimed'));
    const mine = new Set(list);
    return rows.filter((row) => mine.has(row.alarmGid)).map((row) => ({ ...row, version: row.version + 1 }));
  }
  const release = (rows: readonly AlarmRow[]) => releaseAlarms(family, rows);
  async function handle(rows: readonly AlarmRow[]) {
    const taken = claims ? await claimed(rows) : rows;
    if (taken.length > 0 && (await dealWithAlarms(taken.map(dealOfRow))) === 0 && claims) await release(taken);
    await refresh();
  }
  async function claim(row: AlarmRow) {
    if ((await claimed([row])).length > 0) notify('success', t('alarmHistory.claimed'));
    await refresh();
  }
  async function giveBack(row: AlarmRow) {
    await release([row]);
    notify('success', t('alarmHistory.released'));
    await refresh();
  }
  async function escalate(row: AlarmRow) {
    await call(alarmsCalls.escalateWarn, { alarmGids: [row.alarmGid] });
    notify('success', t('alarmHistory.escalated'));
    await refresh();
  }

  function actionsOf(row: AlarmRow): RowAction[] {
    const may = mayDeal(row.warnId) && isOpen(row);
    const taken = isTaken(row);
    const detail: RowAction = { key: 'detail', label: t('alarmHistory.detail'), run: () => change({ alarmGid: row.alarmGid }) };
    if (!may) return [detail];
    return [
      { key: 'handle', label: t('alarmHistory.handle'), disabled: taken, run: () => handle([row]) },
      row.mine
        ? { key: 'release', label: t('alarmHistory.release'), run: () => giveBack(row) }
        : { key: 'claim', label: t('alarmHistory.claim'), disabled: taken, run: () => claim(row) },
      detail,
      { key: 'escalate', label: t('alarmHistory.escalate'), disabled: taken || row.state === 4, run: () => escalate(row) },
    ];
  }

  const handleButton = (row: AlarmRow, again: () => void) =>
    mayDeal(row.warnId) &&
    isOpen(row) && (
      <Button type="primary" disabled={isTaken(row)} onClick={() => void handle([row]).then(again)}>
        {t('alarmHistory.handle')}
      </Button>
    );

  return (
    <>
      <SearchTable<AlarmRow>
        key={name}
        name={name}
        label={label}
        columns={columns}
        rowKey={(row) => row.alarmGid}
        load={LOADS[family][view]}
        defaultSort={view === 'open' ? URGENT : NEWEST}
        defaultSize={SIZE}
        onOpen={(row) => change({ alarmGid: row.alarmGid })}
        rowActions={actionsOf}
        selectable={(row) => isOpen(row) && !isTaken(row) && mayDeal(row.warnId, true)}
        batchActions={[{ key: 'handle', label: t('alarmHistory.batch'), run: handle }]}
        {...(mayExport
          ? {
              exportRows: ({ data }: ExportRequest) =>
                exportAlarms(data as Readonly<Record<string, string | number>>, family, view),
              exportFormats: ['xlsx'] as const,
            }
          : {})}
      />
      <DetailDrawer
        open={alarmGid !== null}
        title={t('alarmHistory.detail')}
        size={720}
        onClose={() => change({ alarmGid: null })}
      >
        {alarmGid !== null && <AlarmDetail alarmGid={alarmGid} family={family} actions={handleButton} />}
      </DetailDrawer>
    </>
  );
}
