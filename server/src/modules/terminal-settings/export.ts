import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ComparedCar } from '@fleetwarden/contract/terminal-settings/schemas';
import { getText, type Language } from '@fleetwarden/locale/languages';
import { type Queryable, sql } from '../../platform/db/database.ts';
import type { Row, Table } from '../../platform/files/table.ts';
import { type TableFormat, writeTable } from '../../platform/files/write-table.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { visible } from './check-values.ts';
import type { Fleet } from './comparison.ts';
import { VEHICLES_PER_STATEMENT } from './limits.ts';
import { FROM_VALUES, type StoredValues } from './value-store.ts';
import { parameterName, parameterUnit, valueText } from './value-text.ts';

type How = { readonly language: Language; readonly format: TableFormat; readonly timeZone: string };

const column = (key: string, kind: 'text' | 'instant' = 'text') => ({ key, kind }) as const;
const CAR = [column('vehicle'), column('department')] as const;
const PARAMETER = [column('parameterId'), column('name')] as const;

const build = (
  { language, timeZone }: How,
  sheet: string,
  columns: readonly ReturnType<typeof column>[],
  rows: Table['rows'],
): Table => ({
  sheet: getText(language, sheet),
  columns: columns.map(({ key, kind }) => ({ title: getText(language, `terminalSettings.${key}`), kind })),
  rows,
  timeZone,
});

/** 0x0055. */
const hexOf = (id: string): string => `0x${Number(id).toString(16).toUpperCase().padStart(4, '0')}`;
const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => Number(a) - Number(b);

/** Writes the stored parameters of vehicles, a row for each; resolves to their number. */
export function writeParameters(
  stream: Writable,
  db: Queryable,
  fleet: Fleet,
  { rights, ...how }: How & { readonly rights: Principal['rights'] },
): Promise<number> {
  const { language } = how;
  const rowsOf = (car: StoredValues): Row[] =>
    Object.entries(visible(rights, { ...car.raw, ...car.parameters }))
      .sort(byId)
      .map(([id, value]) => [
        car.plate,
        car.dept_name,
        hexOf(id),
        parameterName(language, id),
        car.parameters?.[id] === undefined ? String(value) : valueText(language, id, value),
        parameterUnit(id),
        car.read_times?.[id] ?? null,
      ]);
  const columns = [...CAR, ...PARAMETER, column('value'), column('unit'), column('readAt', 'instant')];
  const table = build(how, 'terminalSettings.fileParams', columns, { batches: eachBatch(db, fleet, rowsOf) });
  return writeTable(stream, how.format, table);
}

async function* eachBatch(db: Queryable, { scope, vehicleIds }: Fleet, rowsOf: (car: StoredValues) => Row[]) {
  let after = 0;
  for (;;) {
    const cars = await db.query<StoredValues>(sql`
      select v.id as vehicle_id, v.plate, v.plate_colour, d.name as dept_name, t.protocol_version, p.parameters, p.raw, p.read_times, p.previous,
        p.read_at
      ${FROM_VALUES}
      where v.deleted_at is null and v.department_id = any(${[...scope]}) and v.id > ${after}
        ${vehicleIds === undefined ? sql`` : sql`and v.id = any(${[...vehicleIds]})`}
      order by v.id limit ${VEHICLES_PER_STATEMENT}`);
    if (cars.length > 0) yield cars.flatMap(rowsOf);
    if (cars.length < VEHICLES_PER_STATEMENT) return;
    after = cars.at(-1)!.vehicle_id;
  }
}

/** Vehicles of one batch of rows: a few hundred rows, or some ten thousand where all deviate. */
const CARS_AT_ONCE = 200;

/**
 * Writes deviations, a row for each, and one for each vehicle that was never read; resolves to their number. `onBatch`: vehicles written; it
 * may throw to stop.
 */
export function writeDeviations(
  stream: Writable,
  cars: readonly ComparedCar[],
  how: How,
  onBatch: (done: number) => void = () => undefined,
): Promise<number> {
  const { language } = how;
  const text = (key: string) => getText(language, `terminalSettings.${key}`);
  const rowsOf = (car: ComparedCar): Row[] => {
    if (car.state === 'neverRead') return [[car.carNo, car.deptName, '', '', '', '', '', text('neverRead'), null]];
    return car.deviations.map(({ id, expected, actual }) => [
      car.carNo,
      car.deptName,
      hexOf(id),
      parameterName(language, id),
      valueText(language, id, expected),
      actual === null ? text('notReported') : valueText(language, id, actual),
      parameterUnit(id),
      text('deviates'),
      car.readAt,
    ]);
  };
  async function* batches() {
    for (let done = 0; done < cars.length; done += CARS_AT_ONCE) {
      onBatch(done);
      // calls and locations are not delayed meanwhile
      await setImmediate();
      yield cars.slice(done, done + CARS_AT_ONCE).flatMap(rowsOf);
    }
  }
  const figures = [column('expected'), column('actual'), column('unit'), column('state'), column('readAt', 'instant')];
  const columns = [...CAR, ...PARAMETER, ...figures];
  return writeTable(stream, how.format, build(how, 'terminalSettings.fileDeviations', columns, { batches: batches() }));
}
