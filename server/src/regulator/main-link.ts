import { Socket } from 'node:net';
import type { Content } from '@fleetwarden/protocol/jt809';
import { connectToPlatform } from './connect-to-platform.ts';
import { type MainSession, type MainSessionDeps, startMainSession } from './main-session.ts';
import { LINK_STATE, MAIN } from './traffic.ts';

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

type Deps = MainSessionDeps & {
  /** Whether connections to this IP address are allowed. */
  readonly mayReach: (address: string) => boolean;
  readonly onSignedIn: () => void;
  readonly onCut: () => void;
};

const CONNECT_MS = 10_000;

export function createMainLink(deps: Deps): MainLink {
  const { superior, limits, traffic } = deps;
  const where = { superiorId: superior.id, link: MAIN } as const;
  let session: MainSession | null = null;
  let socket: Socket | null = null;
  let wanted = false;
  let tries = 0;
  let retry: NodeJS.Timeout | undefined;
  let verified = Promise.withResolvers<number>();
  let ended = Promise.withResolvers<void>();

  const onSignedIn = (verifyCode: number) => {
    tries = 0;
    verified.resolve(verifyCode);
    traffic.state(where, LINK_STATE.signedIn);
    deps.onSignedIn();
  };

  const onClosed = (reason: string, wasSignedIn: boolean) => {
    [session, socket] = [null, null];
    verified = Promise.withResolvers();
    if (wasSignedIn) deps.onCut();
    ended.resolve();
    if (!wanted) return traffic.state(where, LINK_STATE.notLinked);
    traffic.state(where, LINK_STATE.cut, reason);
    const delay = Math.min(limits.reconnectMostMs, superior.reconnectMs * 2 ** Math.min(tries++, 16));
    retry = setTimeout(open, delay);
  };

  const open = () => {
    traffic.state(where, LINK_STATE.linking);
    ended = Promise.withResolvers();
    const opened = new Socket();
    socket = opened;
    const onConnected = () => {
      session = startMainSession(opened, deps, { onSignedIn, onClosed });
    };
    awaitConnection(opened, onConnected, (reason) => onClosed(reason, false));
    connectToPlatform(opened, superior, deps.mayReach);
  };

  return {
    start: () => {
      wanted = true;
      open();
    },
    stop: async () => {
      clearTimeout(retry);
      wanted = false;
      await session?.waitForAcknowledgements(Date.now() + limits.goodbyeMs);
      if (socket === null) return traffic.state(where, LINK_STATE.notLinked);
      if (!session?.logOut()) socket.destroy();
      const limit = setTimeout(() => socket?.destroy(), limits.goodbyeMs);
      await ended.promise;
      clearTimeout(limit);
    },
    send: (content, onAcknowledged) => session?.send(content, onAcknowledged) ?? null,
    confirm: (onAcknowledged) => session?.confirm(onAcknowledged),
    get signedIn() {
      return session?.signedIn ?? false;
    },
    get room() {
      return session?.room ?? false;
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

/** Calls `onConnected` when a connecting socket is open, or `onFailed` with the reason when the attempt fails. */
function awaitConnection(socket: Socket, onConnected: () => void, onFailed: (reason: string) => void): void {
  let problem: string | undefined;
  const limit = setTimeout(() => socket.destroy(new Error('no answer')), CONNECT_MS);
  const early = (error: Error) => {
    problem = error.message;
  };
  const gone = () => {
    clearTimeout(limit);
    onFailed(problem ?? 'closed by the other platform');
  };
  socket.once('error', early).once('close', gone);
  socket.once('connect', () => {
    clearTimeout(limit);
    socket.off('error', early).off('close', gone);
    onConnected();
  });
}
