import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import type { BodyOf, Content } from '@fleetwarden/protocol/jt809';
import { type Queryable, type Sql, sql } from '../platform/db/database.ts';
import type { Seal } from '../platform/resources/seal.ts';
import type { Superior } from './superiors.ts';

/** A vehicle a superior platform is to know of. */
export type BoundVehicle = {
  readonly id: number;
  readonly plate: string;
  /** As on the wire. */
  readonly colour: number;
  readonly phone: string;
  readonly terminalNo: string;
  readonly maker: string;
  readonly model: string;
  /** Up to when its positions were taken there, epoch ms; null: none so far. */
  readonly takenTo: number | null;
};

type Row = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly phone: string | null;
  readonly terminal_no: string | null;
  readonly maker: string | null;
  readonly model: string | null;
  readonly taken_to: number | null;
};

/** Condition on `v`: of the trades a platform wants, behind another. */
export const ofIndustries = ({ industries }: Pick<Superior, 'industries'>): Sql =>
  industries.length > 0 ? sql`and v.industry = any(${[...industries]})` : sql``;

/** The vehicles bound to a superior platform, of the trades it wants. */
export async function boundVehicles(db: Queryable, superior: Superior): Promise<BoundVehicle[]> {
  const rows = await db.query<Row>(sql`
    select v.id, v.plate, v.plate_colour, t.phone, t.terminal_no, t.maker, t.model, s.taken_to
    from superior_vehicle s join vehicle v on v.id = s.vehicle_id left join terminal t on t.vehicle_id = v.id
    where s.superior_id = ${superior.id} and v.deleted_at is null ${ofIndustries(superior)}`);
  return rows.map((row) => ({
    id: row.id,
    plate: row.plate,
    colour: plateColourToWire(row.plate_colour),
    phone: row.phone ?? '',
    terminalNo: row.terminal_no ?? '',
    maker: row.maker ?? '',
    model: row.model ?? '',
    takenTo: row.taken_to,
  }));
}

const ASCII = /[^\x20-\x7e]/g;
/** What fits into a field of ASCII of some width. */
const ascii = (text: string, width: number): string => text.replace(ASCII, '').slice(0, width);
const SIM_2011 = 12;
const SIM_2019 = 13;

/** 0x1201 of a vehicle. */
export function registration(vehicle: BoundVehicle, { revision, platform, maker }: Superior): BodyOf<'vehicleRegister'> {
  const is2019 = revision >= 2019;
  return {
    platform: ascii(platform, 11),
    maker: ascii(maker || vehicle.maker, 11),
    model: ascii(vehicle.model, is2019 ? 30 : 8),
    imei: '',
    terminal: ascii(vehicle.terminalNo, is2019 ? 30 : 7),
    sim: ascii(vehicle.phone, SIM_2019)
      .padStart(is2019 ? SIM_2019 : SIM_2011, '0')
      .slice(is2019 ? -SIM_2019 : -SIM_2011),
  };
}

/** A vehicle by what stands on it: plate and the wire's colour. Null where it is none of those bound to the platform. */
export async function vehicleByPlate(db: Queryable, superiorId: number, plate: string, colour: number): Promise<number | null> {
  const rows = await db.query<{ id: number; plate_colour: number }>(sql`
    select v.id, v.plate_colour from vehicle v join superior_vehicle s on s.vehicle_id = v.id
    where s.superior_id = ${superiorId} and v.plate = ${plate} and v.deleted_at is null`);
  return rows.find((row) => plateColourToWire(row.plate_colour) === colour)?.id ?? null;
}

/** How messages name a vehicle. */
export const named = ({ plate, colour }: Pick<BoundVehicle, 'plate' | 'colour'>) => ({ plate, colour });

/** No message asked for it (2019). */
const UNASKED = { sourceType: 0, sourceSerial: 0 } as const;

/** What a platform is to know of vehicles beside their positions, by their ids: registration, driver and static data, as it wants them. */
export async function introductions(
  db: Queryable,
  seal: Pick<Seal, 'open'>,
  superior: Superior,
  vehicles: readonly BoundVehicle[],
): Promise<ReadonlyMap<number, readonly Content[]>> {
  const ids = vehicles.map(({ id }) => id);
  const drivers = superior.sendDriver ? await driversOf(db, seal, ids) : new Map<number, BodyOf<'driver'>>();
  const texts = superior.sendStatic ? await staticData(db, ids) : new Map<number, string>();
  return new Map(
    vehicles.map((each) => {
      const vehicle = named(each);
      const [driver, text] = [drivers.get(each.id), texts.get(each.id)];
      const said: Content[] = [{ type: 'vehicleRegister', body: registration(each, superior), vehicle }];
      if (text !== undefined) said.push({ type: 'vehicleData', body: { ...UNASKED, text }, vehicle });
      if (driver) said.push({ type: 'driver', body: driver, vehicle });
      return [each.id, said] as const;
    }),
  );
}

type DriverRow = {
  readonly vehicle_id: number;
  readonly name: string;
  readonly id_card: string | null;
  readonly qual_no: string | null;
  readonly qual_org: string | null;
  readonly qual_to: string | null;
};

/** What 0x120A and 0x120C tell of vehicles' drivers; of those that have one. */
export async function driversOf(
  db: Queryable,
  seal: Pick<Seal, 'open'>,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, BodyOf<'driver'>>> {
  const rows = await db.query<DriverRow>(sql`
    select v.id as vehicle_id, d.name, d.id_card, d.qual_no, d.qual_org, d.qual_to
    from vehicle v join driver d on d.id = v.driver_id where v.id = any(${[...vehicleIds]})`);
  return new Map(
    rows.map((row) => [
      row.vehicle_id,
      {
        name: gbkFit(row.name, 16),
        identity: row.id_card ? seal.open(row.id_card, 'driver.idCard').slice(0, 20) : '',
        licence: ascii(row.qual_no ?? '', 40),
        issuer: gbkFit(row.qual_org ?? '', 200),
        validUntil: row.qual_to ? Math.floor(Date.parse(`${row.qual_to}T00:00:00+08:00`) / 1000) : 0,
      },
    ]),
  );
}

/** As much of a text as so many bytes of GBK hold: two a character beyond ASCII. */
export function gbkFit(text: string, bytes: number): string {
  let left = bytes;
  let fit = '';
  for (const character of text) {
    left -= character.charCodeAt(0) < 0x80 ? 1 : 2 * character.length;
    if (left < 0) break;
    fit += character;
  }
  return fit;
}

type StaticRow = {
  readonly id: number;
  readonly plate: string;
  readonly plate_colour: number;
  readonly vehicle_type: number;
  readonly trans_type: string | null;
  readonly native_place: string | null;
  readonly owner_id: number;
  readonly owner_name: string | null;
  readonly owner_phone: string | null;
};

const PLAIN = /[;:=]/g;

/** The static data of vehicles, as `KEY:=value;` (0x1601). Spelling as on the wire. */
export async function staticData(db: Queryable, vehicleIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<StaticRow>(sql`
    select v.id, v.plate, v.plate_colour, v.vehicle_type, v.trans_type, v.native_place, d.id as owner_id,
      coalesce(v.owner_name, d.name) as owner_name, v.owner_phone
    from vehicle v join department d on d.id = v.department_id where v.id = any(${[...vehicleIds]})`);
  return new Map(rows.map((row) => [row.id, staticText(row)]));
}

function staticText(row: StaticRow): string {
  const pairs = [
    ['VIN', row.plate],
    ['VEHICLE_COLOR', plateColourToWire(row.plate_colour)],
    ['VEHICLE_TYPE', row.vehicle_type],
    ['TRANS_TYPE', row.trans_type ?? ''],
    ['VEHICLE_NATIONALITY', row.native_place ?? ''],
    ['OWERS_ID', row.owner_id],
    ['OWERS_NAME', row.owner_name ?? ''],
    ['OWERS_TEL', row.owner_phone ?? ''],
  ] as const;
  return pairs.map(([key, value]) => `${key}:=${String(value).replace(PLAIN, ' ')}`).join(';');
}
