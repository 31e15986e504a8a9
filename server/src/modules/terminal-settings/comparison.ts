import { CallError } from '@fleetwarden/contract/errors';
import type { ComparedCar } from '@fleetwarden/contract/terminal-settings/schemas';
import { MAX_VEHICLES } from '@fleetwarden/contract/terminal-settings/schemas';
import { json, type Queryable, sql } from '../../platform/db/database.ts';
import type { Scope } from '../identity/index.ts';
import { findDeviations, type Values } from './compare-values.ts';
import { VEHICLES_PER_STATEMENT } from './limits.ts';
import type { TemplateRow } from './template-store.ts';
import { FROM_VALUES } from './value-store.ts';

/** Vehicles of a comparison, within the scope. */
export type Fleet = { readonly scope: Scope; readonly vehicleIds: readonly number[] | undefined };

type Row = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly protocol_version: number | null;
  readonly read_at: number | null;
  /** null where they contain what is expected. */
  readonly parameters: Values | null;
};

/** Compares the stored values of vehicles with a template, vehicle by vehicle in the order of their ids. */
export async function* compareFleet(
  db: Queryable,
  fleet: Fleet,
  template: Pick<TemplateRow, 'maker' | 'model' | 'parameters'>,
): AsyncGenerator<ComparedCar> {
  const expected = template.parameters;
  let after = 0;
  for (;;) {
    const rows = await db.query<Row>(sql`
      select v.id, v.plate, v.plate_colour, d.name as dept_name, t.protocol_version, p.read_at,
        ${holds(expected)} as parameters
      ${FROM_VALUES}
      where v.deleted_at is null and v.department_id = any(${[...fleet.scope]}) and v.id > ${after}
        ${fleet.vehicleIds === undefined ? sql`` : sql`and v.id = any(${[...fleet.vehicleIds]})`}
        ${template.maker === '' ? sql`` : sql`and t.maker = ${template.maker}`}
        ${template.model === '' ? sql`` : sql`and t.model = ${template.model}`}
      order by v.id limit ${VEHICLES_PER_STATEMENT}`);
    for (const row of rows) yield compareRow(row, expected);
    if (rows.length < VEHICLES_PER_STATEMENT) return;
    after = rows.at(-1)!.id;
  }
}

/** Only the values of vehicles that deviate are read. Containment says too little of lists, whose order and length count. */
const holds = (expected: Values) =>
  JSON.stringify(expected).includes('[')
    ? sql`p.parameters`
    : sql`case when p.parameters @> ${json(expected)}::jsonb then null else p.parameters end`;

function compareRow(row: Row, expected: Values): ComparedCar {
  const deviations = row.parameters ? findDeviations(expected, row.parameters, row.protocol_version) : [];
  return {
    targId: String(row.id),
    carNo: row.plate,
    color: row.plate_colour,
    deptName: row.dept_name,
    version: row.protocol_version,
    readAt: row.read_at,
    state: row.read_at === null ? 'neverRead' : deviations.length > 0 ? 'deviates' : 'conforms',
    deviations,
  };
}

export type ComparisonResult = {
  readonly conforming: number;
  readonly deviating: number;
  readonly neverRead: number;
  readonly cars: readonly ComparedCar[];
};

/** Compares at most MAX_VEHICLES vehicles. Throws CallError validation for more. */
export async function compareAll(db: Queryable, fleet: Fleet, template: TemplateRow): Promise<ComparisonResult> {
  const cars: ComparedCar[] = [];
  for await (const car of compareFleet(db, fleet, template)) {
    cars.push(car);
    if (cars.length > MAX_VEHICLES) throw tooManyVehicles();
  }
  const count = (state: ComparedCar['state']) => cars.filter((car) => car.state === state).length;
  return { conforming: count('conforms'), deviating: count('deviates'), neverRead: count('neverRead'), cars };
}

export const tooManyVehicles = (): CallError =>
  new CallError('validation', 'too many vehicles', [
    { path: 'deptId', key: 'terminalSettings.tooManyVehicles', params: { max: MAX_VEHICLES } },
  ]);
