import { type AlarmReader, mayReadAlarm } from '@fleetwarden/contract/alarms/alarm-rights';
import { BASE_PATH } from '@fleetwarden/contract/call';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { isSignature, signText } from '../../platform/files/sign-text.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Caller, Principal } from '../../platform/http/principal.ts';
import { sendNotFound, sendRange } from '../../platform/http/send-range.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import { ADDRESS_MS, SAME_VIEW_MS } from './limits.ts';
import * as store from './store.ts';

const PATH = `${BASE_PATH}evidenceFile/`;
const LISTED = '1';
/** Before the number of a photo of 0x0801. */
const PHOTO = 'p';
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
  /** Photos of 0x0801. */
  readonly mediaFiles: Pick<SignedFiles, 'read'>;
  readonly scopes: Scopes;
  /** The holder of a session; rejects if it is closed. */
  readonly renew: (prefix: string) => Promise<Caller>;
  readonly key: Buffer;
  readonly now: () => number;
}) {
  const { db, app, files, mediaFiles, scopes, key, now } = deps;
  /** `listed`: LISTED for an address of a list. */
  const sign = (id: string, expiry: string, session: string, listed: string) =>
    signText(key, `evidence ${id}\n${expiry}\n${session}\n${listed}`);

  /** The user whose address this is, if it is valid and the session is open. */
  const findUser = async (id: string, { e, u, s, l = '' }: Record<string, unknown>): Promise<Principal | undefined> => {
    if (typeof e !== 'string' || typeof u !== 'string' || typeof l !== 'string') return undefined;
    if (!isSignature(s, sign(id, e, u, l)) || now() >= Number(e)) return undefined;
    const caller = await deps.renew(u).catch(() => undefined);
    return caller?.kind === 'user' ? caller : undefined;
  };

  /** The file, if it belongs to an alarm that its reader may read. */
  const findReadable = async (file: store.FileRef, reader: AlarmReader & { readonly scope: Scope }) => {
    const found = file.isPhoto
      ? await store.findPhoto(db, file.id, reader.scope)
      : await store.findFile(db, file.id, reader.scope);
    return found.find((row) =>
      mayReadAlarm(reader, { typeId: row.type_id, departmentId: row.department_id, isEvidence: row.is_evidence }),
    );
  };

  app.get<{ Params: { id: string } }>(`${PATH}:id`, { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params;
    const file = readFileId(id);
    const user = file ? await findUser(id, request.query as Record<string, unknown>) : undefined;
    const scope = user && (await scopes.of(user.departmentId));
    const row = file && user && scope && (await findReadable(file, { rights: user.rights, scope }));
    if (!row) return sendNotFound(reply);
    const { accountId, account } = user;
    const listed = (request.query as Record<string, unknown>)['l'] === LISTED;
    const type = TYPES[row.extension];
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    return sendRange(request, reply, {
      size: row.bytes,
      type,
      disposition: `${type ? 'inline' : 'attachment'}; filename="evidence-${id}.${row.extension}"`,
      read: async (range) => {
        const stored = await (file.isPhoto ? mediaFiles : files).read(row.key, range);
        const view = { file, accountId, account, peerIp: request.ip, listed };
        if (stored) await store.insertView(db, view, now(), SAME_VIEW_MS);
        return stored;
      },
    });
  });

  return {
    /** `listed`: for a list, where a view does not mean that the user looked at the file. */
    addressOf: ({ id: number, isPhoto }: store.FileRef, session: string, listed = false): string => {
      const id = `${isPhoto ? PHOTO : ''}${number}`;
      const [e, l] = [String(now() + ADDRESS_MS), listed ? LISTED : ''];
      const query = new URLSearchParams({ e, u: session, s: sign(id, e, session, l) });
      if (l) query.set('l', l);
      return `${PATH}${id}?${query}`;
    },
  };
}

/** undefined: no address of ours. */
function readFileId(id: string): store.FileRef | undefined {
  const [, photo, number] = /^(p?)(\d{1,15})$/.exec(id) ?? [];
  return number === undefined ? undefined : { id: Number(number), isPhoto: photo === PHOTO };
}
