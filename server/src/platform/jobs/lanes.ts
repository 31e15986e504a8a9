type Row<L extends string = string> = {
  /** How many run side by side on a node. */
  readonly width: number;
  /** They count towards this lane's width as well, and go first there: never more than their own width of it. */
  readonly within?: L;
};

/**
 * What runs beside what on a node: a job waits for those of its own lane alone, the longest due first. Together they hold some 15
 * connections of the database at the worst: its pool (platform/db) has to have more.
 */
export const LANES = {
  /** What a person waits for: tasks, exports among them. How many of those run at once, and so their memory, is bounded here. */
  interactive: { width: 4 },
  /** The same work where the clock began it and nobody waits: it leaves people the rest of their lane, and comes to its turn beside them. */
  scheduled: { width: 2, within: 'interactive' },
  /** Short work of its minute: what reaches drivers, watchmen and inboxes. */
  cron: { width: 3 },
  /** Letters: they wait for somebody else's server, which may say nothing for a minute. */
  email: { width: 2 },
  /** What is done again and again and may take minutes: days counted, alarms decided by rules, the past forgotten. */
  maintenance: { width: 3 },
  /** Files that are there when somebody looks, by the thousand in a night, and other long work that is done once. */
  bulk: { width: 2 },
} as const satisfies Readonly<Record<string, Row>>;

export type Lane = keyof typeof LANES;
/** Of a kind that says none: what turns out to take long there keeps nobody waiting. */
export const DEFAULT_LANE: Lane = 'maintenance';

const lanes = Object.keys(LANES) as readonly Lane[];
const findParentLane = (lane: Lane): Lane | undefined => (LANES[lane] as Row<Lane>).within;
/** Lanes that are looked at together, in their order: what is within another before that. */
export const CLAIM_ORDER: readonly (readonly Lane[])[] = [
  lanes.filter((lane) => findParentLane(lane) !== undefined),
  lanes.filter((lane) => findParentLane(lane) === undefined),
];

/** How many more of a lane may run beside those that run, of each lane so many. */
export function countFreeSlots(lane: Lane, running: ReadonlyMap<Lane, number>): number {
  const held = lanes.reduce(
    (all, each) => (each === lane || findParentLane(each) === lane ? all + (running.get(each) ?? 0) : all),
    0,
  );
  const own = LANES[lane].width - held;
  const outer = findParentLane(lane);
  return Math.max(0, outer === undefined ? own : Math.min(own, countFreeSlots(outer, running)));
}
