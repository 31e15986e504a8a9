import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { errors } from '@fleetwarden/contract/errors';
import { messagesCalls } from '@fleetwarden/contract/messages/routes';
import { confirmBitOf } from '@fleetwarden/domain/alarm-types';
import { call } from '../../../api/call.ts';
import { NetworkError, Refusal } from '../../../api/client.ts';
import type { messagePayload } from '../../../shared/message/message-payload.ts';
import type { DealAlarm } from '../../../shared/open-alarm-handling.ts';

/** DEAL (console.md 4): a text to the vehicle, a phone call, a false alarm. */
export const [BY_MESSAGE, BY_PHONE, AS_FALSE] = [1, 5, 6] as const;
export type DealType = typeof BY_MESSAGE | typeof BY_PHONE | typeof AS_FALSE;

/** What a handling says of itself after a message (console.md 7): a text was sent. */
const TEXT_SENT = 4;
/** Questions under way at once. */
const ASKED_AT_ONCE = 8;

/** A decision. `message`: with the deal type that sends one, the text and how it goes. */
type Decision = {
  readonly dealType: DealType;
  readonly vNotes: string;
  readonly userName: string;
  readonly message?: { readonly text: string; readonly payload: ReturnType<typeof messagePayload> };
};

/**
 * What came of it. `already`: these are handled by somebody else; an outcome of that kind has decided none. `silent`: the
 * server refused, which this dialog does not say (console.md 8).
 */
type Outcome =
  | { readonly kind: 'done'; readonly already: readonly string[] }
  | { readonly kind: 'already'; readonly already: readonly string[] }
  | { readonly kind: 'messageFailed' | 'submitFailed' | 'silent' };

/** Decides alarms in the order of the specification: is it handled, then the message, then the handling. */
export async function decide(alarms: readonly DealAlarm[], decision: Decision): Promise<Outcome> {
  const { message } = decision;
  try {
    const asked = alarms.filter(({ ncheckAdasAlarmStatus }) => ncheckAdasAlarmStatus === 1);
    const already = await handledAmong(asked, askSafety);
    if (already.length > 0) return { kind: 'already', already };
  } catch (failure) {
    return failed(failure, 'submitFailed');
  }
  let seqIds: ReadonlyMap<string, string> = new Map();
  if (message)
    try {
      const targetIds = [...new Set(alarms.map(({ targId }) => targId))];
      const { list } = await call(messagesCalls.sendMessage, { ...message.payload, targetIds }, { quiet: true });
      seqIds = new Map(list.map(({ targId, seqId }) => [targId, seqId]));
    } catch (failure) {
      return failed(failure, 'messageFailed');
    }
  try {
    const deal = dealOf(alarms, decision, seqIds);
    const { refused } = await call(alarmsCalls.saveWarnHistoryDeal, deal, { quiet: true });
    confirmHeld(deal.dealList, alarms, refused);
    return { kind: 'done', already: refused };
  } catch (failure) {
    return (await decidedMeanwhile(alarms, failure)) ?? failed(failure, 'submitFailed');
  }
}

/**
 * Where somebody was quicker: the refusal itself is not said (console.md 8), but which of the alarms are handled is asked for and
 * is. null: it is none of that, as where a colleague has claimed them.
 */
async function decidedMeanwhile(alarms: readonly DealAlarm[], failure: unknown): Promise<Outcome | null> {
  if (!(failure instanceof Refusal) || failure.code !== errors.alarmHandled.code) return null;
  try {
    const already = await handledAmong(alarms, askAny);
    return already.length > 0 ? { kind: 'already', already } : null;
  } catch {
    return null;
  }
}

const QUIET = { quiet: true, anyPage: true } as const;
/** What answers 0 for an alarm that is handled: one of active safety, and any. */
const askSafety = (alarmGid: string) => call(alarmsCalls.checkAdasAlarmStatus, { alarmGid }, QUIET);
const askAny = (alarmGid: string) => call(alarmsCalls.getWarnHistory, { alarmGid }, QUIET);

/** Which of these are handled. */
async function handledAmong(alarms: readonly DealAlarm[], ask: typeof askSafety): Promise<string[]> {
  const asked = alarms.map(({ alarmGid }) => alarmGid);
  const handled: string[] = [];
  for (let from = 0; from < asked.length; from += ASKED_AT_ONCE)
    await Promise.all(
      asked.slice(from, from + ASKED_AT_ONCE).map(async (alarmGid) => {
        const { result } = await ask(alarmGid);
        if (result === 0) handled.push(alarmGid);
      }),
    );
  return handled;
}

/**
 * Tells terminals that go on telling an alarm until it is confirmed that somebody has seen it (0x8203). What comes of it is in the
 * case; that it is decided does not hang on it.
 */
function confirmHeld(
  dealList: ReturnType<typeof dealOf>['dealList'],
  alarms: readonly DealAlarm[],
  refused: readonly string[],
): void {
  const held = dealList.filter(({ alarmGid }, i) => confirmBitOf(alarms[i]!.warnId) > 0 && !refused.includes(alarmGid));
  if (held.length > 0) call(alarmsCalls.confirmAlarm, { dealList: held }, { quiet: true }).catch(() => undefined);
}

function dealOf(alarms: readonly DealAlarm[], decision: Decision, seqIds: ReadonlyMap<string, string>) {
  const { dealType, vNotes, userName, message } = decision;
  const dealList = alarms.map(({ targId, alarmId, alarmGid, vTime, mainType, subType, nLevel, version }) => ({
    targId,
    alarmId,
    alarmGid,
    vTime,
    mainType,
    subType,
    nLevel,
    ...(version === undefined ? {} : { version }),
    ...(message ? { sendMsg: message.text } : {}),
    ...(seqIds.has(targId) ? { seqId: seqIds.get(targId)! } : {}),
  }));
  const beside = {
    batchFlag: alarms.length > 1 ? (1 as const) : (0 as const),
    times: alarms.reduce((sum, { times }) => sum + times, 0),
    equipId: alarms[0]?.targId ?? '',
    status: TEXT_SENT,
    userName,
    vRemark: vNotes,
  } as const;
  return { dealList, dealType, vNotes, ...(message ? beside : {}) };
}

/** No answer is said, a refusal is not. */
function failed(failure: unknown, kind: 'messageFailed' | 'submitFailed'): Outcome {
  if (failure instanceof NetworkError) return { kind };
  if (failure instanceof Refusal) return { kind: 'silent' };
  throw failure;
}
