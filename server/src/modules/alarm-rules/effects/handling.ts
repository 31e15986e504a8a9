import { isSafetyAlarm } from '@fleetwarden/domain/alarm-counts';
import { findConfirmMask } from '@fleetwarden/domain/alarm-types';
import { isWithin, minuteOfDay, minutesOf } from '@fleetwarden/domain/day-time';
import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { z } from 'zod';
import { inForce } from '../../../engine/rules/in-force.ts';
import type { Db } from '../../../platform/db/database.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { CaseTransitions } from '../../alarms/index.ts';
import type { CommandService } from '../../commands/index.ts';
import type { ActiveRules } from '../active-rules.ts';
import type { BookScheme } from '../rule-snapshot.ts';
import * as store from './store.ts';
import type { Texts } from './texts.ts';

/** Rules leave older cases to people. */
const SINCE_MS = 7 * DAY_MS;
/** Cases looked at at once, and how often in one run. */
const PAGE = 500;
const MAX_PAGES = 20;
const MESSAGE = 1;
const CONFIRM = '8203';

type Handling = BookScheme<'130103'> | BookScheme<'130109'>;

/** Handles cases by the rules 130103 (ordinary alarms) and 130109 (safety alarms). */
export function createAutomaticHandling(deps: {
  readonly db: Db;
  readonly activeRules: ActiveRules;
  readonly caseTransitions: CaseTransitions;
  readonly texts: Texts;
  readonly service: Pick<CommandService, 'sendOwn'>;
  readonly now: () => number;
}): Job<object> {
  const { db, activeRules, caseTransitions, texts, service, now } = deps;

  /** Vehicles for which this is the scheme that holds. */
  const vehiclesOf = ({ kind, id }: Handling): number[] =>
    [...activeRules.vehicleIds()].filter((vehicleId) => {
      const candidates: readonly Handling[] = activeRules.schemesOf(kind as '130103', vehicleId);
      return candidates.find((scheme) => inForce(scheme)(now()))?.id === id;
    });

  const deals = ({ params, timeZone, ...scheme }: Handling, found: store.Candidate): boolean => {
    if (isSafetyAlarm(found.typeId) !== (scheme.kind === '130109')) return false;
    if ('excludeLevel3' in params && params.excludeLevel3 && found.level === 3) return false;
    if (!('segments' in params)) return true;
    const minute = minuteOfDay(found.startAt, timeZone);
    const { segments, skipKey } = params;
    if (segments.length > 0 && !segments.some(({ start, end }) => isWithin(minute, minutesOf(start), minutesOf(end))))
      return false;
    return !(skipKey && activeRules.rulesOf(found.vehicleId)?.planOf(found.typeId, found.startAt)?.key);
  };

  /** Tells a terminal that goes on telling of it that it was seen, where it can be reached. */
  const confirm = async ({ gid, vehicleId, typeId }: store.Candidate): Promise<void> => {
    const alarmBits = findConfirmMask(typeId);
    if (alarmBits === 0) return;
    const wish = { cmdCode: CONFIRM, params: { serial: 0, alarmBits }, queueOffline: false } as const;
    for (const { seqId } of await service.sendOwn(wish, [vehicleId]))
      await caseTransitions.note(gid, 'confirmed', null, { commandId: seqId });
  };

  const handle = async (scheme: Handling, found: store.Candidate): Promise<void> => {
    const { dealType, vNotes, content, channels } = scheme.params;
    const text =
      dealType === MESSAGE && content !== undefined
        ? texts.filled(content, {
            ...found,
            plate: activeRules.vehicle(found.vehicleId)?.plate ?? '',
            speedKmh: found.maxKmh,
            at: found.startAt,
          })
        : undefined;
    const detail = { schemeId: scheme.id, ...(text === undefined ? {} : { text, channels }) };
    const by = { accountId: null, scope: null, automatic: true };
    const handled = await caseTransitions.handle({ gids: [found.gid], dealType, notes: vNotes, ...by, detail });
    if (handled.length === 0) return;
    await confirm(found);
    if (text === undefined) return;
    const sent = await texts.send([found.vehicleId], { content: text, channels }, true);
    const commandId = sent.get(found.vehicleId);
    await caseTransitions.note(found.gid, 'message', null, {
      text,
      channels,
      ...(commandId === undefined ? {} : { commandId: String(commandId) }),
    });
  };

  const run = async (scheme: Handling, signal: AbortSignal): Promise<void> => {
    const { params } = scheme;
    // the files it waits for are for a person to look at where they do not come
    if ('needFile' in params && params.needFile) return;
    const sought: store.Sought = {
      vehicleIds: vehiclesOf(scheme),
      types: 'types' in params ? params.types : params.subTypes,
      levels: params.levels,
      maxSpeed: params.maxSpeed,
      until: now() - params.wait * MINUTE_MS,
      since: now() - SINCE_MS,
      onlyEnded: 'onlyEnded' in params && params.onlyEnded,
      maxDurationMs: 'maxDuration' in params ? params.maxDuration * 1000 : 0,
    };
    if (sought.vehicleIds.length === 0) return;
    let after: store.Candidate | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const found: store.Candidate[] = await store.candidates(db, sought, after, PAGE);
      for (const each of found) {
        signal.throwIfAborted();
        if (deals(scheme, each)) await handle(scheme, each);
      }
      if (found.length < PAGE) return;
      after = found.at(-1)!;
    }
  };

  return {
    kind: 'rules.handling',
    lane: 'maintenance',
    payload: z.object({}),
    maxAttempts: 1,
    run: async (_payload, { signal }) => {
      for (const scheme of [...activeRules.all('130103'), ...activeRules.all('130109')]) await run(scheme, signal);
    },
  };
}
