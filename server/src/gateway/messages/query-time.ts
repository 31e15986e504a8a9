import { digitsOfTime } from '@fleetwarden/protocol/jt808';
import type { MessageHandler } from './message-handler.ts';

/** 0x0004 -> 0x8004, in UTC. Terminals set their clock before they authenticate. */
export const answerTimeQuery: MessageHandler = ({ session, receivedAt }) => {
  session.send({ type: 'timeReply', body: { time: digitsOfTime(receivedAt, 0) } });
};
