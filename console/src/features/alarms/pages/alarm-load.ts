import type { AlarmRow } from '@fleetwarden/contract/alarms/alarm-row';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { AlarmFilterInput } from '@fleetwarden/contract/alarms/schemas';
import { call } from '../../../api/call.ts';
import { callPaged, type Paged } from '../../../api/call-paged.ts';
import { dataOf } from '../../../ui/table/table-load.ts';
import type { Filters, TableState } from '../../../ui/table/use-table-url.ts';

/** Ordinary alarms and events of the platform, or those of active safety: two families of calls, and of pages. */
export type AlarmFamily = 'ordinary' | 'safety';
/** What waits for a decision, or all there was. */
export type AlarmView = 'open' | 'history';

const ALL = 4;
/** What the form calls each of the flags it offers as one choice. */
export const FLAGS = ['overdue', 'late', 'storm', 'hasFiles'] as const;

/** What the form and the sorted column ask for, as the calls take it. The server judges what an edited address brings. */
function filterOf(data: Readonly<Record<string, unknown>>, family: AlarmFamily, view: AlarmView): AlarmFilterInput {
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
    sort: sort === 'level' ? 'urgent' : order === 'asc' ? 'oldest' : 'newest',
  } as AlarmFilterInput;
}

const loader =
  (family: AlarmFamily, view: AlarmView) =>
  (state: TableState, signal: AbortSignal): Promise<Paged<AlarmRow>> => {
    const filter = filterOf(dataOf(state), family, view);
    const options = { signal, pageModel: { page: state.page, limit: state.size } };
    return family === 'safety'
      ? callPaged(alarmsCalls.safetyList, filter, options)
      : callPaged(alarmsCalls.listWarnHistory, filter, options);
  };

/** The rows of each list; the same function at every drawing. */
export const LOADS = {
  ordinary: { open: loader('ordinary', 'open'), history: loader('ordinary', 'history') },
  safety: { open: loader('safety', 'open'), history: loader('safety', 'history') },
} as const;

/** Begins the task that writes what a list shows. */
export function exportAlarms(filters: Filters, family: AlarmFamily, view: AlarmView): Promise<{ readonly taskId: string }> {
  const filter = filterOf(filters, family, view);
  return family === 'safety' ? call(alarmsCalls.safetyDown, filter) : call(alarmsCalls.exportWarnHistory, filter);
}

/** Alarms of a kind that one handling takes at the most (screen catalogue 4.1). */
const SAME_KIND = 100;

/** Those of a kind that wait and nobody is at, the oldest first. */
export async function waitingOfKind(family: AlarmFamily, warnId: number): Promise<readonly AlarmRow[]> {
  const filter = { ...filterOf({}, family, 'open'), warnIds: [warnId], warmStatus: 0, sort: 'oldest' } as AlarmFilterInput;
  const options = { pageModel: { page: 1, limit: SAME_KIND } };
  const { list } =
    family === 'safety'
      ? await callPaged(alarmsCalls.safetyList, filter, options)
      : await callPaged(alarmsCalls.listWarnHistory, filter, options);
  return list;
}

type Alarms = readonly Pick<AlarmRow, 'alarmGid'>[];
const gidsOf = (alarms: Alarms) => ({ alarmGids: alarms.map(({ alarmGid }) => alarmGid) });

/** Takes alarms for the user; resolves to the numbers of those that are theirs. */
export const claimAlarms = (family: AlarmFamily, alarms: Alarms): Promise<{ readonly list: string[] }> =>
  family === 'safety' ? call(alarmsCalls.processing, gidsOf(alarms)) : call(alarmsCalls.claimWarn, gidsOf(alarms));

/** Gives back alarms the user has claimed. */
export async function releaseAlarms(family: AlarmFamily, alarms: Alarms): Promise<void> {
  await (family === 'safety' ? call(alarmsCalls.releaseAlarm, gidsOf(alarms)) : call(alarmsCalls.releaseWarn, gidsOf(alarms)));
}
