/** The vehicle status numbers 0-6 (domain/vehicle-status) in the console's order and groups. */
export const STATUS_COUNT = 7;

/** Extra status bit: never online, a subset of offline. */
export const NEVER_SEEN = 1 << STATUS_COUNT;

/** Rank by status: emergency, alarm, moving, idling, parked, no fix, offline. */
export const ONLINE_FIRST: readonly number[] = [6, 4, 2, 3, 1, 0, 5];
/** Ranks when sorting by plate: only emergencies and alarms come first. */
export const PLATE_ORDER: readonly number[] = [2, 2, 2, 2, 1, 0, 2];

export type Status = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Entries of the count bar (screen catalogue 3.1): a name, and its status bits. 0: all. */
export const STATUS_GROUPS = [
  { key: 'all', text: 'monitor.statusAll', mark: null, bits: 0 },
  { key: 'moving', text: 'monitor.status2', mark: 2, bits: 1 << 2 },
  { key: 'parked', text: 'monitor.status1', mark: 1, bits: 1 << 1 },
  { key: 'idling', text: 'monitor.status3', mark: 3, bits: 1 << 3 },
  { key: 'alarm', text: 'monitor.status4', mark: 4, bits: (1 << 4) | (1 << 5) },
  { key: 'noFix', text: 'monitor.status6', mark: 6, bits: 1 << 6 },
  { key: 'offline', text: 'monitor.status0', mark: 0, bits: 1 << 0 },
  { key: 'never', text: 'monitor.statusNever', mark: 0, bits: NEVER_SEEN },
] as const;

export type StatusGroup = (typeof STATUS_GROUPS)[number]['key'];
