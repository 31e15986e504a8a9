import {
  type AlarmClassName,
  type AlarmRight,
  classOfType,
  listEvidenceTypes,
  mayReadAlarm,
} from '@fleetwarden/contract/alarms/alarm-rights';
import type { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import type { CallData, CallReply } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import type { Outbox } from '../../platform/bus/outbox.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type CommandService, parseTextMessage, type TextMessage } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { type Answers, findSentText } from './answers.ts';
import type { CaseTransitions } from './case-transitions.ts';
import { confirmCommand, createHandlingCommands, groupByBits, isHeld } from './handling-commands.ts';
import { requireClasses } from './kinds.ts';
import { MESSAGE_BEFORE_MS } from './limits.ts';
import * as store from './store.ts';

const MESSAGE = 1;

type SaveData = CallData<typeof alarmsCalls.saveWarnHistoryDeal>;
type HandleData = CallData<typeof alarmsCalls.handleAlarms>;
type ConfirmData = CallData<typeof alarmsCalls.confirmAlarm>;
type Alarms = readonly store.StoredAlarm[];

export type CaseService = {
  /** Alarms on which the user has this right. Throws CallError notFound outside the scope, forbidden without the right. */
  findAlarms(
    user: Pick<Principal, 'departmentId' | 'rights'>,
    gids: readonly string[],
    among: readonly AlarmClassName[],
    right?: AlarmRight,
  ): Promise<store.StoredAlarm[]>;
  /** Saves cases alone (console.md 7). Throws CallError alarmHandled where it can save none. */
  save(user: Principal, alarms: Alarms, data: SaveData): Promise<CallReply<typeof alarmsCalls.saveWarnHistoryDeal>>;
  /**
   * Saves cases, the text to their drivers and the confirmation to their terminals in one transaction. A safety alarm handled before
   * stops it. Throws what refuses the text; then nothing is saved.
   */
  handle(user: Principal, alarms: Alarms, data: HandleData): Promise<CallReply<typeof alarmsCalls.handleAlarms>>;
  /** Confirms alarms to the terminals that hold them. Throws as CommandService.send does where it reaches none. */
  confirm(user: Principal, alarms: Alarms, data: ConfirmData): Promise<CallReply<typeof alarmsCalls.confirmAlarm>['list']>;
};

/** Actions of users on alarm cases. */
export function createCaseService(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly caseTransitions: CaseTransitions;
  readonly service: Pick<CommandService, 'enter' | 'sendLots' | 'targets'>;
  readonly answers: Answers;
  readonly outbox: Pick<Outbox, 'add' | 'flushSoon'>;
  readonly now: () => number;
}): CaseService {
  const { db, scopes, caseTransitions, service, answers, outbox, now } = deps;

  const findAlarms: CaseService['findAlarms'] = async (user, gids, among, right = 'see') => {
    const readsEvidence = right === 'see' && among.includes('safety') && listEvidenceTypes(user.rights).length > 0;
    if (!readsEvidence) requireClasses(user, among);
    const classes = readsEvidence ? among : requireClasses(user, among, right);
    const unique = [...new Set(gids)];
    const scope = await scopes.of(user.departmentId);
    const rows = await store.alarmsOf(db, unique, scope);
    const mayRead = (row: store.StoredAlarm) =>
      among.includes(classOfType(row.type_id)) && mayReadAlarm({ rights: user.rights, scope }, store.toBeRead(row));
    if (rows.length < unique.length || !rows.every(mayRead))
      throw new CallError('notFound', `alarms ${unique.slice(0, 10).join()}`);
    if (rows.some(({ type_id }) => !classes.includes(classOfType(type_id)))) throw new CallError('forbidden', `${right} alarms`);
    return rows;
  };

  /** Saves cases; resolves to the saved ones. Items with a version apply to that version only. */
  const saveCases = async (user: Principal, alarms: Alarms, data: SaveData, tx?: Queryable): Promise<Set<string>> => {
    const { dealList, dealType, vNotes, ...beside } = data;
    const scope = await scopes.of(user.departmentId);
    const common = { dealType, notes: vNotes, accountId: user.accountId, scope, automatic: false, detail: beside } as const;
    const versions = new Map(dealList.flatMap(({ alarmGid, version }) => (version === undefined ? [] : [[alarmGid, version]])));
    const gids = alarms.map(({ gid }) => gid);
    const versioned = gids.filter((gid) => versions.has(gid));
    const unversioned = gids.filter((gid) => !versions.has(gid));
    return new Set([
      ...(versioned.length > 0 ? await caseTransitions.handle({ ...common, gids: versioned, versions }, tx) : []),
      ...(unversioned.length > 0 ? await caseTransitions.handle({ ...common, gids: unversioned }, tx) : []),
    ]);
  };

  /** Records in a case the text sent to its vehicle before, and its result so far. */
  const noteSentText = async (user: Principal, alarm: store.StoredAlarm, data: SaveData): Promise<void> => {
    const item = data.dealList.find(({ alarmGid }) => alarmGid === alarm.gid);
    const commandId = item?.seqId === undefined ? undefined : Number(item.seqId);
    const since = now() - MESSAGE_BEFORE_MS;
    const sent = await findSentText(db, { vehicleId: alarm.vehicle_id, accountId: user.accountId, commandId, since });
    if (sent === undefined) return;
    const { id, text, channels } = sent;
    await caseTransitions.note(alarm.gid, 'message', user.accountId, { text, channels, commandId: String(id) });
    await answers.note([id]);
  };

  const handlingCommands = createHandlingCommands(deps);

  return {
    findAlarms,
    save: async (user, alarms, data) => {
      const handled = await saveCases(user, alarms, data);
      const gids = alarms.map(({ gid }) => gid);
      if (handled.size === 0) throw new CallError('alarmHandled', gids.slice(0, 10).join());
      if (data.dealType === MESSAGE)
        for (const alarm of alarms) if (handled.has(alarm.gid)) await noteSentText(user, alarm, data);
      return { handled: [...handled], refused: gids.filter((gid) => !handled.has(gid)) };
    },
    handle: async (user, alarms, { message: payload, ...data }) => {
      const message = payload && parseText(user, data.dealType, payload);
      const targets =
        message === undefined
          ? await handlingCommands.findHeldTargets(user, alarms)
          : await handlingCommands.findTargets(user, alarms);
      const gids = alarms.map(({ gid }) => gid);
      const reply = await db.transaction(async (tx) => {
        const open = await store.lockOpenCases(tx, gids);
        const reasons = findReasons(user, open, data.dealList);
        if (alarms.some(({ gid, type_id }) => classOfType(type_id) === 'safety' && !open.has(gid)))
          return { handled: [], refused: gids, ...reasons };
        const handled = await saveCases(user, alarms, data, tx);
        const saved = alarms.filter(({ gid }) => handled.has(gid));
        if (saved.length > 0) {
          const texts = message === undefined ? [] : await handlingCommands.enterText(tx, user, message, saved, targets);
          const confirmations = await handlingCommands.enterConfirmations(tx, user, saved, targets);
          await handlingCommands.addToOutbox(tx, [...handled], [...texts, ...confirmations]);
        }
        return { handled: [...handled], refused: gids.filter((gid) => !handled.has(gid)), ...reasons };
      });
      if (reply.handled.length > 0) await outbox.flushSoon();
      return reply;
    },
    confirm: async (user, alarms, { dealList: _list, ...beside }) => {
      const held = alarms.filter(isHeld);
      const lots = await Promise.all(
        [...groupByBits(held)].map(async ([alarmBits, vehicleIds]) => ({
          wish: confirmCommand(alarmBits),
          targets: await service.targets(user, vehicleIds.map(String)),
        })),
      );
      const sent = lots.length === 0 ? [] : await service.sendLots(user, lots);
      const list = sent.flatMap((each) =>
        held.filter(({ vehicle_id }) => String(vehicle_id) === each.targId).map(({ gid }) => ({ alarmGid: gid, ...each })),
      );
      for (const { alarmGid, seqId } of list)
        await caseTransitions.note(alarmGid, 'confirmed', user.accountId, { ...beside, commandId: seqId });
      await answers.note(sent.map(({ seqId }) => Number(seqId)));
      return list;
    },
  };
}

/** The text of a handling by message. Throws as `parseTextMessage` does, and forbidden without the right to send texts. */
function parseText(user: Principal, dealType: number, payload: NonNullable<HandleData['message']>): TextMessage {
  if (dealType !== MESSAGE) throw new CallError('validation', 'message', [{ path: 'message', key: 'field.invalid' }]);
  if (!user.rights.has(permission.sendMessage)) throw new CallError('forbidden', 'send texts');
  return parseTextMessage(user, payload);
}

/** Why cases cannot be handled: handled before, claimed by a colleague, or another version. `open`: those not handled before. */
function findReasons(
  { accountId }: Principal,
  open: ReadonlyMap<string, store.OpenCase>,
  dealList: HandleData['dealList'],
): Pick<CallReply<typeof alarmsCalls.handleAlarms>, 'alreadyHandled' | 'claimed' | 'changed'> {
  const wanted = new Map(dealList.map((item) => [item.alarmGid, item.version]));
  const cases = [...wanted.keys()].flatMap((gid) => open.get(gid) ?? []);
  const isTaken = ({ claimedBy }: store.OpenCase) => claimedBy !== null && claimedBy !== accountId;
  return {
    alreadyHandled: [...wanted.keys()].filter((gid) => !open.has(gid)),
    claimed: cases.filter(isTaken).map(({ gid, claimedName }) => ({ alarmGid: gid, username: claimedName })),
    changed: cases
      .filter((each) => !isTaken(each) && (wanted.get(each.gid) ?? each.version) !== each.version)
      .map(({ gid }) => gid),
  };
}
