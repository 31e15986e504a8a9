import { createHmac, timingSafeEqual } from 'node:crypto';
import { mayReadAlarm } from '@fleetwarden/contract/alarms/alarm-rights';
import { BASE_PATH } from '@fleetwarden/contract/call';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { Caller, Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import { ADDRESS_MS, SAME_VIEW_MS } from './limits.ts';
import * as store from './store.ts';

const PATH = `${BASE_PATH}evidenceFile/`;
const RANGE = /^bytes=(\d{1,12})-(\d{0,12})$/;
/** Types that browsers show; other files are downloaded. */
const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  mp4: 'video/mp4',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
};

/** Short-lived addresses of evidence files: each is bound to one session, and each view is logged. */
export function createEvidenceFiles(deps: {
  readonly db: Db;
  readonly app: FastifyInstance;
  readonly files: Pick<FileStore, 'read'>;
  readonly scopes: Scopes;
  /** The holder of a session; rejects if it is closed. */
  readonly renew: (prefix: string) => Promise<Caller>;
  readonly key: Buffer;
  readonly now: () => number;
}) {
  const { db, app, files, scopes, key, now } = deps;
  const sign = (id: string, expiry: string, session: string) =>
    createHmac('sha256', key).update(`evidence ${id}\n${expiry}\n${session}`).digest('base64url');

  /** The user whose address this is, if it is valid and the session is open. */
  const findUser = async (id: string, { e, u, s }: Record<string, unknown>): Promise<Principal | undefined> => {
    if (typeof e !== 'string' || typeof u !== 'string' || typeof s !== 'string') return undefined;
    const [sent, expected] = [Buffer.from(s), Buffer.from(sign(id, e, u))];
    if (sent.length !== expected.length || !timingSafeEqual(sent, expected) || now() >= Number(e)) return undefined;
    const caller = await deps.renew(u).catch(() => undefined);
    return caller?.kind === 'user' ? caller : undefined;
  };

  app.get<{ Params: { id: string } }>(`${PATH}:id`, { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params;
    const user = /^\d{1,18}$/.test(id) ? await findUser(id, request.query as Record<string, unknown>) : undefined;
    const scope = user && (await scopes.of(user.departmentId));
    const row = scope && (await store.findFile(db, Number(id), scope));
    const mayRead =
      user &&
      scope &&
      row &&
      mayReadAlarm({ rights: user.rights, scope }, { typeId: row.type_id, departmentId: row.department_id });
    const whole = mayRead ? await files.read(row.file_key) : undefined;
    if (!user || !row || !whole) {
      whole?.content.destroy();
      return reply.code(404).type('text/plain').send('not found\n');
    }
    const { size } = whole;
    const range = RANGE.exec(request.headers.range ?? '');
    const start = Number(range?.[1] ?? 0);
    const end = Math.min(range?.[2] ? Number(range[2]) : size - 1, size - 1);
    if (range) whole.content.destroy();
    if (range && start > end) return reply.code(416).header('content-range', `bytes */${size}`).send();
    const part = range ? await files.read(row.file_key, { start, end }) : whole;
    if (!part) return reply.code(404).type('text/plain').send('not found\n');
    const { accountId, account } = user;
    await store.insertView(db, { fileId: Number(id), accountId, account, peerIp: request.ip }, now(), SAME_VIEW_MS);
    if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
    const shown = TYPES[row.extension];
    return reply
      .header('accept-ranges', 'bytes')
      .header('content-length', end + 1 - start)
      .header('content-disposition', `${shown ? 'inline' : 'attachment'}; filename="evidence-${id}.${row.extension}"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .type(shown ?? 'application/octet-stream')
      .send(part.content);
  });

  return {
    addressOf: (id: number, session: string): string => {
      const expiry = String(now() + ADDRESS_MS);
      return `${PATH}${id}?${new URLSearchParams({ e: expiry, u: session, s: sign(String(id), expiry, session) })}`;
    },
  };
}
