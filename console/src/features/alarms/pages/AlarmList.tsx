import { listAlarmClasses, MAX_HANDLED } from '@fleetwarden/contract/alarms/alarm-rights';
import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { permission } from '@fleetwarden/contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import type { Paged } from '../../../api/call-paged.ts';
import { notify } from '../../../api/feedback.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { matching, useUrlState } from '../../../hooks/use-url-state.ts';
import { useMayHandle } from '../../../shared/alarm-rights.ts';
import { alarmRowToHandle } from '../../../shared/alarm-texts.ts';
import { type HandlingOptions, openAlarmHandling } from '../../../shared/open-alarm-handling.ts';
import { DetailDrawer } from '../../../ui/FormDrawer.tsx';
import { SearchTable } from '../../../ui/table/SearchTable.tsx';
import type { ExportRequest, RowAction } from '../../../ui/table/table-actions.ts';
import { TABLE_QUERY } from '../../../ui/table/use-table-query.ts';
import { AlarmDetail } from './AlarmDetail.tsx';
import { alarmColumns } from './alarm-columns.tsx';
import {
  type AlarmFamily,
  type AlarmView,
  claimAlarms,
  exportAlarms,
  LOAD_QUEUE,
  LOADS,
  releaseAlarms,
  waitingOfKind,
} from './alarm-load.ts';
import { DetailActions } from './DetailActions.tsx';
import { ExpandedAlarm } from './ExpandedAlarm.tsx';
import { useFileActions } from './use-file-actions.ts';
import { useFreshList } from './use-fresh-list.ts';

const NEWEST = { key: 'vtime', order: 'desc' } as const;
const BY_LEVEL = { key: 'level', order: 'desc' } as const;
/** Specification 9. */
const SIZE = 20;
const CLAIMED = 1;
const AS_FALSE = 6;
const GID = /^[0-9a-f-]{36}$/i;
const URL = { alarmGid: matching(GID) };

/** Rows of alarms with files, announced or linked, show them. */
const EXPAND = {
  can: ({ files, fileDone }: AlarmRow) => files > 0 || fileDone > 0,
  render: (row: AlarmRow) => <ExpandedAlarm alarm={row} />,
};

const gidsOf = (rows: readonly AlarmRow[]): string[] => rows.map(({ alarmGid }) => alarmGid);
const isOpen = ({ state }: AlarmRow): boolean => state === 0 || state === 1 || state === 4;
/** Another user has claimed it. */
const isTaken = ({ state, mine }: AlarmRow): boolean => state === CLAIMED && !mine;

/**
 * Alarms of a family with their actions; the one in the URL is open in a drawer. `claims`: a work queue, where handling claims
 * the alarm first, and cancelling releases it.
 */
export function AlarmList(props: { label: string; family: AlarmFamily; view: AlarmView; claims?: boolean }) {
  const { label, family, view, claims = false } = props;
  const { t } = useTranslation();
  const name = `alarms.${family}.${view}`;
  const refresh = useFreshList(name);
  const mayHandle = useMayHandle();
  const fileActions = useFileActions();
  const mayReport = useMay(permission.reportAlarms);
  const mayExport = useSession(({ rights }) =>
    listAlarmClasses(new Set(rights ?? []), 'exportRows').some((each) => (each === 'safety') === (family === 'safety')),
  );
  const [{ alarmGid }, change] = useUrlState(URL);
  const userId = useSession(({ userInfo }) => userInfo?.userId ?? '');
  const columns = useMemo(() => alarmColumns(t, family, view, userId), [t, family, view, userId]);
  const { handle, handleOne, claim, release, escalate, shownRows } = useAlarmHandling({
    family,
    name,
    claims,
    mayHandle,
    refresh,
  });

  async function report(rows: readonly AlarmRow[]) {
    const { list, unbound } = await call(alarmsCalls.reportWarn, { alarmGids: gidsOf(rows.slice(0, MAX_HANDLED)) });
    if (list.length > 0) notify('success', t('alarmHistory.reported'));
    else notify('warning', t(unbound.length > 0 ? 'alarmHistory.reportUnbound' : 'alarmHistory.reportedBefore'));
  }

  function actionsOf(row: AlarmRow): RowAction[] {
    const may = mayHandle(row.warnId) && isOpen(row);
    const taken = isTaken(row);
    const detail: RowAction = { key: 'detail', label: t('alarmHistory.detail'), run: () => change({ alarmGid: row.alarmGid }) };
    const reporting: RowAction[] =
      mayReport && !row.brief ? [{ key: 'report', label: t('alarmHistory.report'), run: () => report([row]) }] : [];
    const ofFiles = family === 'safety' ? fileActions(row) : [];
    if (!may) return [detail, ...ofFiles, ...reporting];
    return [
      { key: 'handle', label: t('alarmHistory.handle'), disabled: taken, run: () => handleOne(row) },
      row.mine
        ? { key: 'release', label: t('alarmHistory.release'), run: () => release(row) }
        : { key: 'claim', label: t('alarmHistory.claim'), disabled: taken, run: () => claim(row) },
      detail,
      { key: 'false', label: t('alarmHistory.state3'), disabled: taken, run: () => handleOne(row, AS_FALSE) },
      ...(mayHandle(row.warnId, true)
        ? [
            {
              key: 'sameKind',
              label: t('alarmHistory.sameKind'),
              disabled: taken,
              run: async () => handle(await waitingOfKind(family, row.warnId)),
            },
          ]
        : []),
      ...ofFiles,
      { key: 'escalate', label: t('alarmHistory.escalate'), disabled: taken || row.state === 4, run: () => escalate(row) },
      ...reporting,
    ];
  }

  /** Opens the neighbour of the open alarm among the rows of the page. */
  const stepper = (row: AlarmRow, by: 1 | -1) => {
    const rows = shownRows();
    const at = rows.findIndex((each) => each.alarmGid === row.alarmGid);
    const target = at < 0 ? undefined : rows[at + by];
    return target && (() => change({ alarmGid: target.alarmGid }));
  };
  const detailActions = (row: AlarmRow, again: () => void) => {
    // before the handling reloads the list
    const [onNext, onPrevious] = [stepper(row, 1), stepper(row, -1)];
    return (
      <DetailActions
        mayHandle={mayHandle(row.warnId) && isOpen(row)}
        taken={isTaken(row)}
        onHandle={(dealType) =>
          void handle([row], { ...(onNext && { next: onNext }), ...(dealType !== undefined && { dealType }) }).then(again)
        }
        onNext={onNext}
        onPrevious={onPrevious}
      />
    );
  };

  return (
    <>
      <SearchTable<AlarmRow>
        key={name}
        name={name}
        label={label}
        columns={columns}
        rowKey={(row) => row.alarmGid}
        load={claims ? LOAD_QUEUE : LOADS[family][view]}
        defaultSort={view === 'open' ? BY_LEVEL : NEWEST}
        defaultSize={SIZE}
        onOpen={(row) => change({ alarmGid: row.alarmGid })}
        rowActions={actionsOf}
        {...(family === 'safety' ? { expandRow: EXPAND } : {})}
        selectable={(row) => isOpen(row) && !isTaken(row) && mayHandle(row.warnId, true)}
        {...(view === 'open' ? { empty: t('alarmHistory.noneWaiting') } : {})}
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
        {alarmGid !== null && (
          <AlarmDetail key={alarmGid} alarmGid={alarmGid} family={family} autoPlay={claims} actions={detailActions} />
        )}
      </DetailDrawer>
    </>
  );
}

/** Handles, claims, releases and escalates alarms of a list; each reloads it. */
function useAlarmHandling(list: {
  family: AlarmFamily;
  name: string;
  claims: boolean;
  mayHandle: ReturnType<typeof useMayHandle>;
  refresh: () => Promise<unknown>;
}) {
  const { family, name, claims, mayHandle, refresh } = list;
  const { t } = useTranslation();
  const queries = useQueryClient();
  /** Alarms handled or skipped one after the other. */
  const passed = useRef(new Set<string>());

  /** Claims alarms; returns the claimed ones. */
  async function claimed(rows: readonly AlarmRow[]): Promise<AlarmRow[]> {
    const { list } = await claimAlarms(family, rows);
    if (list.length < rows.length) notify('warning', t('alarmHistory.notClaimed'));
    const mine = new Set(list);
    return rows.filter((row) => mine.has(row.alarmGid));
  }
  async function handle(rows: readonly AlarmRow[], options: HandlingOptions = {}) {
    const taken = claims ? await claimed(rows) : rows;
    if (
      taken.length > 0 &&
      (await openAlarmHandling(taken.map(alarmRowToHandle), { ...options, autoPlay: claims })) === 0 &&
      claims
    )
      await releaseAlarms(family, taken);
    await refresh();
  }
  /** Handles an alarm, then the next ones while the user continues. */
  async function handleOne(first: AlarmRow, dealType?: HandlingOptions['dealType']) {
    passed.current.clear();
    for (let row: AlarmRow | undefined = first; row; row = nextShown()) {
      let goesOn = false;
      const next = () => {
        goesOn = true;
      };
      passed.current.add(row.alarmGid);
      await handle([row], { next, ...(row === first && dealType !== undefined ? { dealType } : {}) });
      if (!goesOn) return;
    }
    notify('success', t('alarmHistory.noneWaiting'));
  }
  function shownRows(): readonly AlarmRow[] {
    const [shown] = queries.getQueriesData<Paged<AlarmRow>>({ queryKey: [TABLE_QUERY, name], type: 'active' });
    return shown?.[1]?.list ?? [];
  }
  /** The first open row of the page that was not passed yet. */
  function nextShown(): AlarmRow | undefined {
    return shownRows().find((row) => isOpen(row) && !isTaken(row) && mayHandle(row.warnId) && !passed.current.has(row.alarmGid));
  }
  async function claim(row: AlarmRow) {
    if ((await claimed([row])).length > 0) notify('success', t('alarmHistory.claimed'));
    await refresh();
  }
  async function release(row: AlarmRow) {
    await releaseAlarms(family, [row]);
    notify('success', t('alarmHistory.released'));
    await refresh();
  }
  async function escalate(row: AlarmRow) {
    await call(alarmsCalls.escalateWarn, { alarmGids: [row.alarmGid] });
    notify('success', t('alarmHistory.escalated'));
    await refresh();
  }

  return { handle, handleOne, claim, release, escalate, shownRows };
}
