/** A signed-in caller of the product's calls and sockets, as any script outside the browser would be. */
import { constants, publicEncrypt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BASE_PATH } from '@fleetwarden/contract/call';
import { socketPath } from '@fleetwarden/contract/live/live-sockets';
import { sign } from '@fleetwarden/contract/sign';
import { WebSocket } from 'ws';

// biome-ignore lint/suspicious/noExplicitAny: stories read replies without their schemas
type Json = any;

export type Client = {
  readonly token: string;
  post(path: string, data?: Record<string, unknown>): Promise<Json>;
  get(path: string, query?: Record<string, string>): Promise<Json>;
  /** Opens a socket; `messages` collects what comes, parsed where it is JSON. */
  socket(kind: keyof typeof socketPath): Promise<{ messages: Json[]; send(text: string): void; close(): void }>;
};

const reply = async (response: Response): Promise<Json> => {
  const body = (await response.json()) as Json;
  if (body.code !== '0' && body.resCode !== 1) throw new Error(`${response.url}: ${body.code} ${body.msg}`);
  return body.data;
};

/** Signs in over HTTP. Throws with the code and text of the reply when refused. */
export async function signIn(url: string, account: string, password: string): Promise<Client> {
  const anybody = caller(url);
  const [vPasswd] = await sealed(anybody, password);
  const { token } = await anybody.post('user/login', { account, vPasswd });
  return clientOf(url, token);
}

/** Saves the default centre as an account's view, as logging out does. Without a saved view the map fits the fleet. */
export async function saveDefaultView(url: string, account: string, password: string): Promise<void> {
  const client = await signIn(url, account, password);
  await client.post('user/loginOut', { level: 12, center: '116.396400|39.909300' });
}

/** Chooses another password for one's own account; its sessions end. */
export async function changePassword(client: Client, userId: string, from: string, to: string): Promise<void> {
  const [vOldPasswd, vNewPasswd] = await sealed(client, from, to);
  await client.post('user/changePasswd', { userId, vOldPasswd, vNewPasswd });
}

/** Passwords as the server takes them. */
async function sealed(caller: Pick<Client, 'get'>, ...passwords: readonly string[]): Promise<string[]> {
  const { publicKey, nonce } = await caller.get('user/publicKey');
  return passwords.map((password) =>
    publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(`${password}\n${nonce}`)).toString(
      'base64',
    ),
  );
}

/** A caller with a session that is there already. */
export function clientOf(url: string, token: string): Client {
  const base = url.replace(/\/$/, '');
  const headers = { authorization: token };
  return {
    token,
    ...caller(url, headers),
    socket: async (kind) => {
      const messages: Json[] = [];
      const socket = new WebSocket(`${base.replace(/^http/, 'ws')}${socketPath[kind](token.split('.')[0] ?? '')}`, { headers });
      socket.on('message', (raw: Buffer) => {
        const text = raw.toString();
        messages.push(text.startsWith('{') ? JSON.parse(text) : text);
      });
      await new Promise<void>((open, fail) => socket.once('open', open).once('error', fail));
      return { messages, send: (text) => socket.send(text), close: () => socket.close() };
    },
  };
}

function caller(url: string, headers: Readonly<Record<string, string>> = {}): Pick<Client, 'get' | 'post'> {
  const base = url.replace(/\/$/, '');
  const call = async (path: string, init: RequestInit) => reply(await fetch(`${base}${BASE_PATH}${path}`, init));
  return {
    post: (path, data = {}) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ data, sign: sign(data) }),
      }),
    get: (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`, { headers }),
  };
}

/** Asks until the answer is not undefined. Throws, naming what it waited for, after `limitMs`. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  limitMs = 30_000,
  everyMs = 100,
): Promise<T> {
  for (const end = Date.now() + limitMs; ; await sleep(everyMs)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
  }
}

/** IDs of vehicles by plate. Waits for those whose terminals have just registered. */
export async function vehicleIds(client: Pick<Client, 'post'>, plates: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const carNo of plates)
    ids.set(
      carNo,
      await until(`${carNo} in the tree`, async () => {
        const { list } = await client.post('mainPage/getTreeByCarNo', { carNo });
        return (list as { carNo: string; targId: string }[]).find((node) => node.carNo === carNo)?.targId;
      }),
    );
  return ids;
}
