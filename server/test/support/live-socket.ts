import { setTimeout as sleep } from 'node:timers/promises';
import { HEARTBEATS, socketPath } from '@fleetwarden/contract/live/live-sockets';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from './gateway/gateway-fixture.ts';
import type { TestServer } from './test-server.ts';

const HEARTBEAT_MS = 50;

/** The texts that a console receives on a live socket. Resolves when the subscription is active, some time after the upgrade. */
export async function openLiveSocket(
  port: number,
  token: string,
  kind: 'gpsmsg' | 'commonmsg' = 'gpsmsg',
): Promise<{ readonly socket: WebSocket; readonly messages: string[] }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${socketPath[kind](token.split('.')[0]!)}`, {
    headers: { authorization: token },
  });
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  // unanswered until the server subscribed the socket
  while (messages.length === 0) {
    if (socket.readyState !== WebSocket.OPEN) throw new Error(`${kind} was closed`);
    socket.send(HEARTBEATS[0]);
    await sleep(HEARTBEAT_MS);
  }
  return { socket, messages };
}

/** Follows a department, as soon as the monitoring centre knows it. */
export const followDepartment = (server: TestServer, token: string, deptId: number): Promise<void> =>
  eventually(async () => {
    const { body } = await server.call('GET', 'car/checkedDept', { deptId: String(deptId) }, { authorization: token });
    expect(body.code).toBe('0');
  });
