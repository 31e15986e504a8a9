import { CallError } from '@fleetwarden/contract/errors';
import { minuteOfDay, parseClock } from '@fleetwarden/domain/day-time';
import { MINUTE_MS } from '@fleetwarden/domain/durations';
import type { Settings } from '../settings/index.ts';

export type PrivacySettings = Pick<Settings, 'cabinChannels' | 'cabinView' | 'cabinHours'>;

/** A channel, with the times of its pictures (epoch ms): of a recording; absent: now. */
export type ViewWish = {
  readonly departmentId: number;
  readonly channel: number;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
};

export type Privacy = {
  /** Whether the rules of the vehicle's department leave the channel open for all of the time. */
  mayView(wish: ViewWish): Promise<boolean>;
  /** Throws CallError cabinClosed. */
  requireView(wish: ViewWish): Promise<void>;
};

const DAY_MINUTES = 1_440;

/** Cabin channels may be closed, or open in working hours only: for live video, talk, playback and recordings. */
export function createPrivacy(deps: {
  readonly settings: (departmentId: number) => Promise<PrivacySettings>;
  readonly timeZone: string;
  readonly now: () => number;
}): Privacy {
  const mayView: Privacy['mayView'] = async ({ departmentId, channel, startTime, endTime }) => {
    const settings = await deps.settings(departmentId);
    if (settings.cabinView === 'cabinOpen' || !isCabin(settings, channel)) return true;
    if (settings.cabinView === 'cabinClosed') return false;
    const start = startTime ?? deps.now();
    return isWithinHours(settings.cabinHours, start, endTime ?? start, deps.timeZone);
  };
  return {
    mayView,
    requireView: async (wish) => {
      if (!(await mayView(wish))) throw new CallError('cabinClosed', `channel ${wish.channel}`);
    },
  };
}

const isCabin = ({ cabinChannels }: PrivacySettings, channel: number): boolean =>
  cabinChannels.split(',').includes(String(channel));

/** Whether a time range is inside one span of working hours. */
function isWithinHours(hours: string, start: number, end: number, timeZone: string): boolean {
  const [from = 0, to = 0] = hours.split('-').map(parseClock);
  const after = (minute: number) => (minute - from + DAY_MINUTES) % DAY_MINUTES;
  // equal times: the whole day, each day
  if (from === to) return true;
  return after(minuteOfDay(start, timeZone)) + (end - start) / MINUTE_MS < after(to);
}
