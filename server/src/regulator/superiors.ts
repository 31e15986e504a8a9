import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { CipherKeys, Revision } from '@fleetwarden/protocol/jt809';
import { type Queryable, sql } from '../platform/db/database.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';

/** The settings of a superior platform, in domain units. */
export type Superior = {
  readonly id: number;
  readonly name: string;
  readonly departmentId: number;
  readonly revision: Revision;
  readonly host: string;
  readonly port: number;
  readonly user: number;
  readonly password: string;
  readonly accessCode: number;
  /** Our address and port for the sub link. */
  readonly linkAddress: string;
  readonly linkPort: number;
  /** Our platform id and the maker id of the terminals; up to 11 characters. */
  readonly platform: string;
  readonly maker: string;
  readonly heartbeatMs: number;
  readonly reconnectMs: number;
  /** Protocol version in the headers. */
  readonly protocol: { readonly major: number; readonly minor: number; readonly patch: number };
  readonly encryptKey: number | null;
  readonly keys: CipherKeys;
  /** Positions are shifted to GCJ-02. */
  readonly shifted: boolean;
  readonly sendPosition: boolean;
  /** Minimum interval between two positions of a vehicle; 0: all positions. */
  readonly intervalMs: number;
  /** WARN_TYPE_809 */
  readonly alarmTypes: readonly number[];
  readonly sendSafety: boolean;
  readonly sendDriver: boolean;
  readonly sendWaybill: boolean;
  readonly sendStatic: boolean;
  /** Maximum age of late data that is sent; 0: none. */
  readonly supplementMs: number;
  /** Industry filter; empty: all vehicles. */
  readonly industries: readonly number[];
  /** Automatic answer to a post-check; null: users answer. */
  readonly autoAnswer: string | null;
  /** Who answers where a user has no phone. */
  readonly contact: string;
  readonly tel: string;
};

type Row = Record<string, string | number | boolean | number[] | null>;

const SHIFTED = 2;

/** Loads the enabled superior platforms. Rejects if a secret was encrypted with another key. */
export async function loadEnabledSuperiors(db: Queryable, encryption: Pick<FieldEncryption, 'decrypt'>): Promise<Superior[]> {
  const rows = await db.query<Row>(sql`select * from superior_platform where link_state = 1 order by id`);
  return rows.map((row) => toSuperior(row, (column, key) => decryptOrEmpty(encryption, row[column] as string | null, key)));
}

const decryptOrEmpty = (encryption: Pick<FieldEncryption, 'decrypt'>, sealed: string | null, key: string): string =>
  sealed ? encryption.decrypt(sealed, `superior_platform.${key}`) : '';

function toSuperior(row: Row, secret: (column: string, key: string) => string): Superior {
  const text = (column: string) => String(row[column] ?? '');
  const whole = (column: string) => Number(row[column] ?? 0);
  const encrypted = whole('encrypt') === 1;
  return {
    id: whole('id'),
    name: text('name'),
    departmentId: whole('department_id'),
    revision: whole('standard') === 1 ? 2019 : row['supplement_2013'] === true ? 2013 : 2011,
    host: text('ip'),
    port: whole('port'),
    user: whole('user_id'),
    password: secret('password', 'password'),
    accessCode: whole('access_code'),
    linkAddress: text('local_ip'),
    linkPort: whole('local_port'),
    platform: text('platform_id') || text('access_code'),
    maker: text('producer_id'),
    heartbeatMs: whole('heartbeat') * 1000,
    reconnectMs: whole('reconnect') * 1000,
    protocol: parseVersion(text('version_flag')),
    encryptKey: encrypted ? Number(secret('encrypt_key', 'encryptKey')) : null,
    keys: { m1: Number(secret('m1', 'm1')), ia1: Number(secret('ia1', 'ia1')), ic1: Number(secret('ic1', 'ic1')) },
    shifted: whole('coord') === SHIFTED,
    sendPosition: row['send_position'] === true,
    intervalMs: whole('real_interval') * 1000,
    alarmTypes: row['alarm_types'] as number[],
    sendSafety: row['send_safety'] === true,
    sendDriver: row['send_driver'] === true,
    sendWaybill: row['send_waybill'] === true,
    sendStatic: row['send_static'] === true,
    supplementMs: row['supplement'] === true ? whole('supplement_hours') * HOUR_MS : 0,
    industries: row['industries'] as number[],
    autoAnswer: row['auto_check_reply'] === true ? text('check_answer') : null,
    contact: text('contact'),
    tel: text('tel'),
  };
}

/** '1.2.15' -> its three numbers. Missing numbers are those of 1.0.0. */
function parseVersion(text: string): Superior['protocol'] {
  const [major = 1, minor = 0, patch = 0] = text === '' ? [] : text.split('.').map((part) => Number(part) & 0xff);
  return { major, minor, patch };
}
