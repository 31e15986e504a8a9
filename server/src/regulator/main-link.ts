import { Socket } from 'node:net';
import type { Content, Message, ReceivedMessage } from '@fleetwarden/protocol/jt809';
import type { Log } from '../platform/observe/log.ts';
import { connectToPlatform } from './connect-to-platform.ts';
import type { RegulatorLimits } from './limits.ts';
import { createLine, type Line } from './line.ts';
import type { Superior } from './superiors.ts';
import { LINK_STATE, MAIN, type Traffic } from './traffic.ts';

/** The main link to a superior platform. It reconnects until it is stopped. */
export type MainLink = {
  start(): void;
  /** Waits shortly for acknowledgements, then logs out. */
  stop(): Promise<void>;
  /**
   * Sends a message; returns its serial, or null if the link is not logged in. `onAcknowledged` is called when a later heartbeat is
   * answered. If the link goes down first it is never called, and the message must be sent again.
   */
  send(content: Content, onAcknowledged?: () => void): number | null;
  /** Calls `onAcknowledged` when all messages sent so far are acknowledged. */
  confirm(onAcknowledged: () => void): void;
  readonly signedIn: boolean;
  /** Whether the send buffer has room. */
  readonly room: boolean;
  /** The verify code of this login; null if it does not arrive in time. */
  verifyCode(withinMs: number): Promise<number | null>;
};

type Deps = {
  readonly superior: Superior;
  readonly limits: RegulatorLimits;
  readonly traffic: Traffic;
  readonly log: Log;
  readonly now: () => number;
  /** Whether connections to this IP address are allowed. */
  readonly mayReach: (address: string) => boolean;
  /** Called for messages that are not about the link itself. */
  readonly onMessage: (message: Message, heard: ReceivedMessage) => void;
  readonly onSignedIn: () => void;
  readonly onCut: () => void;
};

/** Results of 0x1002. */
const REFUSALS = ['', 'address', 'access code', 'user', 'password', 'resources'];
const CONNECT_MS = 10_000;

/** Why a login was refused, in the terms of the standard. */
const formatRefusal = (result: number): string => `refused: ${REFUSALS[result] ?? 'other'} (${result})`;

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
  /** Why the last login was refused. The platform closes the connection afterwards. */
  let refused: string | undefined;
  let pending: (() => void)[] = [];
  let verified = Promise.withResolvers<number>();
  let ended = Promise.withResolvers<void>();
  /** Acknowledgement callbacks of each unanswered heartbeat. */
  let heartbeats: (() => void)[][] = [];

  const sendNow = (content: Content): number | null => {
    const sent = line?.send(content) ?? null;
    if (sent === null) return null;
    traffic.sent(where, content, sent, revision);
    return sent.serial;
  };
  const heartbeat = () => {
    if (sendNow({ type: 'mainHeartbeat', body: {} }) === null) return;
    heartbeats.push(pending);
    pending = [];
  };

  const confirmSent = (onAcknowledged: () => void) => {
    if (!signedIn) return;
    pending.push(onAcknowledged);
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

  const linkHandlers: Partial<Record<Message['type'], (message: Message) => void>> = {
    loginReply: (message) => {
      if (message.type !== 'loginReply' || signedIn) return;
      const { result, verifyCode } = message.body;
      if (result === 0) return onSignedIn(verifyCode);
      refused = formatRefusal(result);
      line?.close(refused);
    },
    mainHeartbeatReply: () => {
      for (const onAcknowledged of heartbeats.shift() ?? []) onAcknowledged();
    },
    logoutReply: () => line?.close('signed out'),
    mainDisconnected: () => undefined,
  };

  const onClosed = (reason: string) => {
    for (const timer of [beat, confirm]) clearTimeout(timer);
    const wasSignedIn = signedIn;
    [line, socket, signedIn, confirm, pending, heartbeats] = [null, null, false, undefined, [], []];
    verified = Promise.withResolvers();
    if (wasSignedIn) deps.onCut();
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
          if (message === null)
            return log.debug({ superior: superior.id, fault: heard.fault }, 'unreadable message of a superior platform');
          const handler = linkHandlers[message.type];
          if (handler) handler(message);
          else if (signedIn) deps.onMessage(message, heard);
        },
        onBad: (reason, bytes) => traffic.bad(where, reason, bytes),
        onClosed,
      });
      try {
        sendNow(encodeLogin(superior));
      } catch (error) {
        // a setting does not fit its field
        line.close(String(error));
      }
      const late = setTimeout(() => {
        if (!signedIn) line?.close('login not answered');
      }, limits.signInMs);
      opened.once('close', () => clearTimeout(late));
    });
    connectToPlatform(opened, superior, deps.mayReach);
  };

  const waitForAcknowledgements = async (until: number) => {
    while (signedIn && (pending.length > 0 || heartbeats.some((batch) => batch.length > 0)) && Date.now() < until) {
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
      await waitForAcknowledgements(Date.now() + limits.goodbyeMs);
      if (socket === null) return traffic.state(where, LINK_STATE.notLinked);
      if (sendNow({ type: 'logout', body: { user: superior.user, password: superior.password } }) === null) socket.destroy();
      const limit = setTimeout(() => socket?.destroy(), limits.goodbyeMs);
      await ended.promise;
      clearTimeout(limit);
    },
    send: (content, onAcknowledged) => {
      if (!signedIn) return null;
      const serial = sendNow(content);
      if (serial !== null && onAcknowledged) confirmSent(onAcknowledged);
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

const encodeLogin = ({ user, password, accessCode, linkAddress, linkPort }: Superior): Content => ({
  type: 'login',
  body: { user, password, accessCode, linkAddress, linkPort },
});
