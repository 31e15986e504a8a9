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

/**
 * `alreadyHandled`: alarms that another user had already handled; as kind: this call handled none. `silent`: the
 * server refused, and the dialog says nothing (console.md 8).
 */
type Outcome =
  | { readonly kind: 'done' | 'alreadyHandled'; readonly alreadyHandled: readonly string[] }
  | { readonly kind: 'messageFailed' | 'submitFailed' | 'silent' };

/** Handles alarms in one call: check, text, case and confirmation succeed or fail together. */
export async function handleAlarms(alarms: readonly AlarmToHandle[], handling: Handling): Promise<Outcome> {
  try {
    const request = handleRequest(alarms, handling);
    const { handled, refused, alreadyHandled } = await call(alarmsCalls.handleAlarms, request, { quiet: true });
    if (handled.length > 0) return { kind: 'done', alreadyHandled: refused };
    return alreadyHandled.length > 0 ? { kind: 'alreadyHandled', alreadyHandled } : { kind: 'silent' };
  } catch (failure) {
    if (failure instanceof NetworkError) return { kind: handling.message ? 'messageFailed' : 'submitFailed' };
    if (failure instanceof Refusal) return { kind: 'silent' };
    throw failure;
  }
}

function handleRequest(alarms: readonly AlarmToHandle[], { type, notes, userName, message }: Handling) {
  const dealList = alarms.map(({ targId, alarmId, alarmGid, vTime, mainType, subType, nLevel, version }) => ({
    targId,
    alarmId,
    alarmGid,
    vTime,
    mainType,
    subType,
    nLevel,
    ...(version === undefined ? {} : { version }),
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
