import { CallError } from '@fleetwarden/contract/errors';
import { MAX_STOP_BEGIN_DAYS, MAX_STOP_DAYS, offlineNoteKinds } from '@fleetwarden/contract/follow-ups/follow-up-rules';
import type { followUpsCalls } from '@fleetwarden/contract/follow-ups/routes';
import { businessDay } from '@fleetwarden/domain/business-day';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Scopes } from '../identity/index.ts';
import * as store from './store.ts';

/** Follow-ups of offline vehicles, and spot checks of online ones. */
export function createFollowups(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly timeZone: string;
  readonly now?: () => number;
}): { readonly handlers: Handlers<typeof followUpsCalls> } {
  const { db, scopes, timeZone, now = Date.now } = deps;
  const today = () => businessDay(now(), timeZone).key;

  const vehicleOf = async (tx: Queryable, carId: string, { departmentId }: Principal): Promise<store.Followed> => {
    const vehicle = await store.lockVehicle(tx, Number(carId), await scopes.of(departmentId));
    if (!vehicle) throw new CallError('notFound', `vehicle ${carId}`);
    return vehicle;
  };
  /** Writes a note unless there is a newer one than the caller saw. */
  const write = (
    { carId, seen }: { readonly carId: string; readonly seen: string | null },
    user: Principal,
    note: Omit<store.NewNote, 'vehicleId' | 'offlineSince' | 'accountId' | 'notedAt'>,
    told: (plate: string) => void,
    check: (tx: Queryable, vehicle: store.Followed) => Promise<void> = async () => undefined,
  ): Promise<{ noteId: string }> =>
    db.transaction(async (tx) => {
      const vehicle = await vehicleOf(tx, carId, user);
      told(vehicle.plate);
      const newest = await store.newestNote(tx, vehicle.id);
      if (newest !== (seen === null ? null : Number(seen))) throw new CallError('staleVersion', `note ${newest} is newer`);
      await check(tx, vehicle);
      const offlineSince = vehicle.online ? null : vehicle.heardAt;
      const of = { vehicleId: vehicle.id, offlineSince, accountId: user.accountId, notedAt: now() };
      return { noteId: String(await store.addNote(tx, { ...note, ...of })) };
    });
  const notPast = (expectOnline: string | null): void => {
    if (expectOnline !== null && expectOnline < today()) refuse('expectOnline', 'followUps.expectedPast');
  };

  return {
    handlers: {
      updateOffLineMsg: ({ carId, seen, reason, expectOnline, remark }, { user, note }) => {
        notPast(expectOnline);
        const values = { kind: offlineNoteKinds.remark, reason, expectedOn: expectOnline, text: remark };
        return write({ carId, seen }, user, { ...values, ...NO_VISIT, ...NO_STOP }, (object) =>
          note({ object, after: { reason, expectOnline, remark } }),
        );
      },
      addOfflineVisit: ({ carId, seen, way, result, text, reason, expectOnline }, { user, note }) => {
        notPast(expectOnline);
        const values = { kind: offlineNoteKinds.visit, reason, expectedOn: expectOnline, text, way, result };
        return write({ carId, seen }, user, { ...values, ...NO_STOP }, (object) =>
          note({ object, after: { way, result, text, reason, expectOnline } }),
        );
      },
      targOfflineVisitList: async ({ carId, kind }, { user, page }) => {
        const scope = await scopes.of(user.departmentId);
        const found = await store.notesOf(db, { vehicleId: Number(carId), kind: kind ?? null, scope }, page);
        if (!found) throw new CallError('notFound', `vehicle ${carId}`);
        return found;
      },
      fileOfflineStop: ({ carId, seen, reason, validFrom, validTo, remark }, { user, note }) => {
        if (Math.abs(daysBetween(today(), validFrom)) > MAX_STOP_BEGIN_DAYS) refuse('validFrom', 'followUps.stopTooFar');
        if (validTo < validFrom) refuse('validTo', 'rule.order');
        if (daysBetween(validFrom, validTo) >= MAX_STOP_DAYS) refuse('validTo', 'followUps.stopTooLong');
        const values = { kind: offlineNoteKinds.stop, reason, expectedOn: null, text: remark, validFrom, validTo };
        return write(
          { carId, seen },
          user,
          { ...values, ...NO_VISIT },
          (object) => note({ object, after: { reason, validFrom, validTo, remark } }),
          async (tx, { id, heardAt }) => {
            // a vehicle with later reports was not suspended
            if (heardAt !== null && validFrom < businessDay(heardAt, timeZone).key) refuse('validFrom', 'followUps.stopWithData');
            if (await store.hasStop(tx, id, validFrom, validTo)) refuse('validFrom', 'followUps.stopOverlaps');
          },
        );
      },
      endOfflineStop: ({ noteId, version, validTo }, { user, note }) =>
        db.transaction(async (tx) => {
          const stop = await store.lockStop(tx, Number(noteId), await scopes.of(user.departmentId));
          if (!stop) throw new CallError('notFound', `stop ${noteId}`);
          note({ object: stop.plate, before: { validTo: stop.validTo }, after: { validTo } });
          if (stop.version !== version) throw new CallError('staleVersion', `stop ${noteId} has version ${stop.version}`);
          // it may only end earlier, at the earliest the day before it began
          if (validTo > stop.validTo || daysBetween(stop.validFrom, validTo) < -1) refuse('validTo', 'followUps.stopEndsLater');
          await store.endStop(tx, Number(noteId), validTo);
          return { version: version + 1 };
        }),
      addSpotCheck: ({ carId, kind, result, note: text }, { user, note }) =>
        db.transaction(async (tx) => {
          const vehicle = await vehicleOf(tx, carId, user);
          note({ object: vehicle.plate, after: { kind, result, note: text } });
          const { accountId } = user;
          return { checkId: String(await store.addCheck(tx, { vehicle, accountId, at: now(), kind, result, note: text })) };
        }),
    },
  };
}

const NO_VISIT = { way: null, result: null } as const;
const NO_STOP = { validFrom: null, validTo: null } as const;

/** Days from one yyyy-MM-dd to another; negative if that is earlier. */
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

function refuse(path: string, key: string): never {
  throw new CallError('validation', path, [{ path, key }]);
}
