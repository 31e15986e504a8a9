import type { ViewMessage } from '@fleetwarden/contract/video/live-video';
import { WebSocket } from 'ws';

/** What a player receives. */
export type ViewClient = {
  readonly socket: WebSocket;
  readonly messages: ViewMessage[];
  /** Binary messages by their first byte. */
  parts(kind: number): Buffer[];
  /** The states in their order, each with its reason. */
  states(): string[];
  readonly closed: Promise<number>;
};

/** Opens a view. Rejects with the HTTP status of a refusal. */
export function openView(port: number, path: string, token: string): Promise<ViewClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers: { authorization: token } });
  const messages: ViewMessage[] = [];
  const binary: Buffer[] = [];
  const closed = Promise.withResolvers<number>();
  socket.on('message', (data, isBinary) => {
    if (isBinary) binary.push(data as Buffer);
    else messages.push(JSON.parse(String(data)));
  });
  socket.on('close', (code) => closed.resolve(code));
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_request, response) => {
      reject(new Error(`refused with ${response.statusCode}`));
      socket.terminate();
    });
    socket.on('error', reject);
    socket.on('open', () =>
      resolve({
        socket,
        messages,
        parts: (kind) => binary.filter((part) => part[0] === kind),
        states: () =>
          messages.flatMap((message) =>
            message.type === 'state' ? [[message.state, message.reason].filter(Boolean).join(' ')] : [],
          ),
        closed: closed.promise,
      }),
    );
  });
}
