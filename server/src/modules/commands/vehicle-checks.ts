import type { TerminalCommand } from '@fleetwarden/contract/commands/terminal-commands';
import { HOUR_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { at, type Queryable, sql } from '../../platform/db/database.ts';
import type { Target } from './store.ts';

/** Why a command was not sent: codes of the error catalogue. */
export const UNSUPPORTED = 4023;
export const MOVING = 4024;
export const SPEED_UNKNOWN = 4025;

/** Texts of result codes that the platform gives; others are those of the terminal (ANSWER_RESULT). */
export const RESULT_TEXTS: Readonly<Record<number, string>> = {
  4003: 'error.forbidden',
  4004: 'error.notFound',
  4020: 'error.terminalOffline',
  [UNSUPPORTED]: 'error.terminalUnsupported',
  [MOVING]: 'error.vehicleMoving',
  [SPEED_UNKNOWN]: 'error.speedUnknown',
  4029: 'error.vehicleBusy',
  5000: 'error.internal',
};

/** An older position says nothing about the speed now. */
const MAX_POSITION_AGE_MS = 5 * MINUTE_MS;
/** How long a vehicle must stand before fuel and power are cut (screen catalogue 8.3). */
const STANDING_MS = 3 * MINUTE_MS;
/** How far back the beginning of a stop is looked for. */
const STOP_WINDOW_MS = HOUR_MS;

/** What the checks say of a vehicle: a reason not to send, or parameters of its terminal model. */
export type VehicleCheck = { readonly refused: number } | { readonly params: Readonly<Record<string, number>> };

/** Checks what a command needs of each vehicle; vehicles without a finding may get it as it is. */
export async function checkVehicles(
  db: Queryable,
  { whileMoving, byModel, fixed }: TerminalCommand,
  targets: readonly Target[],
  { now, maxSpeedKmh }: { readonly now: number; readonly maxSpeedKmh: number },
): Promise<ReadonlyMap<number, VehicleCheck>> {
  const ids = targets.map(({ id }) => id);
  const checks = new Map<number, VehicleCheck>();
  if (byModel) {
    const models = new Map((await modelValues(db, ids)).map((row) => [row.vehicle_id, row]));
    for (const { id, protocol_version: version } of targets) {
      const model = models.get(id);
      checks.set(id, byModel === 'relay' ? relayCheck(model?.relay, fixed['relay']!) : doorCheck(model?.lock_value, version));
    }
  }
  if (whileMoving !== 'allowed') {
    const speeds = new Map((await recentSpeeds(db, ids, now)).map((row) => [row.vehicle_id, row]));
    for (const id of ids) {
      const refused = motionRefusal(speeds.get(id), whileMoving === 'standing', { now, maxSpeedKmh });
      if (refused !== null && !isRefused(checks.get(id))) checks.set(id, { refused });
    }
  }
  return checks;
}

const isRefused = (check: VehicleCheck | undefined): boolean => check !== undefined && 'refused' in check;

/** Words of 0x8105 by the relay of a model: cut, restore. */
const RELAY_WORDS: Readonly<Record<number, readonly [number, number]>> = { 1: [0x64, 0x65], 2: [0xf0, 0xf1] };

function relayCheck(relay: number | null | undefined, cuts: number): VehicleCheck {
  const words = relay == null ? undefined : RELAY_WORDS[relay];
  return words ? { params: { command: words[cuts === 1 ? 0 : 1] } } : { refused: UNSUPPORTED };
}

/** Up to 2013, the standard itself defines the value. */
function doorCheck(lockValue: number | null | undefined, version: number | null): VehicleCheck {
  if (lockValue != null) return { params: { lockValue } };
  return version !== null && version < 2019 ? { params: {} } : { refused: UNSUPPORTED };
}

type ModelRow = { readonly vehicle_id: number; readonly relay: number | null; readonly lock_value: number | null };
const modelValues = (db: Queryable, ids: readonly number[]) =>
  db.query<ModelRow>(sql`select vehicle_id, relay, lock_value from terminal_setting where vehicle_id = any(${[...ids]})`);

type SpeedRow = {
  readonly vehicle_id: number;
  /** Of the last position; null without one of the last minutes. */
  readonly kmh: number | null;
  readonly has_fix: boolean | null;
  /** First position since which the vehicle stands; null if it moves. */
  readonly standing_since: number | null;
};

/** The newest speeds, as acknowledged to the terminals. The higher one counts: of GNSS or of the driving recorder. */
const recentSpeeds = (db: Queryable, ids: readonly number[], now: number) =>
  db.query<SpeedRow>(sql`
    select v.id as vehicle_id, l.kmh, l.has_fix, s.standing_since
    from unnest(${[...ids]}::integer[]) v (id)
    left join lateral (
      select gnss_at, greatest(speed_kmh, recorder_kmh) as kmh, status_bits & 2 <> 0 as has_fix from position
      where vehicle_id = v.id and gnss_at between ${at(now - MAX_POSITION_AGE_MS)} and ${at(now + MINUTE_MS)}
      order by gnss_at desc limit 1
    ) l on true
    left join lateral (
      select min(p.gnss_at) filter (where p.gnss_at > p.moved_at) as standing_since
      from (
        select gnss_at, coalesce(max(gnss_at) filter (where greatest(speed_kmh, recorder_kmh) > 0) over (), '-infinity') as moved_at
        from position
        where vehicle_id = v.id and gnss_at between ${at(now - STOP_WINDOW_MS)} and ${at(now + MINUTE_MS)}
      ) p
    ) s on true`);

/** The reason why the motion of a vehicle forbids a command; null if it does not. */
function motionRefusal(
  row: SpeedRow | undefined,
  mustStand: boolean,
  { now, maxSpeedKmh }: { readonly now: number; readonly maxSpeedKmh: number },
): number | null {
  if (row === undefined || row.kmh === null || row.has_fix !== true) return SPEED_UNKNOWN;
  if (!mustStand) return row.kmh > maxSpeedKmh ? MOVING : null;
  return row.standing_since !== null && row.standing_since <= now - STANDING_MS ? null : MOVING;
}
