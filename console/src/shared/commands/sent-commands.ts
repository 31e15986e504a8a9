import { commandsCalls } from '@fleetwarden/contract/commands/routes';
import type { CommandNews, CommandState } from '@fleetwarden/contract/commands/schemas';
import { errors } from '@fleetwarden/contract/errors';
import { call } from '../../api/call.ts';
import { callPaged } from '../../api/call-paged.ts';
import { Refusal } from '../../api/client.ts';

/** Outcome of a command; `offline`, `busy`, `moving`, `speedUnknown` and `unsupported` were never sent. */
export const outcomes = [
  'queued',
  'sent',
  'acknowledged',
  'answered',
  'refused',
  'unsupported',
  'offline',
  'busy',
  'moving',
  'speedUnknown',
  'timedOut',
  'cancelled',
  'failed',
] as const;
export type Outcome = (typeof outcomes)[number];

/** By CMD_STATE; a failed command is refined by its result. */
const BY_STATE: readonly Outcome[] = ['queued', 'sent', 'acknowledged', 'failed', 'timedOut', 'cancelled', 'answered'];
const FAILED = 3;
/** Results of the terminal (1 failed, 2 malformed, 3 not supported) and of the server. */
const BY_RESULT: Readonly<Record<number, Outcome>> = {
  1: 'refused',
  2: 'refused',
  3: 'unsupported',
  [Number(errors.terminalOffline.code)]: 'offline',
  [Number(errors.terminalUnsupported.code)]: 'unsupported',
  [Number(errors.vehicleBusy.code)]: 'busy',
  [Number(errors.vehicleMoving.code)]: 'moving',
  [Number(errors.speedUnknown.code)]: 'speedUnknown',
};

export const toOutcome = (state: CommandState, resultCode: number | null): Outcome =>
  (state === FAILED ? BY_RESULT[resultCode ?? -1] : undefined) ?? BY_STATE[state]!;

const UNDER_WAY: ReadonlySet<Outcome> = new Set(['queued', 'sent']);
export const isUnderWay = (outcome: Outcome): boolean => UNDER_WAY.has(outcome);
/** False while the terminal may still execute the command. */
export const isFailure = (outcome: Outcome): boolean =>
  !isUnderWay(outcome) && outcome !== 'acknowledged' && outcome !== 'answered';
/** Outcomes after which a command can be sent again. */
const AGAIN: ReadonlySet<Outcome> = new Set(['refused', 'offline', 'busy', 'timedOut', 'cancelled', 'failed']);
export const maySendAgain = (outcome: Outcome): boolean => AGAIN.has(outcome);

/** The target vehicle of a command. */
export type Target = { readonly targId: string; readonly carId: string; readonly plate: string; readonly colour: number };

/** One command of a request. */
export type SentCommand = {
  readonly seqId: string;
  readonly targId: string;
  readonly outcome: Outcome;
  readonly resultCode: number | null;
  readonly resultData: unknown;
  /** Number of the terminal; '' if it is not known. */
  readonly terminal: string;
  /** Its version of JT/T 808; null if it is not known. */
  readonly version: number | null;
  /** When this state was heard. */
  readonly at: number;
};

/** Commands sent by one click, to one vehicle or thousands. */
export type Send = {
  readonly key: number;
  readonly cmdCode: string;
  /** A plate, the first of several, or a department name. */
  readonly title: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly commands: ReadonlyMap<string, SentCommand>;
  /** Number of commands by outcome. */
  readonly counts: Readonly<Partial<Record<Outcome, number>>>;
};

type OwnSend = Send & { readonly commands: Map<string, SentCommand>; readonly counts: Partial<Record<Outcome, number>> };
/** State of a command, from a reply, a message or the list. */
export type CommandUpdate = Pick<CommandNews, 'seqId' | 'targId' | 'state' | 'resultCode'> & {
  readonly resultData?: unknown;
  readonly terminal?: string;
  readonly version?: number | null;
};

/** Limit of the tray; older ones are in the command records. */
const MAX_SENDS = 20;
/** Limit of IDs per query. */
const MAX_REQUESTED = 500;

/** Commands sent by this console since the page load, newest first, with their state. */
export class SentCommands {
  #sends: OwnSend[] = [];
  readonly #bySeq = new Map<string, OwnSend>();
  /** States that arrived before the reply of their call. */
  readonly #early = new Map<string, CommandUpdate>();
  readonly #listeners = new Set<() => void>();
  #sending = 0;
  #keys = 0;
  #version = 0;

  get sends(): readonly Send[] {
    return this.#sends;
  }

  get version(): number {
    return this.#version;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Makes a call that sends `cmdCode` with these parameters and tracks its commands. Rejects like the call. */
  async track(
    cmdCode: string,
    title: string,
    send: () => Promise<{ readonly list: readonly CommandUpdate[] }>,
    params: Send['params'] = {},
  ): Promise<Send> {
    this.#sending++;
    try {
      return this.#add({ cmdCode, title, params }, (await send()).list);
    } finally {
      this.#sending--;
      if (this.#sending === 0) this.#early.clear();
    }
  }

  /** Handles a command message of `commonmsg`; ignores other consoles' commands. */
  hear(news: CommandUpdate): void {
    const send = this.#bySeq.get(news.seqId);
    if (send) {
      put(send, news);
      this.#changed();
    } else if (this.#sending > 0) this.#early.set(news.seqId, news);
  }

  /** Queries in-flight commands, in case messages were missed. */
  async refresh(): Promise<void> {
    const waiting = this.#sends.flatMap(({ commands }) =>
      [...commands.values()].filter(({ outcome }) => isUnderWay(outcome)).map(({ seqId }) => seqId),
    );
    if (waiting.length === 0) return;
    const options = { pageModel: { page: 1, limit: MAX_REQUESTED }, quiet: true, anyPage: true } as const;
    const requested = callPaged(commandsCalls.listCommand, { seqIds: waiting.slice(0, MAX_REQUESTED) }, options);
    const { list } = await requested.catch(() => ({ list: [] }));
    for (const command of list) this.hear(command);
  }

  remove(key: number): void {
    for (const { commands } of this.#sends.filter((send) => send.key === key))
      for (const seqId of commands.keys()) this.#bySeq.delete(seqId);
    this.#sends = this.#sends.filter((send) => send.key !== key);
    this.#changed();
  }

  clear(): void {
    this.#sends = [];
    this.#bySeq.clear();
    this.#changed();
  }

  #add(sent: Pick<Send, 'cmdCode' | 'title' | 'params'>, list: readonly CommandUpdate[]): Send {
    const send: OwnSend = { key: ++this.#keys, ...sent, at: Date.now(), commands: new Map(), counts: {} };
    for (const sentCommand of list) {
      put(send, { ...sentCommand, ...this.#early.get(sentCommand.seqId) });
      this.#bySeq.set(sentCommand.seqId, send);
    }
    this.#sends = [send, ...this.#sends];
    for (const { key } of this.#sends.slice(MAX_SENDS)) this.remove(key);
    this.#changed();
    return send;
  }

  #changed(): void {
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }
}

function put({ commands, counts }: OwnSend, { seqId, targId, state, resultCode, resultData, ...update }: CommandUpdate): void {
  const before = commands.get(seqId);
  if (before) counts[before.outcome]!--;
  const outcome = toOutcome(state, resultCode);
  counts[outcome] = (counts[outcome] ?? 0) + 1;
  // messages about a command do not name its terminal
  const { terminal = before?.terminal ?? '', version = before?.version ?? null } = update;
  commands.set(seqId, { seqId, targId, terminal, version, outcome, resultCode, resultData: resultData ?? null, at: Date.now() });
}

/** The instance of this page. */
export const sentCommands = new SentCommands();

/**
 * Sends a command to one vehicle. null: the server refused without field errors and the reason was shown. Throws a Refusal with
 * field errors.
 */
export async function sendCommand(
  cmdCode: string,
  { targId, plate }: Pick<Target, 'targId' | 'plate'>,
  params: object = {},
): Promise<Send | null> {
  try {
    return await sentCommands.track(cmdCode, plate, () =>
      call(commandsCalls.sendCommand, { cmdCode, targIds: [targId], params: { ...params } }),
    );
  } catch (failure) {
    if (failure instanceof Refusal && failure.fields.length > 0) throw failure;
    return null;
  }
}

/** Sends commands of a request again: those that failed, unless they are named. */
export async function resend(send: Send, to: SentCommands = sentCommands, named?: readonly string[]): Promise<void> {
  const { cmdCode, title, params, commands } = send;
  const seqIds = named ?? [...commands.values()].filter(({ outcome }) => maySendAgain(outcome)).map(({ seqId }) => seqId);
  const requested = seqIds.slice(0, MAX_REQUESTED);
  await to
    .track(cmdCode, title, () => call(commandsCalls.resendCommand, { seqIds: requested }), params)
    // shown by the client
    .catch(() => undefined);
}

/** Cancels the pending commands of a request. */
export async function cancel({ commands }: Pick<Send, 'commands'>): Promise<void> {
  const seqIds = [...commands.values()].filter(({ outcome }) => outcome === 'queued').map(({ seqId }) => seqId);
  await call(commandsCalls.cancelCommand, { seqIds: seqIds.slice(0, MAX_REQUESTED) }).catch(() => undefined);
}
