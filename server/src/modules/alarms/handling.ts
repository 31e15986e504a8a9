import type { AlarmClassName, AlarmRight } from '@fleetwarden/contract/alarms/alarm-rights';
import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallData } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { confirmBitOf } from '@fleetwarden/domain/alarm-types';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import type { Answers } from './answers.ts';
import { sentText } from './answers.ts';
import type { Dealing } from './deal.ts';
import { classOf, requireClasses } from './kinds.ts';
import { MESSAGE_BEFORE_MS } from './limits.ts';
import * as store from './store.ts';

const MESSAGE = 1;
const CONFIRM = '8203';

type DealData = CallData<typeof alarmsCalls.saveWarnHistoryDeal>;
type ConfirmData = CallData<typeof alarmsCalls.confirmAlarm>;

export type Handling = {
  /** Alarms by their numbers, for one who may do this with them. Throws CallError notFound where one is none of theirs, forbidden. */
  alarms(
    user: Principal,
    gids: readonly string[],
    among: readonly AlarmClassName[],
    right?: AlarmRight,
  ): Promise<store.StoredAlarm[]>;
  /** Decides alarms. Throws CallError alarmHandled where all of them are decided already or somebody else's. */
  deal(user: Principal, alarms: readonly store.StoredAlarm[], data: DealData): Promise<{ handled: string[]; refused: string[] }>;
  /** Tells terminals that alarms they hold are seen. Throws as CommandService.send does where that reaches none of them. */
  confirm(
    user: Principal,
    alarms: readonly store.StoredAlarm[],
    data: ConfirmData,
  ): Promise<{ alarmGid: string; targId: string; seqId: string; state: 0 | 1 | 2 | 3 | 4 | 5 | 6; resultCode: number | null }[]>;
};

/** What people make of alarms. */
export function createHandling(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly dealing: Dealing;
  readonly service: Pick<CommandService, 'sendLots' | 'targets'>;
  readonly answers: Answers;
  readonly now: () => number;
}): Handling {
  const { db, scopes, dealing, service, answers, now } = deps;

  const alarms: Handling['alarms'] = async (user, gids, among, right = 'see') => {
    const classes = requireClasses(user, among, right);
    const unique = [...new Set(gids)];
    const rows = await store.alarmsOf(db, unique, await scopes.of(user.departmentId));
    const seen = requireClasses(user, among);
    if (rows.length < unique.length || rows.some(({ type_id }) => !seen.includes(classOf(type_id))))
      throw new CallError('notFound', `alarms ${unique.slice(0, 10).join()}`);
    if (rows.some(({ type_id }) => !classes.includes(classOf(type_id)))) throw new CallError('forbidden', `${right} alarms`);
    return rows;
  };

  /** Notes in a case which text went to its vehicle, and what came of it so far. */
  const noteText = async (user: Principal, alarm: store.StoredAlarm, data: DealData): Promise<void> => {
    const item = data.dealList.find(({ alarmGid }) => alarmGid === alarm.gid);
    const commandId = item?.seqId === undefined ? undefined : Number(item.seqId);
    const asked = { vehicleId: alarm.vehicle_id, accountId: user.accountId, commandId, since: now() - MESSAGE_BEFORE_MS };
    const sent = await sentText(db, asked);
    if (sent === undefined) return;
    const { id, text, channels } = sent;
    await dealing.note(alarm.gid, 'message', user.accountId, { text, channels, commandId: String(id) });
    await answers.note([id]);
  };

  return {
    alarms,
    deal: async (user, found, data) => {
      const { dealList, dealType, vNotes, ...beside } = data;
      const scope = await scopes.of(user.departmentId);
      const common = { dealType, notes: vNotes, accountId: user.accountId, scope, automatic: false, detail: beside } as const;
      const versions = new Map(dealList.flatMap(({ alarmGid, version }) => (version === undefined ? [] : [[alarmGid, version]])));
      const gids = found.map(({ gid }) => gid);
      const asSeen = gids.filter((gid) => versions.has(gid));
      const whatever = gids.filter((gid) => !versions.has(gid));
      const handled = new Set([
        ...(asSeen.length > 0 ? await dealing.deal({ ...common, gids: asSeen, versions }) : []),
        ...(whatever.length > 0 ? await dealing.deal({ ...common, gids: whatever }) : []),
      ]);
      if (handled.size === 0) throw new CallError('alarmHandled', gids.slice(0, 10).join());
      if (dealType === MESSAGE) for (const alarm of found) if (handled.has(alarm.gid)) await noteText(user, alarm, data);
      return { handled: [...handled], refused: gids.filter((gid) => !handled.has(gid)) };
    },
    confirm: async (user, found, { dealList: _list, ...beside }) => {
      const held = found.filter(({ type_id }) => confirmBitOf(type_id) > 0);
      const byVehicle = Map.groupBy(held, ({ vehicle_id }) => vehicle_id);
      // what is alike goes out as one send
      const alike = Map.groupBy([...byVehicle], ([, rows]) =>
        [...new Set(rows.map(({ type_id }) => confirmBitOf(type_id)))].reduce((a, b) => a + b, 0),
      );
      const lots = await Promise.all(
        [...alike].map(async ([alarmBits, vehicles]) => ({
          wish: { cmdCode: CONFIRM, params: { serial: 0, alarmBits }, queueOffline: false } as const,
          targets: await service.targets(
            user,
            vehicles.map(([id]) => String(id)),
          ),
        })),
      );
      const sent = lots.length === 0 ? [] : await service.sendLots(user, lots);
      const told = sent.flatMap((each) =>
        (byVehicle.get(Number(each.targId)) ?? []).map(({ gid }) => ({ alarmGid: gid, ...each })),
      );
      for (const { alarmGid, seqId } of told)
        await dealing.note(alarmGid, 'confirmed', user.accountId, { ...beside, commandId: seqId });
      await answers.note(sent.map(({ seqId }) => Number(seqId)));
      return told;
    },
  };
}
