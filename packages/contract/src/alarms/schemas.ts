import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { CommandState, SeqId } from '../commands/schemas.ts';
import { MessagePayload } from '../messages/schemas.ts';
import { Instant, withinDays } from '../values/instant.ts';
import { RecordId } from '../values/record-id.ts';
import { AlarmFilter, alarmFilter, BellPeriod, WarnId } from './alarm-filter.ts';
import { MAX_HANDLED, NOTES_MAX } from './alarm-rights.ts';
import { AlarmGid, AlarmRow, CaseEvent, CaseState, DealType, WarmStatus } from './alarm-row.ts';
import { attachmentSchemas } from './attachment-schemas.ts';
import { ALARM_LIST_DAYS } from './limits.ts';
import { alarmSumSchemas } from './sum-schemas.ts';

const gids = z.array(AlarmGid).min(1).max(MAX_HANDLED);
const list = z.object({
  list: z.array(AlarmRow),
  /** There are more rows than the total. */
  more: z.boolean(),
});

/** Details of a handling (console.md 7), stored in the history as sent. */
const handlingDetails = {
  batchFlag: z.union([z.boolean(), z.literal([0, 1])]).optional(),
  times: z.number().int().min(0).max(1_000_000).optional(),
  equipId: z.string().max(40).optional(),
  /** 0 under way, 1 done, 2 nothing is done, 3 later, 4 a text was sent. */
  status: z.literal([0, 1, 2, 3, 4]).optional(),
  userName: z.string().max(60).optional(),
  vRemark: z.string().max(250).optional(),
};
const DealItem = z.object({
  targId: RecordId,
  alarmGid: AlarmGid,
  alarmId: z.string().max(20).optional(),
  vTime: z.number().optional(),
  mainType: z.number().optional(),
  subType: z.number().optional(),
  nLevel: z.number().optional(),
  sendMsg: z.string().max(1_000).optional(),
  /**
   * The case as it was seen: a case with another version is left alone. Not needed: a case that is handled, or claimed by
   * another user, is always left alone.
   */
  version: z.number().int().optional(),
  /** The text sent to the vehicle (`msg/sendMessage`): its answer is recorded in the case. */
  seqId: SeqId.optional(),
});
const dealList = z.array(DealItem).min(1).max(MAX_HANDLED);

/** `refused`: handled before, claimed by another user, or not found. */
const handlingOutcome = z.object({ handled: z.array(z.string()), refused: z.array(z.string()) });
const changed = z.object({ list: z.array(z.string()) });
const status = {
  data: z.object({ alarmGid: AlarmGid }),
  /** 0: handled; 1: not handled. `dealtBy`: the user who handled it. */
  reply: z.object({ result: z.literal([0, 1]), state: CaseState.nullable(), version: z.number(), dealtBy: z.string() }),
} as const;
const deal = {
  data: z.object({ dealList, dealType: DealType, vNotes: z.string().trim().max(NOTES_MAX).default(''), ...handlingDetails }),
  reply: handlingOutcome,
} as const;
const handle = {
  /** `message`: the text to the drivers, with deal type 1. */
  data: z.object({ ...deal.data.shape, message: MessagePayload.optional() }),
  /**
   * `refused`: not handled by this call. Of these, `alreadyHandled` were handled before, `claimed` belong to another user, and
   * `changed` have another version than the sent one.
   */
  reply: z.object({
    handled: z.array(z.string()),
    refused: z.array(z.string()),
    alreadyHandled: z.array(z.string()),
    claimed: z.array(z.object({ alarmGid: z.string(), username: z.string() })),
    changed: z.array(z.string()),
  }),
} as const;
const take = { data: z.object({ alarmGids: gids }), reply: changed } as const;
const detail = {
  data: z.object({ alarmGid: AlarmGid }),
  reply: z.object({
    alarm: AlarmRow,
    /** Further data of the item; {} if none. */
    info: z.record(z.string(), z.unknown()),
    driver: z.object({ name: z.string(), phone: z.string() }),
    /** Name of the rule that raised it; '' none. */
    schemeName: z.string(),
    history: z.array(CaseEvent),
  }),
} as const;

const AlarmType = z.object({
  warnId: z.number(),
  name: z.string(),
  mainType: z.number(),
  subType: z.number(),
  level: z.literal([1, 2, 3]),
  /** Open alarms of the last 24 h; only on request. */
  count: z.number().optional(),
});
export const alarmsSchemas = {
  listWarnHistory: {
    summary:
      'Lists alarms in the caller’s scope, of the classes the caller has permission to see. Covers at most 31 days, by default the last 7. Unhandled alarms have no time limit.',
    data: AlarmFilter,
    reply: list,
  },
  exportWarnHistory: {
    summary: 'Starts a task that exports the alarms of a search to a workbook.',
    data: AlarmFilter,
    reply: z.object({ taskId: z.string() }),
  },
  getWarnHistory: { summary: 'Returns whether an alarm is already handled: result 0 means handled.', ...status },
  getWarnDetail: {
    summary: 'Returns an alarm with the history of its case: handling, texts, and answers of terminals.',
    ...detail,
  },
  saveWarnHistoryDeal: {
    summary:
      'Handles alarms: 1 by message, 5 by phone, 6 as a false alarm. Alarms that are already handled or claimed by another user are skipped and listed in the reply. Refused if all alarms are skipped.',
    ...deal,
  },
  handleAlarms: {
    summary:
      'Handles alarms in one transaction: saves the cases, sends the text to the drivers and confirms the alarms to the terminals. Nothing is saved if a safety alarm is already handled, or if the text reaches no driver.',
    ...handle,
  },
  claimWarn: {
    summary:
      'Claims alarms for the caller, including alarms of another user who was idle on them for 10 minutes. Returns the alarms that now belong to the caller.',
    ...take,
  },
  releaseWarn: { summary: 'Releases alarms that the caller has claimed.', ...take },
  escalateWarn: {
    summary: 'Escalates alarms. They stay unhandled.',
    data: z.object({ alarmGids: gids, vNotes: z.string().trim().max(NOTES_MAX).default('') }),
    reply: changed,
  },
  confirmAlarm: {
    summary:
      'Confirms to terminals that alarms they hold were seen (0x8203), and records their answers in the cases. Applies only to kinds of alarms that terminals hold; others are skipped.',
    data: z.object({ dealList, ...handlingDetails }),
    reply: z.object({
      list: z.array(
        z.object({
          alarmGid: z.string(),
          targId: z.string(),
          seqId: z.string(),
          state: CommandState,
          resultCode: z.number().nullable(),
        }),
      ),
    }),
  },
  reportWarn: {
    summary:
      'Reports alarms (0x1402) to the superior platforms to which the vehicles are bound, including kinds that these platforms do not want. Afterwards reports the handling results (0x1403). Nothing is reported to a platform twice.',
    data: z.object({ alarmGids: gids }),
    /** Alarms that a superior platform receives now, and alarms of vehicles that are bound to none. */
    reply: z.object({ list: z.array(z.string()), unbound: z.array(z.string()) }),
  },
  checkAdasAlarmStatus: {
    summary: 'Returns whether an active-safety alarm is already handled: result 0 means handled.',
    ...status,
  },
  safetyList: { summary: 'Like warnScheme/listWarnHistory, for active-safety alarms.', data: AlarmFilter, reply: list },
  safetyListNew: {
    summary:
      'Lists unhandled active-safety alarms in the scope, newest first; by default those of the last 24 h. Accepts the filters of activeSafety/alarm/list.',
    data: withinDays(z.object({ ...alarmFilter, warmStatus: WarmStatus.default(0) }), ALARM_LIST_DAYS),
    reply: list,
  },
  ...attachmentSchemas,
  processing: { summary: 'Like warnScheme/claimWarn, for active-safety alarms.', ...take },
  safetyHandle: { summary: 'Like warnScheme/saveWarnHistoryDeal, for active-safety alarms.', ...deal },
  releaseAlarm: { summary: 'Like warnScheme/releaseWarn, for active-safety alarms.', ...take },
  safetyDtl: { summary: 'Like warnScheme/getWarnDetail, for active-safety alarms.', ...detail },
  getTargAsalarmDtl: {
    summary: 'Lists active-safety alarms of a vehicle, newest first, of one kind or all kinds.',
    data: withinDays(
      z.object({ targId: RecordId, warnId: WarnId.optional(), startTime: Instant.optional(), endTime: Instant.optional() }),
      ALARM_LIST_DAYS,
    ),
    reply: list,
  },
  typeList: {
    summary:
      'Lists the kinds of active-safety alarms. With `count` 1, includes the number of unhandled alarms of each kind in the last 24 h.',
    data: z.object({ count: z.coerce.number().int().min(0).max(1).default(0) }),
    reply: z.object({ list: z.array(AlarmType) }),
  },
  alarmBox: {
    summary:
      'Returns the newest ten unhandled active-safety alarms in the scope, and the number of all unhandled ones. Covers the given period, by default the last 24 h.',
    data: BellPeriod,
    reply: z.object({ total: z.number(), list: z.array(AlarmRow) }),
  },
  popupBoard: {
    summary:
      'Returns the newest ten unhandled ordinary alarms in the scope, and the number of all unhandled ones. Covers the given period, by default the last 24 h.',
    data: BellPeriod,
    reply: z.object({ total: z.number(), list: z.array(AlarmRow) }),
  },
  ...alarmSumSchemas,
} satisfies Record<string, CallSchemas>;
