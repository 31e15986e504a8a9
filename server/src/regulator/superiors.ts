import { HOUR_MS } from '@fleetwarden/domain/durations';
import type { CipherKeys, Revision } from '@fleetwarden/protocol/jt809';
import { type Queryable, sql } from '../platform/db/database.ts';
import type { Seal } from '../platform/resources/seal.ts';

/** A superior platform as its link needs it; what people entered, in the units of the core. */
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
  /** Where it may open the sub link. */
  readonly linkAddress: string;
  readonly linkPort: number;
  /** Our number, and that of the terminals' maker; 11 characters at the most. */
  readonly platform: string;
  readonly maker: string;
  readonly heartbeatMs: number;
  readonly reconnectMs: number;
  /** Version in the headers. */
  readonly protocol: { readonly major: number; readonly minor: number; readonly patch: number };
  readonly encryptKey: number | null;
  readonly keys: CipherKeys;
  /** Positions are shifted to GCJ-02. */
  readonly shifted: boolean;
  readonly sendPosition: boolean;
  /** Between two positions of a vehicle; 0: all of them. */
  readonly intervalMs: number;
  /** Of WARN_TYPE_809. */
  readonly alarmTypes: readonly number[];
  readonly sendSafety: boolean;
  readonly sendDriver: boolean;
  readonly sendWaybill: boolean;
  readonly sendStatic: boolean;
  /** How far back what waits is caught up; 0: not at all. */
  readonly supplementMs: number;
  /** Only vehicles of these; all where it names none. */
  readonly industries: readonly number[];
  /** What answers a post-check by itself; null: people do. */
  readonly autoAnswer: string | null;
};

type Row = Record<string, string | number | boolean | number[] | null>;

const SHIFTED = 2;

/** The superior platforms whose links are wanted. Rejects where a secret was sealed with another key. */
export async function wantedSuperiors(db: Queryable, seal: Pick<Seal, 'open'>): Promise<Superior[]> {
  const rows = await db.query<Row>(sql`select * from superior_platform where link_state = 1 order by id`);
  return rows.map((row) => superiorOf(row, (column, key) => openOr(seal, row[column] as string | null, key)));
}

const openOr = (seal: Pick<Seal, 'open'>, sealed: string | null, key: string): string =>
  sealed ? seal.open(sealed, `superior_platform.${key}`) : '';

function superiorOf(row: Row, secret: (column: string, key: string) => string): Superior {
  const text = (column: string) => String(row[column] ?? '');
  const whole = (column: string) => Number(row[column] ?? 0);
  const encrypted = whole('encrypt') === 1;
  return {
    id: whole('id'),
    name: text('name'),
    departmentId: whole('department_id'),
    revision: whole('standard') === 1 ? 2019 : 2011,
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
    protocol: versionOf(text('version_flag')),
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
  };
}

/** '1.2.15' in its three numbers; what is missing counts as in 1.0.0. */
function versionOf(text: string): Superior['protocol'] {
  const [major = 1, minor = 0, patch = 0] = text === '' ? [] : text.split('.').map((part) => Number(part) & 0xff);
  return { major, minor, patch };
}
