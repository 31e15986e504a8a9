type Row<L extends string = string> = {
  /** Concurrent jobs per node. */
  readonly width: number;
  /** Parent lane: its width includes these jobs, which are claimed first. */
  readonly within?: L;
};

/**
 * A job waits only for jobs of its own lane; the longest due runs first. Together the lanes use at most about 15 database
 * connections: the pool (platform/db) must have more.
 */
export const LANES = {
  /** Tasks that a user waits for, including exports. The width also bounds their memory. */
  interactive: { width: 4 },
  /** The same work started by a schedule: it leaves room for users in the parent lane. */
  scheduled: { width: 2, within: 'interactive' },
  /** Short periodic work: messages to drivers, operators and inboxes. */
  cron: { width: 3 },
  /** Email: another server may not answer for a minute. */
  email: { width: 2 },
  /** Periodic work that may take minutes: rollups, automatic handling, deletion of old data. */
  maintenance: { width: 3 },
  /** Long one-time work, such as thousands of files in a night. */
  bulk: { width: 2 },
} as const satisfies Readonly<Record<string, Row>>;

export type Lane = keyof typeof LANES;
/** Lane of jobs that name none: slow ones there keep no user waiting. */
export const DEFAULT_LANE: Lane = 'maintenance';

const lanes = Object.keys(LANES) as readonly Lane[];
const findParentLane = (lane: Lane): Lane | undefined => (LANES[lane] as Row<Lane>).within;
/** Lanes in the order in which jobs are claimed: child lanes first. */
export const CLAIM_ORDER: readonly (readonly Lane[])[] = [
  lanes.filter((lane) => findParentLane(lane) !== undefined),
  lanes.filter((lane) => findParentLane(lane) === undefined),
];

/** Free slots of a lane, given the running jobs of each lane. */
export function countFreeSlots(lane: Lane, running: ReadonlyMap<Lane, number>): number {
  const held = lanes.reduce(
    (all, each) => (each === lane || findParentLane(each) === lane ? all + (running.get(each) ?? 0) : all),
    0,
  );
  const own = LANES[lane].width - held;
  const outer = findParentLane(lane);
  return Math.max(0, outer === undefined ? own : Math.min(own, countFreeSlots(outer, running)));
}
