import { MAX_HANDLED } from '@fleetwarden/contract/alarms/alarm-rights';
import { alarmsCalls } from '@fleetwarden/contract/alarms/routes';
import { call } from '../../../api/call.ts';
import { NetworkError, Refusal } from '../../../api/client.ts';
import type { messagePayload } from '../../../shared/message/message-payload.ts';
import type { AlarmToHandle } from '../../../shared/open-alarm-handling.ts';

/** DEAL (console.md 4): a text to the vehicle, a phone call, a false alarm. */
export const [BY_MESSAGE, BY_PHONE, AS_FALSE] = [1, 5, 6] as const;
export type HandlingType = typeof BY_MESSAGE | typeof BY_PHONE | typeof AS_FALSE;

/** Status of a handling by message (console.md 7): a text was sent. */
const TEXT_SENT = 4;

/** `message`: the text to the drivers, with the type that sends one. */
type Handling = {
  readonly type: HandlingType;
  readonly notes: string;
  readonly userName: string;
  readonly message?: ReturnType<typeof messagePayload>;
};

/** What became of alarms: handled by this call, handled before, or claimed by another user. `failure`: what stopped the rest. */
export type Outcome = {
  readonly handled: readonly string[];
  readonly alreadyHandled: readonly string[];
  readonly claimed: readonly { readonly alarmGid: string; readonly username: string }[];
  /** A lost connection, or the server's reason. */
  readonly failure?: { readonly kind: 'messageFailed' | 'submitFailed' } | { readonly kind: 'refused'; readonly reason: string };
};

/**
 * Handles alarms in one call per lot: check, text, case and confirmation of a lot succeed or fail together. The first failure
 * stops the lots after it. No version is sent: a case that is handled or claimed is refused by its state.
 */
export async function handleAlarms(alarms: readonly AlarmToHandle[], handling: Handling): Promise<Outcome> {
  let sum: Outcome = { handled: [], alreadyHandled: [], claimed: [] };
  try {
    for (const [i, lot] of splitIntoLots(alarms).entries()) {
      // the text becomes a template once
      const message = handling.message && i > 0 ? { ...handling.message, isSetToTemplate: false } : handling.message;
      const request = handleRequest(lot, message === undefined ? handling : { ...handling, message });
      const { handled, alreadyHandled, claimed } = await call(alarmsCalls.handleAlarms, request, { quiet: true });
      sum = {
        handled: [...sum.handled, ...handled],
        alreadyHandled: [...sum.alreadyHandled, ...alreadyHandled],
        claimed: [...sum.claimed, ...claimed],
      };
    }
    return sum;
  } catch (failure) {
    if (failure instanceof NetworkError)
      return { ...sum, failure: { kind: handling.message ? 'messageFailed' : 'submitFailed' } };
    if (failure instanceof Refusal) return { ...sum, failure: { kind: 'refused', reason: failure.message } };
    throw failure;
  }
}

/** Lots of at most MAX_HANDLED alarms, the alarms of a vehicle side by side: a lot sends one text a vehicle. */
function splitIntoLots(alarms: readonly AlarmToHandle[]): AlarmToHandle[][] {
  if (alarms.length <= MAX_HANDLED) return [[...alarms]];
  const sorted = [...Map.groupBy(alarms, ({ targId }) => targId).values()].flat();
  return Array.from({ length: Math.ceil(sorted.length / MAX_HANDLED) }, (_, i) =>
    sorted.slice(i * MAX_HANDLED, (i + 1) * MAX_HANDLED),
  );
}

function handleRequest(alarms: readonly AlarmToHandle[], { type, notes, userName, message }: Handling) {
  const dealList = alarms.map(({ targId, alarmId, alarmGid, vTime, mainType, subType, nLevel }) => ({
    targId,
    alarmId,
    alarmGid,
    vTime,
    mainType,
    subType,
    nLevel,
  }));
  if (message === undefined) return { dealList, dealType: type, vNotes: notes };
  return {
    dealList,
    dealType: type,
    vNotes: notes,
    batchFlag: alarms.length > 1 ? (1 as const) : (0 as const),
    times: alarms.reduce((sum, { times }) => sum + times, 0),
    equipId: alarms[0]?.targId ?? '',
    status: TEXT_SENT,
    userName,
    vRemark: notes,
    message,
  } as const;
}
