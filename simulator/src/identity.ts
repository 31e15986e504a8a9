import type { Version } from '@fleetwarden/protocol/jt808';
import { EVIDENCE_FAULTS, type EvidenceFaultName, isEvidenceFault } from './evidence/upload-faults.ts';
import { isKind, type VehicleKind } from './motion/kinds.ts';
import { isPlace, type PlaceName } from './routes/places.ts';

/** One line of a fleet file: a terminal, the vehicle it sits in, and how that vehicle behaves. */
export type Member = {
  /** Digits, no leading zero. */
  readonly phone: string;
  readonly version: Version;
  readonly plate: string;
  /** As on the wire, JT/T 697.7. */
  readonly plateColour: number;
  readonly terminalNo: string;
  readonly maker: string;
  readonly model: string;
  readonly kind: VehicleKind;
  readonly seed: number;
  readonly homeCity: PlaceName;
  /** The drivers: its own, and substitutes. Empty: no driver cards. */
  readonly drivers?: readonly CardHolder[];
  /** How its uploads of files of alarms fail; without: as the whole fleet's. */
  readonly evidence?: EvidenceFaultName;
};

/** The driver as stored on a card. */
export type CardHolder = { readonly name: string; readonly certNo: string; readonly idNo: string };

/** Reads a fleet file's JSON: an array of members. Throws an Error that names the member and the field that is wrong. */
export function parseFleet(text: string): Member[] {
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) throw new Error('fleet: needs an array of terminals');
  const phones = new Set<string>();
  return rows.map((row: unknown, i) => {
    const member = parseMember(row, i);
    if (phones.has(member.phone)) throw new Error(`fleet[${i}].phone: ${member.phone} is there twice`);
    phones.add(member.phone);
    return member;
  });
}

function parseMember(row: unknown, i: number): Member {
  const fields: Readonly<Record<string, unknown>> = typeof row === 'object' && row !== null ? { ...row } : {};
  const wrong = (field: string, takes: string): Error =>
    new Error(`fleet[${i}].${field}: got ${JSON.stringify(fields[field])}, takes ${takes}`);
  const text = (field: string): string => {
    const value = fields[field];
    if (typeof value !== 'string' || value === '') throw wrong(field, 'a text');
    return value;
  };
  const whole = (field: string, high: number): number => {
    const value = fields[field];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > high) {
      throw wrong(field, `a whole number up to ${high}`);
    }
    return value;
  };
  const phone = text('phone');
  if (!/^[1-9]\d{4,18}$/.test(phone)) throw wrong('phone', '5 to 19 digits without a leading zero');
  const { version } = fields;
  if (version !== 2011 && version !== 2013 && version !== 2019) throw wrong('version', '2011, 2013 or 2019');
  const kind = text('kind');
  if (!isKind(kind)) throw wrong('kind', 'a kind of vehicle');
  const homeCity = text('homeCity');
  if (!isPlace(homeCity)) throw wrong('homeCity', 'a place of the road table');
  const { evidence } = fields;
  if (evidence !== undefined && !(typeof evidence === 'string' && isEvidenceFault(evidence)))
    throw wrong('evidence', `one of ${Object.keys(EVIDENCE_FAULTS).join(', ')}`);
  return {
    phone,
    version,
    plate: text('plate'),
    plateColour: whole('plateColour', 255),
    terminalNo: text('terminalNo'),
    maker: text('maker'),
    model: text('model'),
    kind,
    seed: whole('seed', 0xffff_ffff),
    homeCity,
    ...(fields['drivers'] === undefined
      ? {}
      : { drivers: holders(fields['drivers'], () => wrong('drivers', 'a list of name, certNo and idNo')) }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

function holders(value: unknown, wrong: () => Error): CardHolder[] {
  if (!Array.isArray(value)) throw wrong();
  return value.map((each: unknown) => {
    const fields: Readonly<Record<string, unknown>> = typeof each === 'object' && each !== null ? { ...each } : {};
    const { name, certNo, idNo } = fields;
    if (typeof name !== 'string' || typeof certNo !== 'string' || typeof idNo !== 'string') throw wrong();
    return { name, certNo, idNo };
  });
}
