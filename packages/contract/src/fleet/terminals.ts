/** What terminals tried that the platform does not know or does not accept. */
import { z } from 'zod';

/** A terminal that is in no record. */
export const UnknownTerminal = z.object({
  phone: z.string(),
  terminalNo: z.string().nullable(),
  manufacturerId: z.string().nullable(),
  terminalModel: z.string().nullable(),
  carNo: z.string().nullable(),
  /** PLATE_COLOR. */
  plateColor: z.number().nullable(),
  /** 2011, 2013 or 2019. */
  version: z.number(),
  peerIp: z.string(),
  times: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  /** The vehicle with that plate, if it is in the caller's scope. */
  carId: z.string().nullable(),
});
export type UnknownTerminal = z.infer<typeof UnknownTerminal>;

/** A message of a terminal that the platform does not interpret, as received. */
export const TerminalMessage = z.object({
  id: z.string(),
  carId: z.string(),
  carNo: z.string(),
  /** PLATE_COLOR. */
  plateColor: z.number(),
  receivedAt: z.number(),
  messageId: z.number(),
  /** The message's own type, or the id of an additional item. */
  subType: z.number().nullable(),
  serial: z.number(),
  /** MESSAGE_REASON. */
  reason: z.number(),
  /** Full length of the body. */
  bytes: z.number(),
  /** The first 2 KiB of the body; with `id` all that is stored. */
  hex: z.string(),
});
export type TerminalMessage = z.infer<typeof TerminalMessage>;

/** The last refused registration of a terminal that is in a record. */
export const RefusedRegistration = z.object({
  carId: z.string(),
  carNo: z.string(),
  /** PLATE_COLOR. */
  carColor: z.number(),
  phone: z.string(),
  /** Another terminal id than the record's; another device than the one that registered; or no proof of being it. */
  reason: z.enum(['terminalId', 'otherDevice', 'unproved']),
  /** The record's terminal id. */
  knownTerminalNo: z.string().nullable(),
  /** What the refused device reported; empty texts where it reported none. */
  terminalNo: z.string(),
  manufacturerId: z.string(),
  terminalModel: z.string(),
  announcedNo: z.string(),
  /** PLATE_COLOR. */
  announcedColor: z.number(),
  /** 2011, 2013 or 2019. */
  version: z.number(),
  peerIp: z.string(),
  times: z.number(),
  firstAt: z.number(),
  lastAt: z.number(),
  /** Until then one registration of another device is accepted. */
  allowedUntil: z.number().nullable(),
});
export type RefusedRegistration = z.infer<typeof RefusedRegistration>;

/** The steps of a terminal's first connection. Times are epoch ms. */
export const TerminalConnection = z.object({
  /** The address to enter into the terminal; null: the host name of the console. */
  host: z.string().nullable(),
  /** TCP and UDP. */
  port: z.number(),
  phone: z.string().nullable(),
  registeredAt: z.number().nullable(),
  authenticatedAt: z.number().nullable(),
  online: z.boolean(),
  /** The last login of this terminal. */
  session: z
    .object({ loginAt: z.number(), peerIp: z.string().nullable(), transport: z.string(), version: z.number().nullable() })
    .nullable(),
  /** The newest location since that login. */
  location: z
    .object({
      /** The terminal's time; null: it reported none. */
      at: z.number().nullable(),
      receivedAt: z.number(),
      /** Whether the terminal reported a fix. */
      hasFix: z.boolean(),
      isTimeValid: z.boolean(),
    })
    .nullable(),
  /** Why the platform refuses the terminal since its last success. */
  refusal: z
    .object({
      reason: z.enum([
        'terminalId',
        'otherDevice',
        'unproved',
        'noVehicle',
        'serviceStopped',
        'wrongCode',
        'throttled',
        'unauthenticated',
        'unreadable',
      ]),
      peerIp: z.string(),
      times: z.number(),
      lastAt: z.number(),
    })
    .nullable(),
  /** Unknown numbers that tried to connect in the last ten minutes. */
  unknown: z.array(z.object({ phone: z.string(), peerIp: z.string(), lastAt: z.number() })),
  /** Addresses that sent unreadable data in the last ten minutes; empty below the root department. */
  unreadable: z.array(z.object({ peerIp: z.string(), lastAt: z.number() })),
});
export type TerminalConnection = z.infer<typeof TerminalConnection>;
