import { type CipherKeys, cipher, type ReceivedMessage, type Revision } from '@fleetwarden/protocol/jt809';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { FieldEncryption } from '../../platform/resources/field-encryption.ts';
import { equalSecrets } from '../../platform/secrets/equal-secrets.ts';

/** The record of a subordinate platform. Secrets are encrypted. */
export type LowerPlatform = {
  readonly id: number;
  readonly department_id: number;
  readonly standard: number;
  readonly user_id: string;
  readonly password: string;
  readonly m1: string;
  readonly ia1: string;
  readonly ic1: string;
  readonly version: number;
};

const LOGIN = 0x1001;
/** Length of a login body, decoded as 2011. A 2019 body starts with the rest of its header. */
const LOGIN_2011 = 46;
const LOGIN_2019 = 58;
const HEADER_REST = 8;
/** Offset and length of the sub link address; the port follows. */
const LINK_2011 = 12;
const LINK_2019 = 16;
const ADDRESS_BYTES = 32;
/** Results of 0x1002, as in REFUSALS of the main link. */
const LOGIN_RESULT = { ok: 0, accessCode: 2, user: 3, password: 4 } as const;
/** `state` of a platform that may log in. */
export const ENABLED = 1;

type LoginBody = {
  readonly user: number;
  readonly password: string;
  /** Address of the platform for the sub link. */
  readonly link: { readonly host: string; readonly port: number };
};
/** A decoded login; `row` is null for an unknown access code. */
export type LowerLogin = {
  readonly row: LowerPlatform | null;
  readonly keys: CipherKeys;
  readonly body: LoginBody;
  readonly revision: Revision;
  readonly encrypted: boolean;
};

/** Reads a login, and finds the platform by its access code; null if the message is no login. */
export async function readLogin(
  db: Queryable,
  encryption: Pick<FieldEncryption, 'decrypt'>,
  { header, body }: ReceivedMessage,
): Promise<LowerLogin | null> {
  if (header.id !== LOGIN || (body.length !== LOGIN_2011 && body.length !== LOGIN_2019)) return null;
  const row = await db.first<LowerPlatform>(sql`
    select id, department_id, standard, user_id, password, m1, ia1, ic1, version from lower_platform
    where access_code = ${String(header.accessCode)} and state = ${ENABLED}`);
  const key = (name: 'm1' | 'ia1' | 'ic1') => (row ? Number(encryption.decrypt(row[name], `lower_platform.${name}`)) : 1);
  const keys = { m1: key('m1'), ia1: key('ia1'), ic1: key('ic1') };
  const revision = body.length === LOGIN_2019 ? 2019 : 2011;
  const plain = body.slice(revision === 2019 ? HEADER_REST : 0);
  const encrypted = header.encrypted === 1;
  if (encrypted && row) cipher(plain, header.key, keys);
  const view = new DataView(plain.buffer);
  const text = (from: number, to: number) => Buffer.from(plain.subarray(from, to)).toString('latin1').replace(/\0+$/, '').trim();
  const linkAt = revision === 2019 ? LINK_2019 : LINK_2011;
  const link = { host: text(linkAt, linkAt + ADDRESS_BYTES), port: view.getUint16(linkAt + ADDRESS_BYTES) };
  return { row: row ?? null, keys, body: { user: view.getUint32(0), password: text(4, 12), link }, revision, encrypted };
}

export type LoginCheck = {
  /** The result of 0x1002. A peer without the password learns nothing from it about access codes and users. */
  readonly result: number;
  /** Why a login of a known platform was refused, for its record; null: accepted. */
  readonly refusal: string | null;
};

/** Checks a login. */
export function checkLogin(
  { row, body: { user, password }, revision }: LowerLogin,
  encryption: Pick<FieldEncryption, 'decrypt'>,
): LoginCheck {
  const isPassword = equalSecrets(row === null ? '' : encryption.decrypt(row.password, 'lower_platform.password'), password);
  if (row === null || !isPassword) return { result: LOGIN_RESULT.password, refusal: 'refused: password' };
  if (Number(row.user_id) !== user) return { result: LOGIN_RESULT.user, refusal: 'refused: user' };
  if ((row.standard === 1 ? 2019 : 2011) !== revision)
    return { result: LOGIN_RESULT.accessCode, refusal: `refused: revision ${revision}` };
  return { result: LOGIN_RESULT.ok, refusal: null };
}
