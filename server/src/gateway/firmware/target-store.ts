import { at, type Db, json, sql } from '../../platform/db/database.ts';

/** States of a row of `firmware_target` (UPGRADE_STATE). */
export const TARGET = { waiting: 0, sending: 1, sent: 2, succeeded: 3, failed: 4, cancelled: 5 } as const;
/** Ways of a roll-out (ROLLOUT_WAY). */
export const WAY = { push: 1, download: 2 } as const;

/** A vehicle whose terminal gets a firmware file from this process. */
export type Target = {
  readonly rollout_id: number;
  readonly vehicle_id: number;
  /** Fencing token: what is saved with an older one is ignored. */
  readonly claims: number;
  readonly attempts: number;
  readonly way: number;
  readonly kind: number;
  readonly maker: string;
  readonly version: string;
  /** The name of the file on disk. */
  readonly file: string;
  /** Of an earlier connection: the number of sub-packages, those that arrived, and the first serial. */
  readonly parts: number | null;
  readonly parts_done: number;
  readonly first_serial: number | null;
  /** For the download address. */
  readonly token: string | null;
};

type Key = Pick<Target, 'rollout_id' | 'vehicle_id' | 'claims'>;
export type Progress = Key & { readonly parts: number; readonly partsDone: number; readonly firstSerial: number };
export type Ended = Key & {
  readonly state: (typeof TARGET)[keyof typeof TARGET];
  readonly resultCode: number | null;
  /** While the result is missing: until when, epoch ms. */
  readonly resultBy: number | null;
};

/** How a transfer ended. */
export type End = Pick<Ended, 'state'> & Partial<Ended>;

/** Access of the gateway to roll-outs. Times in epoch ms. */
export type TargetStore = {
  /** Vehicles that may get their file now, in the order of the roll-outs. */
  due(now: number): Promise<number[]>;
  /** Claims these vehicles, until `leaseUntil` unless their progress is saved. `tokens`: of downloads. */
  claim(
    vehicles: readonly { readonly vehicleId: number; readonly token: string }[],
    now: number,
    leaseUntil: number,
  ): Promise<Target[]>;
  /** Saves progress and renews the lease; returns the vehicles whose roll-out still runs and whose claim is still ours. */
  save(progress: readonly Progress[], leaseUntil: number): Promise<ReadonlySet<number>>;
  /** A transfer ended: by a cut (`waiting`: it continues later), a failure, or completely. */
  end(ended: Ended, now: number): Promise<void>;
  /** The result of a terminal (0x0108); the roll-out it belongs to, or undefined. */
  result(
    vehicleId: number,
    kind: number,
    state: Ended['state'],
    resultCode: number | null,
    now: number,
  ): Promise<number | undefined>;
  /** The transfer to which a terminal that requests sub-packages again refers. */
  findSent(vehicleId: number, firstSerial: number): Promise<Target | undefined>;
  /** Ends those whose result is missing for too long; returns their roll-outs. */
  expire(now: number): Promise<number[]>;
};

/** The result did not come in time: 4021 of the error catalogue. */
export const NO_ANSWER = 4021;

const columns = sql`
  t.rollout_id, t.vehicle_id, t.claims, t.attempts, r.way, f.kind, f.maker, f.version, f.file, t.parts, t.parts_done,
  t.first_serial, t.token`;

export function createTargetStore(db: Db, limits: { readonly maxSpeedKmh: number }): TargetStore {
  const advance = (tx: Pick<Db, 'query'>, rolloutId: number) => tx.query(sql`select advance_firmware_rollout(${rolloutId})`);

  return {
    due: async (now) => {
      const rows = await db.query<{ vehicle_id: number }>(sql`
        select t.vehicle_id from firmware_target t join firmware_rollout r on r.id = t.rollout_id
          left join vehicle_latest l on l.vehicle_id = t.vehicle_id
        where t.state < ${TARGET.sent} and r.state = 0 and t.stage <= r.stage and (t.lease_until is null or t.lease_until < ${at(now)})
          -- a terminal restarts during an upgrade
          and (t.state = ${TARGET.sending} or coalesce(l.speed_kmh, 0) <= coalesce(
            (select (value #>> '{}')::float8 from setting_value where key = 'commandMaxKmh' and department_id is null),
            ${limits.maxSpeedKmh}))
        order by r.id, t.stage, t.vehicle_id`);
      return rows.map(({ vehicle_id }) => vehicle_id);
    },
    claim: (vehicles, now, leaseUntil) =>
      db.query<Target>(sql`
        with chosen as (
          select t.rollout_id, t.vehicle_id, w.token
          from jsonb_to_recordset(${json(vehicles)}::jsonb) w ("vehicleId" integer, token text)
            join firmware_target t on t.vehicle_id = w."vehicleId" join firmware_rollout r on r.id = t.rollout_id
          where t.state < ${TARGET.sent} and r.state = 0 and t.stage <= r.stage
            and (t.lease_until is null or t.lease_until < ${at(now)})
          for update of t skip locked
        )
        update firmware_target t set state = ${TARGET.sending}, claims = t.claims + 1, attempts = t.attempts + 1,
          lease_until = ${at(leaseUntil)}, started_at = coalesce(t.started_at, ${at(now)}),
          token = case when r.way = ${WAY.download} then coalesce(t.token, c.token) end
        from chosen c, firmware_rollout r, firmware f
        where t.rollout_id = c.rollout_id and t.vehicle_id = c.vehicle_id and r.id = t.rollout_id and f.id = r.firmware_id
        returning ${columns}`),
    save: async (progress, leaseUntil) => {
      const rows = await db.query<{ vehicle_id: number }>(sql`
        update firmware_target t set parts = p.parts, parts_done = p."partsDone", first_serial = p."firstSerial",
          lease_until = ${at(leaseUntil)}
        from jsonb_to_recordset(${json(progress)}::jsonb)
          p (rollout_id integer, vehicle_id integer, claims integer, parts integer, "partsDone" integer, "firstSerial" integer),
          firmware_rollout r
        where t.rollout_id = p.rollout_id and t.vehicle_id = p.vehicle_id and t.claims = p.claims and t.state = ${TARGET.sending}
          and r.id = t.rollout_id and r.state = 0
        returning t.vehicle_id`);
      return new Set(rows.map(({ vehicle_id }) => vehicle_id));
    },
    end: ({ rollout_id, vehicle_id, claims, state, resultCode, resultBy }, now) =>
      db.transaction(async (tx) => {
        const rows = await tx.run(sql`
          update firmware_target set state = ${state}, result_code = ${resultCode}, result_by = ${at(resultBy)}, lease_until = null,
            parts_done = case when ${state} = ${TARGET.sent} then coalesce(parts, parts_done) else parts_done end,
            ended_at = case when ${state} > ${TARGET.sent} then ${at(now)}::timestamptz end
          where rollout_id = ${rollout_id} and vehicle_id = ${vehicle_id} and claims = ${claims} and state = ${TARGET.sending}`);
        if (rows > 0 && state > TARGET.sent) await advance(tx, rollout_id);
      }),
    result: (vehicleId, kind, state, resultCode, now) =>
      db.transaction(async (tx) => {
        const row = await tx.first<{ rollout_id: number }>(sql`
          update firmware_target t set state = ${state}, result_code = ${resultCode}, ended_at = ${at(now)}, result_by = null,
            lease_until = null, token = null
          from firmware_rollout r join firmware f on f.id = r.firmware_id
          where t.vehicle_id = ${vehicleId} and t.state in (${TARGET.sending}, ${TARGET.sent}) and r.id = t.rollout_id
            and f.kind = ${kind}
          returning t.rollout_id`);
        if (row) await advance(tx, row.rollout_id);
        return row?.rollout_id;
      }),
    findSent: (vehicleId, firstSerial) =>
      db.first<Target>(sql`
        select ${columns} from firmware_target t join firmware_rollout r on r.id = t.rollout_id join firmware f on f.id = r.firmware_id
        where t.vehicle_id = ${vehicleId} and t.state = ${TARGET.sent} and t.first_serial = ${firstSerial} and r.way = ${WAY.push}`),
    expire: (now) =>
      db.transaction(async (tx) => {
        const rows = await tx.query<{ rollout_id: number }>(sql`
          update firmware_target set state = ${TARGET.failed}, result_code = ${NO_ANSWER}, ended_at = ${at(now)}, token = null
          where state = ${TARGET.sent} and result_by <= ${at(now)} returning rollout_id`);
        const rolloutIds = [...new Set(rows.map(({ rollout_id }) => rollout_id))];
        for (const id of rolloutIds) await advance(tx, id);
        return rolloutIds;
      }),
  };
}
