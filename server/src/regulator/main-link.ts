import { Socket } from 'node:net';
import type { Content, Heard, Message } from '@fleetwarden/protocol/jt809';
import type { Log } from '../platform/observe/log.ts';
import { connectToPlatform } from './connect-to-platform.ts';
import type { RegulatorLimits } from './limits.ts';
import { createLine, type Line } from './line.ts';
import type { Superior } from './superiors.ts';
import { LINK_STATE, MAIN, type Traffic } from './traffic.ts';

/** The link we open to a superior platform, and open again for as long as it is wanted. */
export type MainLink = {
  start(): void;
  /** Waits a moment for what was sent to be taken, then signs out. */
  stop(): Promise<void>;
  /**
   * Sends a message where the link is signed in: its serial, else null. `onTaken` is called when the other platform has answered a
   * heartbeat behind it, and never where the link was cut before: then it is to be sent again.
   */
  send(content: Content, onTaken?: () => void): number | null;
  /** The same of all that was sent so far. */
  confirm(onTaken: () => void): void;
  readonly signedIn: boolean;
  /** Whether more may be sent without piling up. */
  readonly room: boolean;
  /** The verify code of this login, once it is known; null where it does not come in time. */
  verifyCode(withinMs: number): Promise<number | null>;
};

type Deps = {
  readonly superior: Superior;
  readonly limits: RegulatorLimits;
  readonly traffic: Traffic;
  readonly log: Log;
  readonly now: () => number;
  /** Whether a platform may be at this address; never a name. */
  readonly mayReach: (address: string) => boolean;
  /** Messages but those of the link itself. */
  readonly onMessage: (message: Message, heard: Heard) => void;
  readonly onSignedIn: () => void;
  readonly onCut: () => void;
};

/** Of 0x1002. */
const REFUSALS = ['', 'address', 'access code', 'user', 'password', 'resources'];
const CONNECT_MS = 10_000;

/** Why a login was refused, in the standard's words. */
const refusal = (result: number): string => `refused: ${REFUSALS[result] ?? 'other'} (${result})`;

export function createMainLink(deps: Deps): MainLink {
  const { superior, limits, traffic, log, now } = deps;
  const where = { superiorId: superior.id, link: MAIN } as const;
  const { revision, keys, accessCode, encryptKey, protocol } = superior;
  let line: Line | null = null;
  let socket: Socket | null = null;
  let signedIn = false;
  let wanted = false;
  let tries = 0;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;
  let confirm: NodeJS.Timeout | undefined;
  /** Why the last login was refused, for the end of the connection that follows. */
  let refused: string | undefined;
  let pending: (() => void)[] = [];
  let verified = Promise.withResolvers<number>();
  let ended = Promise.withResolvers<void>();
  /** What was sent before each heartbeat that is not answered yet. */
  let beats: (() => void)[][] = [];

  const put = (content: Content): number | null => {
    const sent = line?.send(content) ?? null;
    if (sent === null) return null;
    traffic.sent(where, content, sent, revision);
    return sent.serial;
  };
  const heartbeat = () => {
    if (put({ type: 'mainHeartbeat', body: {} }) === null) return;
    beats.push(pending);
    pending = [];
  };

  const confirmSent = (onTaken: () => void) => {
    if (!signedIn) return;
    pending.push(onTaken);
    confirm ??= setTimeout(() => {
      confirm = undefined;
      heartbeat();
    }, limits.confirmMs);
  };

  const onSignedIn = (verifyCode: number) => {
    signedIn = true;
    tries = 0;
    verified.resolve(verifyCode);
    traffic.state(where, LINK_STATE.signedIn);
    beat = setInterval(heartbeat, superior.heartbeatMs);
    deps.onSignedIn();
  };

  const own: Partial<Record<Message['type'], (message: Message) => void>> = {
    loginReply: (message) => {
      if (message.type !== 'loginReply' || signedIn) return;
      const { result, verifyCode } = message.body;
      if (result === 0) return onSignedIn(verifyCode);
      refused = refusal(result);
      line?.close(refused);
    },
    mainHeartbeatReply: () => {
      for (const taken of beats.shift() ?? []) taken();
    },
    logoutReply: () => line?.close('signed out'),
    mainDisconnected: () => undefined,
  };

  const onClosed = (reason: string) => {
    for (const timer of [beat, confirm]) clearTimeout(timer);
    const was = signedIn;
    [line, socket, signedIn, confirm, pending, beats] = [null, null, false, undefined, [], []];
    verified = Promise.withResolvers();
    if (was) deps.onCut();
    ended.resolve();
    if (!wanted) return traffic.state(where, LINK_STATE.notLinked);
    traffic.state(where, LINK_STATE.cut, refused ?? reason);
    refused = undefined;
    const delay = Math.min(limits.reconnectMostMs, superior.reconnectMs * 2 ** Math.min(tries++, 16));
    retry = setTimeout(open, delay);
  };

  const open = () => {
    traffic.state(where, LINK_STATE.linking);
    ended = Promise.withResolvers();
    const opened = new Socket();
    socket = opened;
    const options = { wire: { revision, keys }, accessCode, encryptKey, protocol, now };
    let problem: string | undefined;
    const limit = setTimeout(() => opened.destroy(new Error('no answer')), CONNECT_MS);
    const early = (error: Error) => {
      problem = error.message;
    };
    const gone = () => {
      clearTimeout(limit);
      onClosed(problem ?? 'closed by the other platform');
    };
    opened.once('error', early).once('close', gone);
    opened.once('connect', () => {
      clearTimeout(limit);
      opened.off('error', early).off('close', gone);
      line = createLine(opened, options, limits, {
        onMessage: (heard) => {
          traffic.heard(where, heard);
          const { message } = heard;
          if (message === null) return log.debug({ superior: superior.id, fault: heard.fault }, 'a message that cannot be read');
          const mine = own[message.type];
          if (mine) mine(message);
          else if (signedIn) deps.onMessage(message, heard);
        },
        onBad: (reason, bytes) => traffic.bad(where, reason, bytes),
        onClosed,
      });
      try {
        put(loginOf(superior));
      } catch (error) {
        // a record whose values the wire has no room for
        line.close(String(error));
      }
      const late = setTimeout(() => {
        if (!signedIn) line?.close('login not answered');
      }, limits.signInMs);
      opened.once('close', () => clearTimeout(late));
    });
    connectToPlatform(opened, superior, deps.mayReach);
  };

  const takenBy = async (until: number) => {
    while (signedIn && (pending.length > 0 || beats.some((batch) => batch.length > 0)) && Date.now() < until) {
      if (pending.length > 0) heartbeat();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };

  return {
    start: () => {
      wanted = true;
      open();
    },
    stop: async () => {
      clearTimeout(retry);
      wanted = false;
      await takenBy(Date.now() + limits.goodbyeMs);
      if (socket === null) return traffic.state(where, LINK_STATE.notLinked);
      if (put({ type: 'logout', body: { user: superior.user, password: superior.password } }) === null) socket.destroy();
      const limit = setTimeout(() => socket?.destroy(), limits.goodbyeMs);
      await ended.promise;
      clearTimeout(limit);
    },
    send: (content, onTaken) => {
      if (!signedIn) return null;
      const serial = put(content);
      if (serial !== null && onTaken) confirmSent(onTaken);
      return serial;
    },
    confirm: confirmSent,
    get signedIn() {
      return signedIn;
    },
    get room() {
      return signedIn && (line?.room ?? false);
    },
    verifyCode: async (withinMs) => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, withinMs, null);
      });
      return Promise.race([verified.promise, late]).finally(() => clearTimeout(timer));
    },
  };
}

const loginOf = ({ user, password, accessCode, linkAddress, linkPort }: Superior): Content => ({
  type: 'login',
  body: { user, password, accessCode, linkAddress, linkPort },
});
