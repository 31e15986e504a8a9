import { sign } from '@fleetwarden/contract/sign';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';

let server: TestServer;
const opened: WebSocket[] = [];
/** Keeps what a socket hears, without the departments that changed before. */
const listen = (socket: WebSocket, messages: unknown[]) => {
  opened.push(socket);
  socket.on('message', (text) => {
    const message = JSON.parse(String(text)) as { type: string };
    if (message.type !== 'deptChanged') messages.push(message);
  });
};
beforeAll(async () => {
  server = await startTestServer({ repeatMs: 15_000 });
});
afterAll(async () => {
  for (const socket of opened) socket.terminate();
  await server.stop();
});

it('a change is sent to every open console that it affects, and to no other', async () => {
  const root = await server.department('Head office');
  const branch = await server.department('Branch', root);
  const fleet = await server.department('Fleet', branch);
  const other = await server.department('Other branch', root);
  server.bus.publish('fleet.changed', { vehicleIds: [] });
  const port = await server.http.listen({ host: '127.0.0.1', port: 0 });

  const tokens: Record<string, string> = {};
  const heard: Record<string, unknown[]> = {};
  for (const [name, departmentId] of Object.entries({ root, branch, fleet, other })) {
    await server.account(name, departmentId, ['70201', '70203']);
    const token = await server.signIn(name);
    tokens[name] = token;
    const messages: unknown[] = [];
    heard[name] = messages;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/commonmsg/${token.split('.')[0]}`, {
      headers: { authorization: token },
    });
    listen(socket, messages);
    // answered: it has joined the hub
    socket.on('open', () => socket.send('H#C'));
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    messages.length = 0;
  }
  const save = (name: string, data: Record<string, unknown>) =>
    server.post('setting/savePlatSetting', { data, sign: sign(data) }, { authorization: tokens[name] ?? '' });

  await save('branch', { deptId: `${branch}`, version: 0, values: { mapLevel: 9 } });
  const ofBranch = { type: 'configChanged', data: { deptId: `${branch}` } };
  await vi.waitFor(() => expect([heard['branch'], heard['fleet']]).toEqual([[ofBranch], [ofBranch]]));

  await save('root', { version: 0, values: { footer: 'new' } });
  const ofAll = { type: 'configChanged', data: { deptId: null } };
  await vi.waitFor(() =>
    expect(heard).toEqual({ root: [ofAll], branch: [ofBranch, ofAll], fleet: [ofBranch, ofAll], other: [ofAll] }),
  );

  // a page that loaded before the changes, and whose socket opens after them
  const late: unknown[] = [];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/websocket/commonmsg/${tokens['other']!.split('.')[0]}`, {
    headers: { authorization: tokens['other']! },
  });
  listen(socket, late);
  await vi.waitFor(() => expect(late).toEqual([ofAll]));
});
