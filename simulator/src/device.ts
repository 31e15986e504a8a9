import type { LocationInput } from '@fleetwarden/protocol/jt808';
import type { Member } from './identity.ts';
import { factoryParameters, type ParameterItems } from './parameters.ts';
import { createRecorderSettings, type RecorderSettings } from './recorder.ts';

/** Status bits of what commands switch. */
const STATUS = { fuelCut: 1 << 10, locked: 1 << 12 } as const;
const FIRMWARE = '3.4.18';

/** What commands change in a terminal. */
export type Device = {
  parameters: ParameterItems;
  firmware: string;
  doorsLocked: boolean;
  fuelCut: boolean;
  recorder: RecorderSettings;
  /** Texts by id: events (0x8301), information menu (0x8303), and the phone book (0x8401) by number. */
  readonly events: Map<number, string>;
  readonly menu: Map<number, string>;
  readonly phoneBook: Map<string, string>;
};

export const createDevice = (member: Member): Device => ({
  parameters: factoryParameters(member),
  firmware: FIRMWARE,
  doorsLocked: false,
  fuelCut: false,
  recorder: createRecorderSettings(member),
  events: new Map(),
  menu: new Map(),
  phoneBook: new Map(),
});

/** Restores what a factory reset restores. */
export function resetDevice(device: Device, member: Member): void {
  device.parameters = factoryParameters(member);
  for (const list of [device.events, device.menu, device.phoneBook]) list.clear();
}

/** A report with the state of doors and relay. */
export const withDeviceState = (report: LocationInput, { doorsLocked, fuelCut }: Device): LocationInput => ({
  ...report,
  statusBits: ((report.statusBits ?? 0) | (doorsLocked ? STATUS.locked : 0) | (fuelCut ? STATUS.fuelCut : 0)) >>> 0,
});

/** Actions of 0x8301, 0x8303 and 0x8401: the others add or change. */
const [CLEAR, REPLACE] = [0, 1] as const;

/** Stores rows of a list in a terminal. */
export function storeRows<K>(list: Map<K, string>, action: number, rows: readonly (readonly [K, string])[]): void {
  if (action === CLEAR || action === REPLACE) list.clear();
  for (const [key, text] of rows) list.set(key, text);
}
