const MIB = 1_048_576;

/** Days of a search of evidence, except for locked evidence. */
export const EVIDENCE_LIST_DAYS = 31;
/** Cards of a page by default: five rows of four. */
export const EVIDENCE_LIST_LIMIT = 20;
/** Alarms of one change, or of one package. */
export const MAX_EVIDENCE_ALARMS = 100;
/** Bytes of the files of one package. */
export const MAX_PACK_BYTES = 2048 * MIB;
/** A package as a file: its files, and lists and documents about them. */
export const MAX_PACK_FILE_BYTES = MAX_PACK_BYTES + 64 * MIB;
export const EVIDENCE_NOTE_MAX = 500;
export const EVIDENCE_REASON_MAX = 200;
