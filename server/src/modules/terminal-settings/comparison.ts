import { CallError } from '@fleetwarden/contract/errors';
import type { ComparedCar } from '@fleetwarden/contract/terminal-settings/schemas';
import { MAX_VEHICLES } from '@fleetwarden/contract/terminal-settings/schemas';
import { json, type Queryable, sql } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scope } from '../identity/index.ts';
import { type CallsDeps, narrow } from './call-context.ts';
import { visible } from './check-values.ts';
import { findDeviations, type Values } from './compare-values.ts';
import { VEHICLES_PER_STATEMENT } from './limits.ts';
import { getTemplate, type TemplateRow } from './template-store.ts';
import { FROM_VALUES } from './value-store.ts';

/** Vehicles of a comparison, within the scope. */
export type Fleet = { readonly scope: Scope; readonly vehicleIds: readonly number[] | undefined };

type Car = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly dept_name: string;
  readonly protocol_version: number | null;
  readonly read_at: number | null;
};

/** The vehicles that a template is for, in the order of their ids; one more than MAX_VEHICLES where there are more. */
const loadCars = (db: Queryable, fleet: Fleet, { maker, model }: Pick<TemplateRow, 'maker' | 'model'>) =>
  db.query<Car>(sql`
    select v.id, v.plate, v.plate_colour, d.name as dept_name, t.protocol_version, p.read_at
    ${FROM_VALUES}
    where v.deleted_at is null and v.department_id = any(${[...fleet.scope]})
      ${fleet.vehicleIds === undefined ? sql`` : sql`and v.id = any(${[...fleet.vehicleIds]})`}
      ${maker === '' ? sql`` : sql`and t.maker = ${maker}`} ${model === '' ? sql`` : sql`and t.model = ${model}`}
    order by v.id limit ${MAX_VEHICLES + 1}`);

/** The values of those of these vehicles that do not contain what is expected. */
async function loadDeviating(
  db: Queryable,
  vehicleIds: readonly number[],
  expected: Values,
): Promise<ReadonlyMap<number, Values>> {
  // containment says too little of lists, whose order and length count
  const conforms = JSON.stringify(expected).includes('[') ? sql`false` : sql`parameters @> ${json(expected)}::jsonb`;
  const rows = await db.query<{ vehicle_id: number; parameters: Values }>(sql`
    select vehicle_id, parameters from terminal_parameter where vehicle_id = any(${[...vehicleIds]}) and not (${conforms})`);
  return new Map(rows.map((row) => [row.vehicle_id, row.parameters]));
}

function compareCar(car: Car, expected: Values, actual: Values | undefined): ComparedCar {
  const deviations = car.read_at !== null && actual ? findDeviations(expected, actual, car.protocol_version) : [];
  return {
    targId: String(car.id),
    carNo: car.plate,
    color: car.plate_colour,
    deptName: car.dept_name,
    version: car.protocol_version,
    readAt: car.read_at,
    state: car.read_at === null ? 'neverRead' : deviations.length > 0 ? 'deviates' : 'conforms',
    deviations,
  };
}

type ComparisonResult = {
  readonly conforming: number;
  readonly deviating: number;
  readonly neverRead: number;
  /** Rows of a file: deviations, and vehicles never read. */
  readonly deviations: number;
  readonly cars: readonly ComparedCar[];
};

/** Compares the stored values of vehicles with a template. Throws CallError validation for more than MAX_VEHICLES. */
async function compareAll(db: Queryable, fleet: Fleet, template: TemplateRow): Promise<ComparisonResult> {
  const all = await loadCars(db, fleet, template);
  if (all.length > MAX_VEHICLES)
    throw new CallError('validation', 'too many vehicles', [
      { path: 'deptId', key: 'terminalSettings.tooManyVehicles', params: { max: MAX_VEHICLES } },
    ]);
  const cars: ComparedCar[] = [];
  for (let i = 0; i < all.length; i += VEHICLES_PER_STATEMENT) {
    const some = all.slice(i, i + VEHICLES_PER_STATEMENT);
    const ids = some.filter(({ read_at }) => read_at !== null).map(({ id }) => id);
    const deviating = await loadDeviating(db, ids, template.parameters);
    for (const car of some) cars.push(compareCar(car, template.parameters, deviating.get(car.id)));
  }
  const count = (state: ComparedCar['state']) => cars.filter((car) => car.state === state).length;
  const neverRead = count('neverRead');
  const deviations = cars.reduce((sum, car) => sum + car.deviations.length, neverRead);
  return { conforming: count('conforms'), deviating: count('deviates'), neverRead, deviations, cars };
}

/** The vehicles of a call, and the template that they are compared with. */
type Vehicles = { readonly targIds?: readonly string[] | undefined; readonly deptId?: string | undefined };
type Compared = Vehicles & { readonly templateId: string };
type User = Pick<Principal, 'departmentId' | 'rights'>;

export type Comparison = {
  /** The template of a call, with the values that the user sees. Throws CallError notFound. */
  loadTemplate(user: User, id: string): Promise<TemplateRow>;
  /** The vehicles of a comparison or an export. Throws CallError notFound for those of others. */
  chooseFleet(user: User, vehicles: Vehicles): Promise<Fleet>;
  compare(user: User, wish: Compared): Promise<ComparisonResult & { readonly template: TemplateRow }>;
};

/** Comparisons in the scope of users. */
export function createComparison({ db, service, scopes }: Pick<CallsDeps, 'db' | 'service' | 'scopes'>): Comparison {
  const loadTemplate: Comparison['loadTemplate'] = async (user, id) => {
    const row = await getTemplate(db, Number(id), await scopes.of(user.departmentId));
    return { ...row, parameters: visible(user.rights, row.parameters) };
  };
  const chooseFleet: Comparison['chooseFleet'] = async (user, { targIds, deptId }) => {
    const scope = await narrow(scopes, user, deptId);
    const vehicleIds = targIds && (await service.targets(user, targIds)).map(({ id }) => id);
    return { scope, vehicleIds };
  };
  return {
    loadTemplate,
    chooseFleet,
    compare: async (user, { templateId, ...vehicles }) => {
      const template = await loadTemplate(user, templateId);
      return { template, ...(await compareAll(db, await chooseFleet(user, vehicles), template)) };
    },
  };
}
