import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodeChunk, type Identification } from '@fleetwarden/protocol/jsatl12';
import { type Content, createMessageLink, type KnownMessage, type Message } from '@fleetwarden/protocol/jt808';

const IDENTIFICATION: Identification = {
  terminalId: 'T000001',
  time: '261127120000',
  serial: 1,
  attachments: 2,
  reserved: new Uint8Array(1),
};

type Result = Extract<KnownMessage, { type: 'attachmentResult' }>['body'];

export type AttachmentClient = {
  readonly socket: Socket;
  /** Sends a message; resolves with its answer, rejects if the server closes. */
  ask(content: Content): Promise<Message>;
  /** 0x1210: the result of the answer. */
  list(alarmNo: string, files: readonly { readonly name: string; readonly sizeBytes: number }[]): Promise<number>;
  /** 0x1211: the result of the answer. */
  begin(name: string, sizeBytes: number, kind?: number): Promise<number>;
  chunk(name: string, offset: number, data: Uint8Array): void;
  /** 0x1212. */
  end(name: string, sizeBytes: number, kind?: number): Promise<Result>;
  /** Resolves when the server closed the connection. */
  readonly closed: Promise<void>;
};

/** A terminal of tests that uploads attachments over a real socket. */
export async function connectAttachments(port: number, phone: string): Promise<AttachmentClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const closed = Promise.withResolvers<void>();
  let waiting: PromiseWithResolvers<Message> | undefined;
  const link = createMessageLink({ onMessage: (_, message) => waiting?.resolve(message) });
  socket.on('data', (bytes) => link.receive(bytes));
  socket.on('error', () => undefined);
  socket.once('close', () => {
    waiting?.reject(new Error('closed'));
    closed.resolve();
  });
  await once(socket, 'connect');
  const ask = (content: Content): Promise<Message> => {
    waiting = Promise.withResolvers<Message>();
    for (const frame of link.encode(content, { version: 2013, phone }).frames) socket.write(frame);
    if (socket.destroyed) waiting.reject(new Error('closed'));
    return waiting.promise;
  };
  const result = async (content: Content): Promise<number> => {
    const answer = await ask(content);
    if (answer.type !== 'platformAck') throw new Error(`answered by ${answer.type}`);
    return answer.body.result;
  };
  return {
    socket,
    ask,
    list: (alarmNo, files) =>
      result({
        type: 'attachmentList',
        body: { sender: { terminalId: 'T000001', identification: IDENTIFICATION }, alarmNo, kind: 0, files: [...files] },
      }),
    begin: (name, sizeBytes, kind = 0) => result({ type: 'attachmentStart', body: { name, kind, sizeBytes } }),
    chunk: (name, offset, data) => void socket.write(encodeChunk(name, offset, data)),
    end: async (name, sizeBytes, kind = 0) => {
      const answer = await ask({ type: 'attachmentEnd', body: { name, kind, sizeBytes } });
      if (answer.type !== 'attachmentResult') throw new Error(`answered by ${answer.type}`);
      return answer.body;
    },
    closed: closed.promise,
  };
}
