import type { Caller } from './principal.ts';

/** What a handler tells of an audited call: which thing, and how it was and is. Never secrets. */
export type AuditNote = { readonly object?: string; readonly before?: unknown; readonly after?: unknown };

/** One attempt of an audited call. */
export type AuditEntry = AuditNote & {
  readonly user: Caller;
  readonly peerIp: string;
  /** The call's area and its key there. */
  readonly area: string;
  readonly action: string;
  /** Code of the reply; '0' is success. */
  readonly result: string;
};

/** Stores an entry; once it resolves the entry is stored. */
export type WriteAudit = (entry: AuditEntry) => Promise<void>;

/** The trail of one request: what its handler notes, and the one row it leaves. */
export type AuditTrail = {
  /** A later note wins, field by field. */
  readonly note: (more: AuditNote) => void;
  /** To be awaited before the reply: what is acknowledged is logged. */
  readonly succeeded: () => Promise<void>;
  /** A refusal keeps what it was aimed at, and no data. Nothing where a row was already tried. */
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

/** Of calls that are not audited. */
export const noTrail: AuditTrail = { note: () => undefined, succeeded: async () => undefined, refused: async () => undefined };
