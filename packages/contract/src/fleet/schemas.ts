import { z } from 'zod';
import type { CallSchemas } from '../call.ts';
import { recordPart } from '../resources/record-schemas.ts';
import { RecordId } from '../values/record-id.ts';
import { RefusedRegistration, TerminalConnection, TerminalMessage, UnknownTerminal } from './terminals.ts';
import { TERMINAL_FIELDS, vehicle } from './vehicle-resource.ts';

/** Ids of JT/T 808 messages are two bytes. */
const MAX_MESSAGE_ID = 0xffff;
/** Vehicles named in one call at most. */
const MAX_VEHICLES = 1_000;
/** Numbers of channels (JT/T 1076), and how many a vehicle can have. */
const MAX_CHANNEL = 127;
const MAX_CHANNELS = 64;
/** Months service is extended by at most. */
const MAX_MONTHS = 120;

const vehicleIds = z.array(RecordId).min(1).max(MAX_VEHICLES);
const channelNumber = z.number().int().min(1).max(MAX_CHANNEL);

/** A camera or microphone of a vehicle. */
export const VehicleChannel = z.strictObject({
  /** As it is plugged, and as requests name it (JT/T 1076). */
  physical: channelNumber,
  logical: channelNumber,
  name: z.string().trim().min(1).max(20),
  /** CHANNEL_KIND. */
  kind: z.literal([0, 1, 2]),
  /** ICON. */
  icon: z.literal([1, 2, 3]),
  /** It can be turned. */
  yuntai: z.boolean(),
});
export type VehicleChannel = z.infer<typeof VehicleChannel>;

/** A terminal or SIM card that a vehicle had. */
const PastTerminal = z.object({
  id: z.string(),
  phone: z.string(),
  terminalNo: z.string().nullable(),
  manufacturerId: z.string().nullable(),
  terminalModel: z.string().nullable(),
  iccid: z.string().nullable(),
  imei: z.string().nullable(),
  since: z.number(),
  until: z.number(),
  userName: z.string(),
  reason: z.string().nullable(),
});
export type PastTerminal = z.infer<typeof PastTerminal>;

/** Old and new values of a record's fields, by key. Links are names. */
export const RecordChange = z.object({
  id: z.string(),
  at: z.number(),
  userName: z.string(),
  kind: z.string(),
  note: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type RecordChange = z.infer<typeof RecordChange>;

export const fleetSchemas = {
  restoreCar: {
    summary: 'Restores removed vehicles with the terminals they had. Refused with 4001 if other vehicles now use their values.',
    data: z.object({ ids: z.array(RecordId).min(1).max(1_000) }),
    reply: z.object({ restored: z.number() }),
  },
  purgeCar: {
    summary: 'Permanently deletes a removed vehicle. `carNo` must repeat its plate as confirmation. Its positions remain stored.',
    data: z.object({ id: RecordId, carNo: z.string().trim().min(1).max(20) }),
    reply: z.object({ id: z.string() }),
  },
  checkUnique: {
    summary:
      'Returns the values that another vehicle already has: a plate with its colour, a VIN, or the phone or number of a terminal.',
    data: z.object({
      /** The vehicle that is edited: its own values are free. */
      id: RecordId.optional(),
      carNo: z.string().trim().max(20).optional(),
      plateColor: z.number().int().min(0).max(99).optional(),
      vin: z.string().trim().max(20).optional(),
      phone: z.string().trim().max(20).optional(),
      terminalNo: z.string().trim().max(30).optional(),
    }),
    reply: z.object({ taken: z.array(z.string()) }),
  },
  enableCar: {
    summary:
      'Enables or disables vehicles, all of them or none. The terminal of a disabled vehicle is disconnected at once and refused.',
    data: z.object({ ids: vehicleIds, enabled: z.boolean() }),
    reply: z.object({ changed: z.number() }),
  },
  renewService: {
    summary:
      'Extends service by whole months: from its last day (`end`; from today if the service has no end), or from today (`today`).',
    data: z.object({ ids: vehicleIds, months: z.number().int().min(1).max(MAX_MONTHS), from: z.enum(['end', 'today']) }),
    reply: z.object({ renewed: z.number() }),
  },
  replaceTerminal: {
    summary:
      'Replaces the terminal or SIM card of a vehicle. Refused if the vehicle changed after `version` was read. The history stores the replaced one.',
    data: z.object({
      id: RecordId,
      version: z.number().int(),
      values: recordPart(vehicle, TERMINAL_FIELDS),
      reason: z.string().trim().min(1).max(100),
    }),
    reply: z.object({ id: z.string() }),
  },
  allowRegistration: {
    summary:
      'Allows another device to register as the terminal of a vehicle, once, within 24 hours. It receives a new authentication code; the old code becomes invalid.',
    data: z.object({ id: RecordId }),
    reply: z.object({ id: z.string(), until: z.number() }),
  },
  listRefusedRegistration: {
    summary:
      'Lists terminals of the scope whose last registration was refused, with the reason, newest first. Entries are stored for 30 days.',
    data: z.object({ phone: z.string().trim().max(20).optional() }),
    reply: z.object({ list: z.array(RefusedRegistration) }),
  },
  getTerminalConnection: {
    summary:
      'Returns the address that the terminal of a vehicle must connect to, and the steps of its connection with the problems that occurred.',
    data: z.object({ id: RecordId }),
    reply: TerminalConnection,
  },
  listTerminalHistory: {
    summary: 'Lists the earlier terminals and SIM cards of a vehicle, newest first; at most 200.',
    data: z.object({ id: RecordId }),
    reply: z.object({ list: z.array(PastTerminal) }),
  },
  listChangeLog: {
    summary: 'Lists the change history of a vehicle, newest first.',
    data: z.object({ id: RecordId }),
    reply: z.object({ list: z.array(RecordChange) }),
  },
  listChannel: {
    summary: 'Lists the video channels of a vehicle, sorted by their logical numbers.',
    data: z.object({ id: RecordId }),
    reply: z.object({ list: z.array(VehicleChannel), version: z.number() }),
  },
  saveChannel: {
    summary: 'Replaces all video channels of a vehicle. Refused if the vehicle changed after `version` was read.',
    data: z.object({ id: RecordId, version: z.number().int(), list: z.array(VehicleChannel).max(MAX_CHANNELS) }),
    reply: z.object({ id: z.string() }),
  },
  listUnknownTerminal: {
    summary:
      'Lists terminals that were refused because no record has their number, newest first. Users below the root department see only terminals that report a vehicle of their scope.',
    data: z.object({ phone: z.string().trim().max(20).optional() }),
    reply: z.object({ list: z.array(UnknownTerminal) }),
  },
  listMessage: {
    summary:
      'Lists terminal messages that the platform does not interpret, as received, newest first. The newest of each vehicle are stored for 30 days.',
    data: z.object({
      id: z
        .string()
        .regex(/^\d{1,18}$/)
        .optional(),
      carNo: z.string().trim().max(20).optional(),
      carId: RecordId.optional(),
      messageId: z.number().int().min(0).max(MAX_MESSAGE_ID).optional(),
      reason: z.literal([1, 2, 3, 4, 5]).optional(),
    }),
    reply: z.object({ list: z.array(TerminalMessage) }),
  },
  getCarTypes: {
    summary: 'Lists the vehicle types (JT/T 697.7) in their defined order, with names in the caller’s language.',
    data: z.object({}),
    reply: z.object({ list: z.array(z.object({ value: z.number(), label: z.string() })) }),
  },
  getCarInfosByDeptId: {
    summary: 'Lists the vehicles of a department and everything below it, sorted by plate; at most 5,000.',
    data: z.object({ deptId: RecordId }),
    reply: z.object({
      list: z.array(
        z.object({ carId: z.string(), carNo: z.string(), color: z.number(), deptId: z.string(), phone: z.string().nullable() }),
      ),
    }),
  },
} satisfies Record<string, CallSchemas>;
