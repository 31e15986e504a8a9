import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import type { BodyOf, Content, Revision } from '@fleetwarden/protocol/jt809';
import { type Queryable, type Sql, sql } from '../platform/db/database.ts';
import type { FieldEncryption } from '../platform/resources/field-encryption.ts';
import type { Superior } from './superiors.ts';

/** A vehicle that is bound to a superior platform. */
export type BoundVehicle = {
  readonly id: number;
  readonly plate: string;
  /** Colour code of the wire. */
  readonly colour: number;
  readonly phone: string;
  readonly terminalNo: string;
  readonly maker: string;
  readonly model: string;
  /** Positions up to this are acknowledged, epoch ms; null: none. */
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

/** SQL condition on `v` for the industries that a platform wants. It follows another condition. */
export const industryFilter = ({ industries }: Pick<Superior, 'industries'>): Sql =>
  industries.length > 0 ? sql`and v.industry = any(${[...industries]})` : sql``;

/** Loads the vehicles that are bound to a superior platform, within its industry filter. */
export async function loadBoundVehicles(db: Queryable, superior: Superior): Promise<BoundVehicle[]> {
  const rows = await db.query<Row>(sql`
    select v.id, v.plate, v.plate_colour, t.phone, t.terminal_no, t.maker, t.model, s.taken_to
    from superior_vehicle s join vehicle v on v.id = s.vehicle_id left join terminal t on t.vehicle_id = v.id
    where s.superior_id = ${superior.id} and v.deleted_at is null ${industryFilter(superior)}`);
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
/** Removes other characters than printable ASCII, and cuts to the width of the field. */
const toAscii = (text: string, width: number): string => text.replace(ASCII, '').slice(0, width);
const MODEL_BYTES: Readonly<Record<Revision, number>> = { 2011: 8, 2013: 20, 2019: 30 };
const SIM_2011 = 12;
const SIM_2019 = 13;

/** 0x1201 */
export function encodeRegistration(vehicle: BoundVehicle, { revision, platform, maker }: Superior): BodyOf<'vehicleRegister'> {
  const is2019 = revision >= 2019;
  return {
    platform: toAscii(platform, 11),
    maker: toAscii(maker || vehicle.maker, 11),
    model: toAscii(vehicle.model, MODEL_BYTES[revision]),
    imei: '',
    terminal: toAscii(vehicle.terminalNo, is2019 ? 30 : 7),
    sim: toAscii(vehicle.phone, SIM_2019)
      .padStart(is2019 ? SIM_2019 : SIM_2011, '0')
      .slice(is2019 ? -SIM_2019 : -SIM_2011),
  };
}

/** Finds a bound vehicle by plate and the wire's colour; null if there is none. */
export async function findVehicleByPlate(
  db: Queryable,
  superiorId: number,
  plate: string,
  colour: number,
): Promise<number | null> {
  const rows = await db.query<{ id: number; plate_colour: number }>(sql`
    select v.id, v.plate_colour from vehicle v join superior_vehicle s on s.vehicle_id = v.id
    where s.superior_id = ${superiorId} and v.plate = ${plate} and v.deleted_at is null`);
  return rows.find((row) => plateColourToWire(row.plate_colour) === colour)?.id ?? null;
}

/** The vehicle fields of a message. */
export const toVehicleName = ({ plate, colour }: Pick<BoundVehicle, 'plate' | 'colour'>) => ({ plate, colour });

/** The messages that introduce vehicles, by vehicle id: registration, and the driver if the platform wants drivers. */
export async function loadIntroductions(
  db: Queryable,
  encryption: Pick<FieldEncryption, 'decrypt'>,
  superior: Superior,
  vehicles: readonly BoundVehicle[],
): Promise<ReadonlyMap<number, readonly Content[]>> {
  const ids = vehicles.map(({ id }) => id);
  const drivers = superior.sendDriver ? await loadDrivers(db, encryption, ids) : new Map<number, BodyOf<'driver'>>();
  return new Map(
    vehicles.map((each) => {
      const vehicle = toVehicleName(each);
      const driver = drivers.get(each.id);
      const messages: Content[] = [{ type: 'vehicleRegister', body: encodeRegistration(each, superior), vehicle }];
      if (driver) messages.push({ type: 'driver', body: driver, vehicle });
      return [each.id, messages] as const;
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

/** Loads the drivers for 0x120A and 0x120C, by vehicle. */
export async function loadDrivers(
  db: Queryable,
  encryption: Pick<FieldEncryption, 'decrypt'>,
  vehicleIds: readonly number[],
): Promise<ReadonlyMap<number, BodyOf<'driver'>>> {
  const rows = await db.query<DriverRow>(sql`
    select v.id as vehicle_id, d.name, d.id_card, d.qual_no, d.qual_org, d.qual_to
    from vehicle v join driver d on d.id = v.driver_id where v.id = any(${[...vehicleIds]})`);
  return new Map(
    rows.map((row) => [
      row.vehicle_id,
      {
        name: truncateGbk(row.name, 16),
        identity: row.id_card ? encryption.decrypt(row.id_card, 'driver.idCard').slice(0, 20) : '',
        licence: toAscii(row.qual_no ?? '', 40),
        issuer: truncateGbk(row.qual_org ?? '', 200),
        validUntil: row.qual_to ? Math.floor(Date.parse(`${row.qual_to}T00:00:00+08:00`) / 1000) : 0,
      },
    ]),
  );
}

/** Truncates a text to a number of GBK bytes: two per character outside ASCII. */
export function truncateGbk(text: string, bytes: number): string {
  let remaining = bytes;
  let result = '';
  for (const character of text) {
    remaining -= character.charCodeAt(0) < 0x80 ? 1 : 2 * character.length;
    if (remaining < 0) break;
    result += character;
  }
  return result;
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

/** Loads the static data of vehicles as `KEY:=value;` (0x1601, only as an answer to 0x9601), with the spelling of the standard. */
export async function loadStaticData(db: Queryable, vehicleIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<StaticRow>(sql`
    select v.id, v.plate, v.plate_colour, v.vehicle_type, v.trans_type, v.native_place, d.id as owner_id,
      coalesce(v.owner_name, d.name) as owner_name, v.owner_phone
    from vehicle v join department d on d.id = v.department_id where v.id = any(${[...vehicleIds]})`);
  return new Map(rows.map((row) => [row.id, formatStaticData(row)]));
}

function formatStaticData(row: StaticRow): string {
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
