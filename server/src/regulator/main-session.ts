import type { Socket } from 'node:net';
import type { Content, Heard, Message } from '@fleetwarden/protocol/jt809';
import type { Log } from '../platform/observe/log.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import type { RegulatorLimits } from './limits.ts';
import { createLine } from './line.ts';
import type { Superior } from './superiors.ts';
import { MAIN, type Traffic } from './traffic.ts';

/** One open connection of a main link, from the login to its end. */
export type MainSession = {
  /** Sends a message; returns its serial, or null if not logged in. `onAcknowledged` is called when a later heartbeat is answered. */
  send(content: Content, onAcknowledged?: () => void): number | null;
  /** Calls `onAcknowledged` when all messages sent so far are acknowledged. */
  confirm(onAcknowledged: () => void): void;
  /** Waits for acknowledgements, at most until `until` (epoch ms). */
  waitForAcknowledgements(until: number): Promise<void>;
  /** Sends a logout; false if the connection is closed. */
  logOut(): boolean;
  readonly signedIn: boolean;
  readonly room: boolean;
};

export type MainSessionDeps = {
  readonly superior: Superior;
  readonly limits: RegulatorLimits;
  readonly traffic: Traffic;
  readonly log: Log;
  readonly now: () => number;
  /** Called for messages that are not about the link itself. */
  readonly onMessage: (message: Message, heard: Heard) => void;
};

type Events = {
  readonly onSignedIn: (verifyCode: number) => void;
  readonly onClosed: (reason: string, wasSignedIn: boolean) => void;
};

/** Results of 0x1002. */
const REFUSALS = ['', 'address', 'access code', 'user', 'password', 'resources'];

/** Why a login was refused, in the terms of the standard. */
const formatRefusal = (result: number): string => `refused: ${REFUSALS[result] ?? 'other'} (${result})`;

/** Logs in over an open socket. */
export function startMainSession(socket: Socket, deps: MainSessionDeps, events: Events): MainSession {
  const { superior, limits, traffic, log, now } = deps;
  const where = { superiorId: superior.id, link: MAIN } as const;
  const { revision, keys, accessCode, encryptKey, protocol, user, password } = superior;
  let signedIn = false;
  let beat: NodeJS.Timeout | undefined;
  /** Why the login was refused. The platform closes the connection afterwards. */
  let refused: string | undefined;

  const sendNow = (content: Content): number | null => {
    const sent = line.send(content);
    if (sent === null) return null;
    traffic.sent(where, content, sent, revision);
    return sent.serial;
  };
  const acknowledgements = createAcknowledgements({
    send: () => sendNow({ type: 'mainHeartbeat', body: {} }) !== null,
    delayMs: limits.confirmMs,
  });
  const confirm = (onAcknowledged: () => void) => {
    if (signedIn) acknowledgements.add(onAcknowledged);
  };

  const linkHandlers: Partial<Record<Message['type'], (message: Message) => void>> = {
    loginReply: (message) => {
      if (message.type !== 'loginReply' || signedIn) return;
      const { result, verifyCode } = message.body;
      if (result === 0) {
        signedIn = true;
        beat = setInterval(acknowledgements.sendHeartbeat, superior.heartbeatMs);
        return events.onSignedIn(verifyCode);
      }
      refused = formatRefusal(result);
      line.close(refused);
    },
    mainHeartbeatReply: acknowledgements.onHeartbeatReply,
    logoutReply: () => line.close('signed out'),
    mainDisconnected: () => undefined,
  };

  const line = createLine(socket, { wire: { revision, keys }, accessCode, encryptKey, protocol, now }, limits, {
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
    onClosed: (reason) => {
      clearInterval(beat);
      acknowledgements.clear();
      const wasSignedIn = signedIn;
      signedIn = false;
      events.onClosed(refused ?? reason, wasSignedIn);
    },
  });
  try {
    sendNow(encodeLogin(superior));
  } catch (error) {
    // a setting does not fit its field
    line.close(String(error));
  }
  const late = setTimeout(() => {
    if (!signedIn) line.close('login not answered');
  }, limits.signInMs);
  socket.once('close', () => clearTimeout(late));

  return {
    send: (content, onAcknowledged) => {
      if (!signedIn) return null;
      const serial = sendNow(content);
      if (serial !== null && onAcknowledged) confirm(onAcknowledged);
      return serial;
    },
    confirm,
    waitForAcknowledgements: acknowledgements.wait,
    logOut: () => sendNow({ type: 'logout', body: { user, password } }) !== null,
    get signedIn() {
      return signedIn;
    },
    get room() {
      return signedIn && line.room;
    },
  };
}

const encodeLogin = ({ user, password, accessCode, linkAddress, linkPort }: Superior): Content => ({
  type: 'login',
  body: { user, password, accessCode, linkAddress, linkPort },
});
