import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import { isTalk } from '@fleetwarden/contract/video/live-video';
import type { Queryable } from '../../platform/db/database.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import type { StreamKey } from './relay.ts';
import { streamQuotas } from './store.ts';

/** A view, or one that may still be opened; or a recording, which is no tile of a user: `accountId` null. */
export type Usage = StreamKey & { readonly accountId: number | null; readonly departmentId: number };

/**
 * Calls `take`, which makes the wish count, in the same moment as the check. Throws CallError if a limit is reached. `replaced` does
 * not count: the wish takes its place.
 */
export type TakeRoom = <T>(wish: Usage, take: () => T | Promise<T>, replaced?: Usage) => Promise<T>;

/** What limits a new view. */
type LimitContext = {
  readonly wish: Usage;
  /** All views, open or granted. */
  readonly views: readonly Usage[];
  readonly settings: { readonly videoCells: number; readonly videoStreams: number };
  /** Quotas of the department and of those above it, with their departments. */
  readonly quotas: readonly { readonly scope: Scope; readonly streams: number }[];
};

const MAIN = 0;
/** A terminal sends 4 main or 8 sub streams (screen catalogue 5.1): a main stream counts as two. */
const SUB_STREAMS_OF_MAIN = 2;

const streamKey = ({ kind, vehicleId, channel, streamType }: StreamKey): string =>
  `${kind} ${vehicleId} ${channel} ${streamType}`;

/** Distinct streams of views, with the wished one. */
const distinctStreams = ({ views, wish }: LimitContext, fits: (view: Usage) => boolean): readonly Usage[] => [
  ...new Map([...views.filter(fits), wish].map((each) => [streamKey(each), each])).values(),
];

/** What streams need of the vehicle's uplink, in sub streams. */
const countSubStreams = (streams: readonly Usage[]): number =>
  streams.reduce((sum, { streamType }) => sum + (streamType === MAIN ? SUB_STREAMS_OF_MAIN : 1), 0);

type LimitRow = {
  readonly error: ErrorName;
  /** Pairs of what would be used, and what is allowed. */
  readonly check: (context: LimitContext) => readonly (readonly [used: number, max: number])[];
  /** Values of the error's text; default: `max`. */
  readonly values?: (max: number) => Readonly<Record<string, number>>;
};

const LIMITS: readonly LimitRow[] = [
  {
    error: 'videoOfUser',
    check: ({ wish, views, settings }) =>
      wish.accountId === null
        ? []
        : [[views.filter(({ accountId }) => accountId === wish.accountId).length + 1, settings.videoCells]],
  },
  {
    error: 'videoOfVehicle',
    check: (context) => [
      [
        countSubStreams(distinctStreams(context, ({ vehicleId }) => vehicleId === context.wish.vehicleId)),
        context.settings.videoStreams * SUB_STREAMS_OF_MAIN,
      ],
    ],
    values: (sub) => ({ max: sub / SUB_STREAMS_OF_MAIN, sub }),
  },
  {
    error: 'videoOfDepartment',
    check: (context) =>
      context.quotas.map(({ scope, streams }) => [
        distinctStreams(context, ({ departmentId }) => scope.has(departmentId)).length,
        streams,
      ]),
  },
];

/** Throws CallError if a limit is reached. */
function requireRoomForView(context: LimitContext): void {
  for (const { error, check, values = (max: number) => ({ max }) } of LIMITS)
    for (const [used, max] of check(context)) if (used > max) throw new CallError(error, `${used} of ${max}`, [], values(max));
}

/** The check for a view or a recording: quotas of the departments, settings of the platform, and what is open now. */
export function createTakeRoom(deps: {
  readonly db: Queryable;
  readonly scopes: Scopes;
  readonly settings: (departmentId: null) => Promise<LimitContext['settings']>;
  /** All that is watched, recorded or may still be opened. */
  readonly usage: () => readonly Usage[];
}): TakeRoom {
  const { db, scopes } = deps;
  return async (wish, take, replaced) => {
    const settings = await deps.settings(null);
    const quotas = await Promise.all(
      (await streamQuotas(db, wish.departmentId)).map(async ({ department_id, video_streams }) => ({
        scope: await scopes.of(department_id),
        streams: video_streams,
      })),
    );
    requireRoomForView({ wish, views: deps.usage().filter((each) => !isTalk(each) && each !== replaced), settings, quotas });
    // no await in between
    return take();
  };
}
