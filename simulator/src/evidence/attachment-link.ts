import { connect } from 'node:net';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { type Content, createMessageLink, type Message, Reassembler } from '@fleetwarden/protocol/jt808';
import type { Member } from '../identity.ts';

/** A connection to the server of attachments: messages in turn with chunks of files. */
export type AttachmentLink = {
  /** Sends a message; resolves with the next one of the server. Rejects without it. */
  readonly ask: (content: Content) => Promise<Message>;
  /** Sends bytes as they are; resolves when there is room for more. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly close: () => void;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
};

const ANSWER_MS = 30 * SECOND_MS;

/** Rejects if there is no connection. */
export async function openAttachmentLink(
  host: string,
  port: number,
  member: Pick<Member, 'version' | 'phone'>,
): Promise<AttachmentLink> {
  const socket = connect({ host, port, noDelay: true });
  let waiting: PromiseWithResolvers<Message> | undefined;
  const link = createMessageLink({
    onMessage: (_, message) => waiting?.resolve(message),
    onUnreadable: () => undefined,
    // a list of many gaps
    reassembler: new Reassembler(),
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  socket.on('data', (bytes) => link.receive(bytes));
  socket.on('error', () => undefined);
  socket.on('close', () => waiting?.reject(new Error('attachment connection closed')));
  const event = (name: 'connect' | 'drain') =>
    new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('attachment connection closed'));
      socket.once('close', fail);
      socket.once(name, () => {
        socket.off('close', fail);
        resolve();
      });
    });
  await event('connect');
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (socket.destroyed) throw new Error('attachment connection closed');
    if (!socket.write(bytes)) await event('drain');
  };
  return {
    write,
    closed,
    ask: async (content) => {
      const answer = Promise.withResolvers<Message>();
      waiting = answer;
      // a failed write rejects, too
      answer.promise.catch(() => undefined);
      for (const frame of link.encode(content, member).frames) await write(frame);
      return answer.promise;
    },
    close: () => void socket.destroy(),
  };
}
