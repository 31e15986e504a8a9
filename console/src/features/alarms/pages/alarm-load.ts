import type { AlarmFilterInput } from '@fleetwarden/contract/alarms/alarm-filter';
import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { call } from '../../../api/call.ts';
import { callPaged, type Paged } from '../../../api/call-paged.ts';
import { dataOf } from '../../../ui/table/table-load.ts';
import type { Filters, TableState } from '../../../ui/table/use-table-url.ts';

/** The two families of alarms, with their own calls and pages: ordinary with platform events, and active safety. */
export type AlarmFamily = 'ordinary' | 'safety';
/** Unhandled alarms, or all. */
export type AlarmView = 'open' | 'history';

const ALL = 4;
/** Flags that the form offers as one choice. */
export const FLAGS = ['overdue', 'late', 'storm', 'hasFiles'] as const;

/** Filters and sort of the form in the format of the call. The server validates an edited URL. */
function toFilterInput(
  data: Readonly<Record<string, unknown>>,
  family: AlarmFamily,
  view: AlarmView,
  byLevel: 'urgent' | 'serious' = 'serious',
): AlarmFilterInput {
  const { deptId, warnId, level, warmStatus, only, sort, order, ...rest } = data;
  return {
    ...rest,
    ...(family === 'ordinary' ? { classes: ['ordinary', 'event'] } : {}),
    ...(deptId === undefined ? {} : { deptIds: [String(deptId)] }),
    ...(warnId === undefined ? {} : { warnIds: [Number(warnId)] }),
    ...(level === undefined ? {} : { levels: [Number(level)] }),
    ...(FLAGS.some((flag) => flag === only) ? { [String(only)]: true } : {}),
    ...(view === 'open' ? { undecided: true } : {}),
    warmStatus: warmStatus === undefined ? ALL : Number(warmStatus),
    sort: sort === 'level' ? byLevel : order === 'asc' ? 'oldest' : 'newest',
  } as AlarmFilterInput;
}

const loader =
  (family: AlarmFamily, view: AlarmView, byLevel?: 'urgent') =>
  (state: TableState, signal: AbortSignal): Promise<Paged<AlarmRow>> => {
    const filter = toFilterInput(dataOf(state), family, view, byLevel);
    const options = { signal, pageModel: { page: state.page, limit: state.size } };
    return family === 'safety'
      ? callPaged(alarmsCalls.safetyList, filter, options)
      : callPaged(alarmsCalls.listWarnHistory, filter, options);
  };

/** Loads the rows of each list; functions are stable. */
export const LOADS = {
  ordinary: { open: loader('ordinary', 'open'), history: loader('ordinary', 'history') },
  safety: { open: loader('safety', 'open'), history: loader('safety', 'history') },
} as const;

/** The work queue: within a level, the alarm that waits longest comes first (screen catalogue 4.3). */
export const LOAD_QUEUE = loader('safety', 'open', 'urgent');

/** Starts an export of a list. */
export function exportAlarms(filters: Filters, family: AlarmFamily, view: AlarmView): Promise<{ readonly taskId: string }> {
  const filter = toFilterInput(filters, family, view);
  return family === 'safety' ? call(alarmsCalls.safetyDown, filter) : call(alarmsCalls.exportWarnHistory, filter);
}

/** Most alarms of a type in one handling (screen catalogue 4.1). */
const SAME_KIND = 100;

/** Open, unclaimed alarms of a type, oldest first. */
export async function waitingOfKind(family: AlarmFamily, warnId: number): Promise<readonly AlarmRow[]> {
  const filter = { ...toFilterInput({}, family, 'open'), warnIds: [warnId], warmStatus: 0, sort: 'oldest' } as AlarmFilterInput;
  const options = { pageModel: { page: 1, limit: SAME_KIND } };
  const { list } =
    family === 'safety'
      ? await callPaged(alarmsCalls.safetyList, filter, options)
      : await callPaged(alarmsCalls.listWarnHistory, filter, options);
  return list;
}

type Alarms = readonly Pick<AlarmRow, 'alarmGid'>[];
const gidsOf = (alarms: Alarms) => ({ alarmGids: alarms.map(({ alarmGid }) => alarmGid) });

/** Claims alarms; resolves to the IDs of the claimed ones. */
export const claimAlarms = (family: AlarmFamily, alarms: Alarms): Promise<{ readonly list: string[] }> =>
  family === 'safety' ? call(alarmsCalls.processing, gidsOf(alarms)) : call(alarmsCalls.claimWarn, gidsOf(alarms));

/** Releases alarms that the user has claimed. */
export async function releaseAlarms(family: AlarmFamily, alarms: Alarms): Promise<void> {
  await (family === 'safety' ? call(alarmsCalls.releaseAlarm, gidsOf(alarms)) : call(alarmsCalls.releaseWarn, gidsOf(alarms)));
}
