import type { Caller } from './principal.ts';

/** Details of an audited call: the object, and its state before and after. Never secrets. */
export type AuditNote = { readonly object?: string; readonly before?: unknown; readonly after?: unknown };

/** One attempt of an audited call. */
export type AuditEntry = AuditNote & {
  readonly user: Caller;
  readonly peerIp: string;
  /** Module and key of the call. */
  readonly area: string;
  readonly action: string;
  /** Reply code; '0' is success. */
  readonly result: string;
};

/** Stores an entry; resolves when it is stored. */
export type WriteAudit = (entry: AuditEntry) => Promise<void>;

/** Audit trail of one request: notes of its handler, and the one row it writes. */
export type AuditTrail = {
  /** Later notes override earlier ones, field by field. */
  readonly note: (more: AuditNote) => void;
  /** Await before the reply: every acknowledged call is logged. */
  readonly succeeded: () => Promise<void>;
  /** Logs a refusal with its object and without data. Does nothing if a row was already written. */
  readonly refused: (code: string) => Promise<void>;
};

export function createAuditTrail(write: WriteAudit, of: Omit<AuditEntry, keyof AuditNote | 'result'>): AuditTrail {
  let noted: AuditNote = {};
  let left = false;
  const leave = async (result: string, note: AuditNote): Promise<void> => {
    if (left) return;
    left = true;
    await write({ ...of, ...note, result });
  };
  return {
    note: (more) => {
      noted = { ...noted, ...more };
    },
    succeeded: () => leave('0', noted),
    refused: (code) => leave(code, noted.object === undefined ? {} : { object: noted.object }),
  };
}

/** For calls that are not audited. */
export const noTrail: AuditTrail = { note: () => undefined, succeeded: async () => undefined, refused: async () => undefined };
