import { CallError, type ErrorName } from '@fleetwarden/contract/errors';
import type { Scope } from '../identity/index.ts';
import type { StreamKey } from './relay.ts';

/** A view, or one that may still be opened. */
export type Usage = StreamKey & { readonly accountId: number; readonly departmentId: number };

/** What limits a new view. */
export type LimitContext = {
  readonly wish: Usage;
  /** All views, open or granted. */
  readonly views: readonly Usage[];
  readonly settings: { readonly videoCells: number; readonly videoStreams: number };
  /** Quotas of the department and of those above it, with their departments. */
  readonly quotas: readonly { readonly scope: Scope; readonly streams: number }[];
};

const streamKey = ({ vehicleId, channel, streamType }: StreamKey): string => `${vehicleId} ${channel} ${streamType}`;

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
    check: ({ wish, views, settings }) => [
      [views.filter(({ accountId }) => accountId === wish.accountId).length + 1, settings.videoCells],
    ],
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
export function requireRoomForView(context: LimitContext): void {
  for (const { error, check } of LIMITS)
    for (const [used, max] of check(context)) if (used > max) throw new CallError(error, `${used} of ${max}`, [], { max });
}
