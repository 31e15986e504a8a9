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
      'Alarms of the scope of classes the caller may see. Of 31 days at the most; the last 7 where no beginning is given, without end for those that are not decided.',
    data: AlarmFilter,
    reply: list,
  },
  exportWarnHistory: {
    summary: 'Begins a task that writes the alarms of a search to a workbook.',
    data: AlarmFilter,
    reply: z.object({ taskId: z.string() }),
  },
  getWarnHistory: { summary: 'Whether an alarm is handled already: result 0 says that it is.', ...status },
  getWarnDetail: { summary: 'An alarm with the history of its case: decisions, texts, and what terminals answered.', ...detail },
  saveWarnHistoryDeal: {
    summary:
      'Decides alarms: 1 a message, 5 by phone, 6 a false alarm. What is decided already, or is somebody else’s, is left alone and named; where that is all, the call is refused.',
    ...deal,
  },
  handleAlarms: {
    summary:
      'Handles alarms in one transaction: saves the cases, sends the text to the drivers and confirms to the terminals. A safety alarm that is handled already stops it, and so does a text that reaches nobody.',
    ...handle,
  },
  claimWarn: {
    summary:
      'Takes alarms for the caller, also from one who has done nothing with them for 10 minutes; replies those that are theirs now.',
    ...take,
  },
  releaseWarn: { summary: 'Gives back alarms the caller has claimed.', ...take },
  escalateWarn: {
    summary: 'Marks alarms as ones that need somebody else; they stay to be decided.',
    data: z.object({ alarmGids: gids, vNotes: z.string().trim().max(NOTES_MAX).default('') }),
    reply: changed,
  },
  confirmAlarm: {
    summary:
      'Tells terminals that alarms they hold are seen (0x8203), and notes their answers in the cases. Of kinds that terminals hold; the others are passed over.',
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
      'Tells the superior platforms that vehicles are bound to of their alarms (0x1402), whether these are of kinds they want or not, and then what becomes of them (0x1403). What a platform was told, it is not told again.',
    data: z.object({ alarmGids: gids }),
    /** Alarms that a superior platform receives now, and alarms of vehicles that are bound to none. */
    reply: z.object({ list: z.array(z.string()), unbound: z.array(z.string()) }),
  },
  checkAdasAlarmStatus: { summary: 'Whether an active-safety alarm is handled already: result 0 says that it is.', ...status },
  safetyList: { summary: 'As warnScheme/listWarnHistory, of active safety.', data: AlarmFilter, reply: list },
  safetyListNew: {
    summary:
      'Active-safety alarms of the scope that nobody has decided, newest first; of the last 24 h where no beginning is given. Takes the filters of activeSafety/alarm/list.',
    data: withinDays(z.object({ ...alarmFilter, warmStatus: WarmStatus.default(0) }), ALARM_LIST_DAYS),
    reply: list,
  },
  ...attachmentSchemas,
  processing: { summary: 'As warnScheme/claimWarn, of active safety.', ...take },
  safetyHandle: { summary: 'As warnScheme/saveWarnHistoryDeal, of active safety.', ...deal },
  releaseAlarm: { summary: 'As warnScheme/releaseWarn, of active safety.', ...take },
  safetyDtl: { summary: 'As warnScheme/getWarnDetail, of active safety.', ...detail },
  getTargAsalarmDtl: {
    summary: 'Active-safety alarms of a vehicle, newest first, of one kind or all.',
    data: withinDays(
      z.object({ targId: RecordId, warnId: WarnId.optional(), startTime: Instant.optional(), endTime: Instant.optional() }),
      ALARM_LIST_DAYS,
    ),
    reply: list,
  },
  typeList: {
    summary: 'Kinds of active-safety alarms; with `count` 1, how many of the last 24 h nobody has decided.',
    data: z.object({ count: z.coerce.number().int().min(0).max(1).default(0) }),
    reply: z.object({ list: z.array(AlarmType) }),
  },
  alarmBox: {
    summary:
      'The newest ten active-safety alarms of the scope that nobody has decided, and how many there are of the last 24 h, or of the given period.',
    data: BellPeriod,
    reply: z.object({ total: z.number(), list: z.array(AlarmRow) }),
  },
  popupBoard: {
    summary:
      'The newest ten ordinary alarms of the scope that nobody has decided, and how many there are of the last 24 h, or of the given period.',
    data: BellPeriod,
    reply: z.object({ total: z.number(), list: z.array(AlarmRow) }),
  },
  ...alarmSumSchemas,
} satisfies Record<string, CallSchemas>;
