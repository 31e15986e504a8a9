/**
 * Comparison of 10,000 vehicles with a template, over HTTP against the product: of vehicles that conform, deviate in some values, and in
 * all of them. Also the file of the deviations, and a page of parameters of one vehicle.
 * Run: `node bench/terminal-settings.ts [vehicles]`.
 */
import type { ParameterField } from '@fleetwarden/contract/terminal-settings/parameter-fields';
import { terminalParameters } from '@fleetwarden/contract/terminal-settings/parameter-table';
import { clientOf } from '../e2e/support/client.ts';
import { choiceRows } from '../packages/contract/src/resources/resource.ts';
import { type Db, json, sql } from '../server/src/platform/db/database.ts';
import { ROOT } from './platform/fleet.ts';
import { tellGoal, tellMachine } from './platform/machine.ts';
import { type Bench, withProduct } from './platform/product.ts';
import { runTask } from './platform/run-task.ts';
import { median, shown, timed } from './platform/times.ts';

const VEHICLES = Number(process.argv[2] ?? 10_000);
const DEPARTMENTS = 200;
const GOALS_MS = { comparison: 2_000, page: 1_000 } as const;
const TIMES = 7;

/** A value of a parameter as a terminal might have it. */
function sampleOf(field: ParameterField): unknown {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return field.initial ?? field.min;
    case 'text':
      return field.rule?.name === 'clock' ? '0600' : field.rule?.name === 'phone' ? '13800138000' : 'gps.example.com';
    case 'choice':
      return choiceRows(field.of)[0]!.value;
    case 'bits':
      return field.initial ?? 1;
    case 'packed':
      return 2_560;
    case 'struct':
      return Object.fromEntries(Object.entries(field.fields).map(([key, inner]) => [key, sampleOf(inner)]));
    case 'list':
      return [sampleOf(field.of), sampleOf(field.of)];
  }
}

const STORED = Object.fromEntries(terminalParameters.map(({ id, field }) => [id, sampleOf(field)]));
/** What a template holds: no lists, and nothing of one vehicle. */
const EXPECTED = Object.fromEntries(
  terminalParameters
    .filter(({ ofVehicle, key }) => !ofVehicle && !/^channel/.test(key))
    .map(({ id, field }) => [id, sampleOf(field)]),
);
/** In how many of the vehicles the speed limit differs, by what the run is called. */
const RUNS = { 'all conform': 0, 'a third deviate': 3, 'all deviate': 1 } as const;

await withProduct(
  { vehicles: VEHICLES, departments: DEPARTMENTS },
  async (bench) => {
    tellMachine('terminal-settings');
    console.log(`${VEHICLES} vehicles with ${Object.keys(STORED).length} values, a template of ${Object.keys(EXPECTED).length}`);
    const templateId = await addTemplate(bench.db, EXPECTED);
    for (const [name, each] of Object.entries(RUNS)) {
      await deviate(bench.db, each);
      await compare(bench, templateId, name);
    }
    await file(bench, templateId);
    await page(bench);
  },
  async (db) => {
    await db.run(sql`
      insert into terminal_parameter (vehicle_id, terminal_id, parameters, read_times, read_at)
      select v.id, t.id, ${json(STORED)}::jsonb, (select jsonb_object_agg(key, 1790000000000) from jsonb_object_keys(${json(STORED)}::jsonb) key),
        now()
      from vehicle v join terminal t on t.vehicle_id = v.id`);
  },
);

async function addTemplate(db: Db, values: object): Promise<string> {
  const row = await db.first<{ id: number }>(sql`
    insert into parameter_template (department_id, name, maker, model, parameters)
    values (${ROOT}, 'template', '', '', ${json(values)}::jsonb) returning id`);
  return String(row!.id);
}

/** Every n-th vehicle gets another speed limit and other safety parameters; 0: none. */
async function deviate(db: Db, each: number): Promise<void> {
  const other = Object.fromEntries(Object.keys(STORED).map((id) => [id, null]));
  await db.run(sql`update terminal_parameter set parameters = ${json(STORED)}::jsonb`);
  if (each > 0)
    await db.run(sql`
      update terminal_parameter set parameters = parameters || ${json({ ...(each === 1 ? other : {}), 85: 180 })}::jsonb
      where vehicle_id % ${each}::integer = 0`);
  await db.run('vacuum analyze terminal_parameter');
}

async function compare({ call, tokens, busyMs }: Bench, templateId: string, name: string): Promise<void> {
  let found = '';
  const before = busyMs();
  const took = await timed(TIMES, async () => {
    const { data } = await call(tokens.all, 'terminal/compareTemplate', { templateId }, { page: 1, limit: 50 });
    found = `${data.vehicles} vehicles, ${data.deviating} deviate`;
  });
  console.log(
    `comparison, ${name} (${found}): ${shown(took)}, ${((busyMs() - before) / TIMES).toFixed(0)} ms of processor time each`,
  );
  tellGoal(`comparison, ${name}, median`, median(took), GOALS_MS.comparison, 'ms');
}

async function file({ tokens, product }: Bench, templateId: string): Promise<void> {
  const client = clientOf(product.url, tokens.all);
  const { task, seconds } = await runTask(client, product.pid, 'terminal/exportDeviations', { templateId, format: 'csv' });
  console.log(`file of ${task.result.rows} deviations, as a task: ${seconds.toFixed(1)} s`);
}

async function page({ call, tokens, db }: Bench): Promise<void> {
  const row = await db.first<{ id: number }>(sql`select min(id) as id from vehicle where deleted_at is null`);
  const took = await timed(TIMES, async () => {
    await call(tokens.all, 'terminal/getParams', { targId: String(row!.id) });
  });
  console.log(`parameters of a vehicle: ${shown(took)}`);
  tellGoal('parameters of a vehicle, median', median(took), GOALS_MS.page, 'ms');
}
