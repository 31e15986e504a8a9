import { VIEW_CODES } from '@fleetwarden/contract/terminal-settings/parameter-groups';
import type { ParamNews } from '@fleetwarden/contract/terminal-settings/schemas';
import { DAY_MS } from '@fleetwarden/domain/durations';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db, Queryable } from '../../platform/db/database.ts';
import type { Hub } from '../../platform/live/hub.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { CommandService } from '../commands/index.ts';
import type { Scopes } from '../identity/index.ts';
import { matches, type Values } from './compare-values.ts';
import { RETRY_MS } from './limits.ts';
import { enterReached } from './sender.ts';
import * as sets from './set-store.ts';
import { answersOf, readAnswerValues, storeAnswer, unstoredAnswers } from './value-store.ts';

export type Follower = {
  /** Follows the commands that ended while this part did not run. Rejects without a database. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

type News = Omit<ParamNews, 'targId' | 'seqId'> & { readonly vehicleId: number; readonly commandId: number };

/** Stores the answers of reads, and reads sets back: a set is confirmed only by values that the terminal returned. */
export function createFollower(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Pick<Hub, 'publish'>;
  readonly scopes: Scopes;
  readonly service: CommandService;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => number;
}): Follower {
  const { db, bus, hub, scopes, service, log, now } = deps;
  const waiting = new Set<number>();
  let working: Promise<void> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  const publish = async (news: readonly News[]): Promise<void> => {
    if (news.length === 0) return;
    const rows = await sets.departmentsOf(
      db,
      news.map(({ vehicleId }) => vehicleId),
    );
    const departments = new Map(rows.map(({ id, department_id }) => [id, department_id]));
    for (const { vehicleId, commandId, ...rest } of news) {
      const departmentId = departments.get(vehicleId);
      if (departmentId === undefined) continue;
      const data: ParamNews = { targId: String(vehicleId), seqId: String(commandId), ...rest };
      await hub.publish(
        {
          who: async (user) =>
            VIEW_CODES.some((code) => user.rights.has(code)) && (await scopes.of(user.departmentId)).has(departmentId),
        },
        { type: 'terminalParams', data },
      );
    }
  };

  const storeAnswers = async (tx: Queryable, ids: readonly number[]): Promise<News[]> => {
    const news: News[] = [];
    for (const answer of await answersOf(tx, ids)) {
      const stored = await storeAnswer(tx, answer);
      news.push({ vehicleId: answer.vehicle_id, commandId: answer.id, ids: stored, setId: null, setState: null });
    }
    return news;
  };

  /** Reads accepted sets back, those of equal parameters together. Terminals of 2011 return all parameters or none. */
  const startReads = async (tx: Queryable, accepted: readonly sets.Accepted[]): Promise<number[]> => {
    const lots = Map.groupBy(accepted, ({ ids, protocol_version }) => (protocol_version === 2011 ? '' : [...ids].sort().join()));
    const queued: number[] = [];
    for (const [key, lot] of lots) {
      const wish =
        key === ''
          ? ({ cmdCode: '8104', params: {}, queueOffline: true } as const)
          : ({ cmdCode: '8106', params: { ids: key.split(',').map(Number) }, queueOffline: true } as const);
      const targets = lot.map(({ vehicle_id: id, protocol_version }) => ({ id, plate: '', protocol_version, terminal_no: null }));
      const { entered } = await enterReached(service, tx, { accountId: null }, wish, targets);
      const commands = new Map(entered.map(({ vehicleId, id, state }) => [vehicleId, state === 0 ? id : undefined]));
      const read = lot.flatMap(({ set_id, vehicle_id }) => {
        const id = commands.get(vehicle_id);
        return id === undefined ? [] : [{ setId: set_id, vehicleId: vehicle_id, id }];
      });
      if (read.length > 0) await sets.noteReads(tx, read);
      const unread = lot.filter(({ vehicle_id }) => commands.get(vehicle_id) === undefined);
      if (unread.length > 0) await sets.noteUnread(tx, unread, now());
      queued.push(...read.map(({ vehicleId }) => vehicleId));
    }
    return queued;
  };

  const closeSets = async (tx: Queryable, ids: readonly number[]): Promise<News[]> => {
    const news: News[] = [];
    for (const set of await sets.readBack(tx, ids)) {
      const { values } = readAnswerValues(set.returned ?? {});
      const differing = differingValues(set.parameters, values);
      await sets.closeSet(tx, set, differing, now());
      const state = Object.keys(differing).length > 0 ? 'differs' : 'confirmed';
      news.push(newsOf({ ...set, state }));
    }
    return news;
  };

  const follow = async (commandIds: readonly number[]): Promise<void> => {
    const ids = await sets.endedCommands(db, commandIds);
    if (ids.length === 0) return;
    const { news, queued } = await db.transaction(async (tx) => {
      const stored = await storeAnswers(tx, ids);
      await sets.adoptCommands(tx, ids, now());
      const accepted = await sets.takeAccepted(tx, ids, now());
      const queued = await startReads(tx, accepted);
      const failed = await sets.takeFailed(tx, ids, now());
      const closed = await closeSets(tx, ids);
      return { news: [...stored, ...[...accepted, ...failed].map(newsOf), ...closed], queued };
    });
    if (queued.length > 0) bus.publish('command.queued', { vehicleIds: queued });
    await publish(news);
  };

  const work = async (): Promise<void> => {
    const ids = [...waiting];
    if (ids.length === 0) return;
    waiting.clear();
    try {
      await follow(ids);
    } catch (error) {
      log.warn({ err: error, commands: ids.length }, 'answers with parameters not stored, retrying');
      for (const id of ids) waiting.add(id);
      if (!stopped) retry ??= setTimeout(again, RETRY_MS);
    }
  };
  const again = () => {
    retry = undefined;
    working = working.then(work);
  };

  const unsubscribe = bus.subscribe('command.changed', ({ ids }) => {
    for (const id of ids) waiting.add(id);
    working = working.then(work);
    return working;
  });

  return {
    start: async () => {
      const since = now() - DAY_MS;
      const [answers, open] = [await unstoredAnswers(db, since), await sets.openCommands(db)];
      const ids = [...answers.map(({ id }) => id), ...open];
      if (ids.length > 0) await follow(ids);
    },
    stop: async () => {
      stopped = true;
      unsubscribe();
      clearTimeout(retry);
      await working;
    },
  };
}

/** What the terminal returned instead; null for a value that it did not return. */
const differingValues = (expected: Values, returned: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(expected).flatMap(([id, value]) => (matches(value, returned[id]) ? [] : [[id, returned[id] ?? null]])),
  );

const newsOf = ({ set_id, vehicle_id, command_id, state }: sets.ChangedSet): News => ({
  vehicleId: vehicle_id,
  commandId: command_id,
  ids: [],
  setId: String(set_id),
  setState: state,
});
