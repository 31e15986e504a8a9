import { findParameterByKey } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { at, json, type Queryable, type Sql, sql } from '../../platform/db/database.ts';
import { ANSWERED } from '../commands/index.ts';
import type { Values } from './compare-values.ts';

/** Codes of the commands that read parameters. */
export const READ_CODES = ['8104', '8106'] as const;
const READ_ALL = '8104';

/** An answered command that read parameters. */
type Answer = {
  readonly id: number;
  readonly vehicle_id: number;
  readonly cmd_code: string;
  readonly answered_at: number;
  readonly parameters: Values | null;
};

/** Values of an answer by id: interpreted ones, and the hex of others. Repeated and broken items are left out. */
export function readAnswerValues(parameters: Values): {
  readonly values: Record<string, unknown>;
  readonly raw: Record<string, string>;
} {
  const values: Record<string, unknown> = {};
  const raw: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const row = findParameterByKey(name);
    if (row) values[row.id] = value;
    else if (/^0x[0-9a-f]{1,8}$/.test(name) && typeof value === 'string') raw[Number(name)] = value;
  }
  return { values, raw };
}

/** The answers among these commands, in their order. */
export const answersOf = (db: Queryable, commandIds: readonly number[]) =>
  db.query<Answer>(sql`
    select id, vehicle_id, cmd_code, answered_at, result_data -> 'parameters' as parameters from command
    where id = any(${[...commandIds]}::bigint[]) and cmd_code = any(${[...READ_CODES]}) and state = ${ANSWERED}
    order by answered_at, id`);

/**
 * Stores the values of an answer; storing it twice changes nothing. One that read all parameters replaces what was stored. A value that
 * was read later stays. Returns the ids.
 */
export async function storeAnswer(db: Queryable, answer: Answer): Promise<string[]> {
  const { values, raw } = readAnswerValues(answer.parameters ?? {});
  const ids = [...Object.keys(values), ...Object.keys(raw)];
  const times = Object.fromEntries(ids.map((id) => [id, answer.answered_at]));
  const whole = answer.cmd_code === READ_ALL;
  await db.run(sql`
    insert into terminal_parameter as p (vehicle_id, terminal_id, parameters, raw, read_times, read_at)
    select v.id, t.id, ${json(values)}::jsonb, ${json(raw)}::jsonb, ${json(times)}::jsonb, ${at(answer.answered_at)}
    from vehicle v left join terminal t on t.vehicle_id = v.id where v.id = ${answer.vehicle_id}
    on conflict (vehicle_id) do update set
      terminal_id = excluded.terminal_id,
      parameters = ${merged(sql`parameters`, ids, whole)},
      raw = ${merged(sql`raw`, ids, whole)},
      read_times = ${merged(sql`read_times`, ids, whole)},
      previous = case when p.terminal_id is not distinct from excluded.terminal_id then p.previous || ${CHANGED} else '{}' end,
      read_at = excluded.read_at
    where p.read_at <= excluded.read_at`);
  return ids;
}

/** Stored values that differ from those of an answer. */
const CHANGED = sql`coalesce((
  select jsonb_object_agg(old.key, old.value)
  from jsonb_each(p.parameters || p.raw) old join jsonb_each(excluded.parameters || excluded.raw) new using (key)
  where old.value <> new.value), '{}')`;

/** What is stored of a terminal that answers: replaced values are removed first, because their kind may differ. */
const merged = (column: Sql, ids: readonly string[], whole: boolean): Sql =>
  whole
    ? sql`excluded.${column}`
    : sql`case when p.terminal_id is not distinct from excluded.terminal_id then p.${column} - ${[...ids]}::text[] else '{}' end
        || excluded.${column}`;

/** Answered reads of a day that may not be stored: a crash came between. */
export const unstoredAnswers = (db: Queryable, since: number) =>
  db.query<{ id: number }>(sql`
    select c.id from command c left join terminal_parameter p on p.vehicle_id = c.vehicle_id
    where c.created_at >= ${at(since)} and c.cmd_code = any(${[...READ_CODES]}) and c.state = ${ANSWERED}
      and (p.read_at is null or p.read_at < c.answered_at)
    order by c.answered_at`);

export type StoredValues = {
  readonly vehicle_id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly protocol_version: number | null;
  /** null: never read. */
  readonly parameters: Values | null;
  readonly raw: Readonly<Record<string, string>> | null;
  readonly read_times: Readonly<Record<string, number>> | null;
  readonly previous: Values | null;
  readonly read_at: number | null;
};

/** From vehicle, department, terminal and the values of that terminal. */
export const FROM_VALUES = sql`
  from vehicle v join department d on d.id = v.department_id left join terminal t on t.vehicle_id = v.id
    left join terminal_parameter p on p.vehicle_id = v.id and p.terminal_id is not distinct from t.id`;

/** The stored values of vehicles, in the order of their ids. */
export const storedValues = (db: Queryable, vehicleIds: readonly number[]) =>
  db.query<StoredValues>(sql`
    select v.id as vehicle_id, v.plate, v.plate_colour, d.name as dept_name, t.protocol_version, p.parameters, p.raw, p.read_times,
      p.previous, p.read_at
    ${FROM_VALUES} where v.id = any(${[...vehicleIds]}) order by v.id`);
