import { Socket } from 'node:net';
import type { ChannelOptions, Content } from '@fleetwarden/protocol/jt809';
import { connectToPlatform } from '../connect-to-platform.ts';
import type { RegulatorLimits } from '../limits.ts';
import { createLine, type Line } from '../line.ts';
import { LINK_STATE, type LinkState } from '../traffic.ts';

/** The sub link back to a subordinate platform, while that is logged in. */
export type LowerSubLink = {
  /** Sends a message; false if the link is not logged in. */
  send(content: Content): boolean;
  /** Logs out. */
  close(): void;
};

/** Connects to the address of the login, and reconnects. `onState` gets each state, with a reason after a loss. */
export function createLowerSubLink(deps: {
  readonly to: { readonly host: string; readonly port: number };
  /** The code in our answer to the login. */
  readonly verifyCode: number;
  readonly channel: Omit<ChannelOptions, 'write'>;
  readonly mayReach: (address: string) => boolean;
  readonly limits: RegulatorLimits;
  readonly onState: (state: LinkState, reason?: string) => void;
}): LowerSubLink {
  const { to, verifyCode, limits, onState } = deps;
  let line: Line | null = null;
  let socket: Socket | null = null;
  let signedIn = false;
  let wanted = true;
  let tries = 0;
  let retry: NodeJS.Timeout | undefined;
  let beat: NodeJS.Timeout | undefined;

  const onClosed = (reason: string) => {
    clearInterval(beat);
    [line, socket, signedIn] = [null, null, false];
    if (!wanted) return onState(LINK_STATE.notLinked);
    onState(LINK_STATE.cut, reason);
    retry = setTimeout(open, Math.min(limits.reconnectMostMs, limits.subReconnectMs * 2 ** Math.min(tries++, 16)));
  };

  const open = () => {
    onState(LINK_STATE.linking);
    const opened = new Socket();
    socket = opened;
    let problem = 'closed by the other platform';
    const late = setTimeout(() => {
      if (!signedIn) opened.destroy(new Error('no answer'));
    }, limits.signInMs);
    const early = (error: Error) => {
      problem = error.message;
    };
    const gone = () => onClosed(problem);
    opened.once('close', () => clearTimeout(late));
    opened.once('error', early).once('close', gone);
    opened.once('connect', () => {
      opened.off('error', early).off('close', gone);
      line = createLine(opened, deps.channel, limits, {
        onMessage: ({ message }) => {
          if (message?.type !== 'subLoginReply' || signedIn) return;
          if (message.body.result !== 0) return line?.close(`refused (${message.body.result})`);
          signedIn = true;
          tries = 0;
          onState(LINK_STATE.signedIn);
          beat = setInterval(() => line?.send({ type: 'subHeartbeat', body: {} }), limits.subHeartbeatMs);
        },
        onBad: () => undefined,
        onClosed,
      });
      line.send({ type: 'subLogin', body: { verifyCode } });
    });
    connectToPlatform(opened, to, deps.mayReach);
  };
  open();

  return {
    send: (content) => signedIn && line?.send(content) != null,
    close: () => {
      wanted = false;
      clearTimeout(retry);
      if (socket === null) return onState(LINK_STATE.notLinked);
      if (line === null) return void socket.destroy();
      line.send({ type: 'subLogout', body: { verifyCode } });
      line.close('signed out');
    },
  };
}
