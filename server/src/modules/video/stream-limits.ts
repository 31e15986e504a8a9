import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import { isTalk } from '@fleetwarden/contract/video/live-video';
import type { Queryable } from '../../platform/db/database.ts';
import type { Scope, Scopes } from '../identity/index.ts';
import type { StreamKey } from './relay.ts';
import { streamQuotas } from './store.ts';

/** A view, or one that may still be opened; or a recording, which is no tile of a user: `accountId` null. */
export type Usage = StreamKey & { readonly accountId: number | null; readonly departmentId: number };

/** Throws CallError if a limit is reached. */
export type RoomCheck = (wish: Usage) => Promise<void>;

/** What limits a new view. */
type LimitContext = {
  readonly wish: Usage;
  /** All views, open or granted. */
  readonly views: readonly Usage[];
  readonly settings: { readonly videoCells: number; readonly videoStreams: number };
  /** Quotas of the department and of those above it, with their departments. */
  readonly quotas: readonly { readonly scope: Scope; readonly streams: number }[];
};

const streamKey = ({ kind, vehicleId, channel, streamType }: StreamKey): string =>
  `${kind} ${vehicleId} ${channel} ${streamType}`;

/** Distinct streams of views, with the wished one. */
const countStreams = ({ views, wish }: LimitContext, fits: (view: Usage) => boolean): number =>
  new Set([...views.filter(fits), wish].map(streamKey)).size;

type LimitRow = {
  readonly error: ErrorName;
  /** Pairs of what would be used, and what is allowed. */
  readonly check: (context: LimitContext) => readonly (readonly [used: number, max: number])[];
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
      [countStreams(context, ({ vehicleId }) => vehicleId === context.wish.vehicleId), context.settings.videoStreams],
    ],
  },
  {
    error: 'videoOfDepartment',
    check: (context) =>
      context.quotas.map(({ scope, streams }) => [countStreams(context, ({ departmentId }) => scope.has(departmentId)), streams]),
  },
];

/** Throws CallError if a limit is reached. */
function requireRoomForView(context: LimitContext): void {
  for (const { error, check } of LIMITS)
    for (const [used, max] of check(context)) if (used > max) throw new CallError(error, `${used} of ${max}`, [], { max });
}

/** The check for a view or a recording: quotas of the departments, settings of the platform, and what is open now. */
export function createRoomCheck(deps: {
  readonly db: Queryable;
  readonly scopes: Scopes;
  readonly settings: (departmentId: null) => Promise<LimitContext['settings']>;
  /** All that is watched, recorded or may still be opened. */
  readonly usage: () => readonly Usage[];
}): RoomCheck {
  const { db, scopes } = deps;
  return async (wish) => {
    const settings = await deps.settings(null);
    const quotas = await Promise.all(
      (await streamQuotas(db, wish.departmentId)).map(async ({ department_id, video_streams }) => ({
        scope: await scopes.of(department_id),
        streams: video_streams,
      })),
    );
    requireRoomForView({ wish, views: deps.usage().filter((each) => !isTalk(each)), settings, quotas });
  };
}
