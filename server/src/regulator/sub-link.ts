import type { Content, Message, ReceivedMessage } from '@fleetwarden/protocol/jt809';
import type { Line } from './line.ts';
import type { SubOwner } from './sub-links.ts';
import type { Superior } from './superiors.ts';
import { LINK_STATE, SUB, type Traffic } from './traffic.ts';

/** The sub link: the superior platform connects to us. */
export type SubLink = {
  readonly attached: boolean;
  readonly attach: SubOwner['attachSubLink'];
  /** Returns the serial of the message; null if no line is attached or it cannot send. */
  send(content: Content): number | null;
  close(): void;
};

export function createSubLink(deps: {
  readonly superior: Superior;
  readonly traffic: Traffic;
  /** Called for messages that are not about the link itself. */
  readonly onMessage: (message: Message, heard: ReceivedMessage) => void;
}): SubLink {
  const { superior, traffic, onMessage } = deps;
  const where = { superiorId: superior.id, link: SUB } as const;
  let line: Line | null = null;

  return {
    get attached() {
      return line !== null;
    },
    send: (content) => {
      const sent = line?.send(content) ?? null;
      if (sent === null) return null;
      traffic.sent(where, content, sent, superior.revision);
      return sent.serial;
    },
    close: () => line?.close('signed out'),
    attach: (newLine) => {
      // a new sub link replaces the old one
      line?.close('another sub link took its place');
      line = newLine;
      traffic.state(where, LINK_STATE.signedIn);
      return {
        onMessage: (heard) => {
          traffic.heard(where, heard);
          const { message } = heard;
          if (message === null) return;
          const reply = createSubReply(message);
          if (reply) {
            const sent = newLine.send(reply);
            if (sent) traffic.sent(where, reply, sent, superior.revision);
            if (message.type === 'subLogout') newLine.close('signed out by the other platform');
          } else onMessage(message, heard);
        },
        onBad: (reason, bytes) => traffic.bad(where, reason, bytes),
        onClosed: (reason) => {
          if (line !== newLine) return;
          line = null;
          traffic.state(where, LINK_STATE.cut, reason);
        },
      };
    },
  };
}

/** The reply to a message about the sub link itself. */
const createSubReply = ({ type }: Message): Content | null => {
  if (type === 'subHeartbeat') return { type: 'subHeartbeatReply', body: {} };
  if (type === 'subLogout') return { type: 'subLogoutReply', body: {} };
  return null;
};
