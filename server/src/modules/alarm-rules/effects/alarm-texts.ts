import type { AlarmNews } from '@fleetwarden/domain/alarm-news';
import { startOfDay } from '@fleetwarden/domain/business-day';
import { z } from 'zod';
import { inForce } from '../../../engine/rules/in-force.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { Jobs } from '../../../platform/jobs/runner.ts';
import type { ActiveRules } from '../active-rules.ts';
import type { BookScheme } from '../rule-snapshot.ts';
import * as store from './store.ts';
import type { Texts } from './texts.ts';

const NIGHT_BAN = 108;
const ROAD_WARNING = 109;
/** Nobody is called for what is older, ms: news may come after a restart. */
const FRESH_MS = 600_000;
/** Nothing is read out to who drives faster, km/h. */
const SAFE_KMH = 100;
const TTS = 8;

const Delayed = z.object({
  schemeId: z.number(),
  vehicleId: z.number(),
  gid: z.string(),
  subject: z.string(),
  content: z.string(),
  channels: z.array(z.number()),
  gapMs: z.number(),
  most: z.number(),
});
type Wish = z.infer<typeof Delayed>;

/** Texts that alarms ask for: of 130105, of driving in banned hours (130104), of places ahead (130111). Offline they are dropped. */
export function createAlarmTexts(deps: {
  readonly db: Db;
  readonly activeRules: ActiveRules;
  readonly texts: Texts;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly timeZone: string;
  readonly now: () => number;
}): { readonly take: (news: readonly AlarmNews[]) => Promise<void>; readonly delayed: Job<Wish> } {
  const { db, activeRules, texts, jobs, timeZone, now } = deps;

  const send = async (wish: Wish): Promise<void> => {
    const { schemeId, vehicleId, subject, gapMs, most } = wish;
    const at = now();
    const effect = { schemeId, vehicleId, subject, at, gapMs, most, dayStart: startOfDay(at, timeZone) };
    if (!(await store.beginAgain(db, effect))) return;
    await store.keepCommands(db, schemeId, subject, at, await texts.send([vehicleId], wish, false));
  };

  const delayed: Job<Wish> = {
    kind: 'rules.alarmText',
    lane: 'cron',
    payload: Delayed,
    maxAttempts: 1,
    run: async (wish) => {
      if (await store.lasts(db, wish.gid)) await send(wish);
    },
  };

  const wishOf = (news: AlarmNews, plate: string, schemeId: number, content: string, channels: readonly number[]): Wish => ({
    schemeId,
    vehicleId: news.vehicleId,
    gid: news.gid,
    subject: `alarm.${news.typeId}`,
    channels: [...channels],
    content: texts.filled(content, { ...news, plate, at: news.startAt }),
    gapMs: 0,
    most: Number.MAX_SAFE_INTEGER,
  });

  /** What the alarm's own rule says to its driver. */
  const ownText = async (news: AlarmNews, plate: string): Promise<void> => {
    if (news.typeId === NIGHT_BAN) {
      const scheme = activeRules.schemesOf('130104', news.vehicleId).find(({ id }) => id === news.source);
      if (scheme) await send(wishOf(news, plate, scheme.id, scheme.params.content, scheme.params.channels));
    } else if (news.typeId === ROAD_WARNING && news.raised) {
      const scheme = activeRules.schemesOf('130111', news.vehicleId).find((each) => inForce(each)(news.startAt));
      const content = scheme && (await store.spotContent(db, news.source));
      if (content) await send(wishOf(news, plate, scheme.id, content, [TTS]));
    }
  };

  const isAbout = ({ params }: BookScheme<'130105'>, { typeId, level }: AlarmNews): boolean =>
    params.types.includes(typeId) && (params.levels.length === 0 || params.levels.includes(level));

  const chosenText = async (news: AlarmNews, plate: string): Promise<void> => {
    const scheme = activeRules.schemesOf('130105', news.vehicleId).find((each) => inForce(each)(now()));
    if (!scheme || !isAbout(scheme, news)) return;
    const { content, channels, delay, minGap, maxPerDay, ttsSafe } = scheme.params;
    if (ttsSafe && news.speedKmh > SAFE_KMH) return;
    const wish = { ...wishOf(news, plate, scheme.id, content, channels), gapMs: minGap * 1000, most: maxPerDay };
    if (delay === 0) await send(wish);
    else await jobs.enqueue(delayed, wish, { runAt: now() + delay * 1000 });
  };

  return {
    delayed,
    take: async (news) => {
      for (const each of news) {
        const plate = activeRules.vehicle(each.vehicleId)?.plate;
        if (plate === undefined || each.endAt !== null || now() - each.lastAt > FRESH_MS) continue;
        await ownText(each, plate);
        if (each.raised) await chosenText(each, plate);
      }
    },
  };
}
