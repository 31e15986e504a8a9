import { randomUUID } from 'node:crypto';
import type { AlarmIdentification } from '@fleetwarden/domain/alarm-item';
import { dayKey, daysOfMonth } from '@fleetwarden/domain/business-day';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { CommandService } from '../commands/index.ts';
import { failRequest } from './failed-event.ts';
import { CATCH_UP_MS, RETRY_MS, WAIT_MS } from './limits.ts';
import { type EvidenceSettings, findSkipReason } from './rules.ts';
import * as store from './store.ts';

/** States of commands. */
const [FAILED, TIMED_OUT] = [3, 4] as const;
const TERMINAL_ID_BYTES = 7;

/** Requests attachments of alarms from terminals: by rule, again after some time, and when a terminal comes online. */
export function createRequests(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Pick<Log, 'warn'>;
  readonly service: Pick<CommandService, 'sendOwn'>;
  readonly settings: () => Promise<EvidenceSettings>;
  /** Where terminals upload to, for one whose 808 session has this address; undefined: the server does not listen. */
  readonly addressFor: (peerIp: string | null, settings: EvidenceSettings) => { server: string; port: number } | undefined;
  readonly onChanged: (alarmGid: string) => void;
  readonly timeZone: string;
  readonly now: () => number;
}) {
  const { db, bus, log, service, onChanged, timeZone, now } = deps;
  const startOfMonth = (): number => {
    const time = now();
    return daysOfMonth(dayKey(time, timeZone).slice(0, 7), timeZone, time)[0]!.startAt;
  };

  const enter = async (alarms: readonly store.AlarmWithFiles[]): Promise<void> => {
    const settings = await deps.settings();
    for (const alarm of alarms) {
      const named = alarm.info?.identification;
      if (!named || named.attachments === 0) continue;
      const requested = await store.requestsOfMonth(db, alarm.vehicleId, startOfMonth());
      await store.insertRequest(db, {
        alarmGid: alarm.gid,
        vehicleId: alarm.vehicleId,
        // it cannot be guessed
        alarmNo: randomUUID().replaceAll('-', ''),
        identification: encodeIdentification(named),
        expected: named.attachments,
        reason: findSkipReason(alarm, requested, settings) ?? null,
        now: now(),
      });
      onChanged(alarm.gid);
    }
  };

  const fail = async (request: store.DueRequest, reason?: string) => {
    const { alarm_gid, command_state, files } = request;
    const found =
      reason ??
      (command_state === FAILED ? 'refused' : command_state === TIMED_OUT ? 'noAnswer' : files > 0 ? 'incomplete' : 'noUpload');
    const news = await failRequest(db, request, found, now());
    onChanged(alarm_gid);
    if (news) bus.publish('alarms.changed', [news]);
  };

  const send = async (request: store.DueRequest, settings: EvidenceSettings): Promise<void> => {
    const { id, vehicle_id, alarm_no, identification, tries, created_at, peer_ip } = request;
    if (tries > settings.evidenceRetries) return fail(request);
    const waitUntil = created_at + WAIT_MS;
    const address = deps.addressFor(peer_ip, settings);
    const params = address && {
      server: address.server,
      tcpPort: address.port,
      udpPort: 0,
      identification: identification.toString('hex'),
      alarmNo: alarm_no,
    };
    const [sent] = params ? await service.sendOwn({ cmdCode: '9208', params, queueOffline: false }, [vehicle_id]) : [];
    if (sent) await store.markRequested(db, id, Number(sent.seqId), now() + RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]!);
    // an offline terminal costs no try
    else if (now() >= waitUntil) return fail(request, 'offline');
    else await store.markOffline(db, request, waitUntil);
    onChanged(request.alarm_gid);
  };

  // runs are serialized: a call during a run is served by the next one
  const runs = createSerialQueue();
  const run = (): Promise<void> =>
    runs.run(async () => {
      const settings = await deps.settings();
      for (const request of await store.dueRequests(db, now())) await send(request, settings);
    });
  const logFailure = (err: unknown) => log.warn({ err }, 'attachments are not requested, the next minute will');

  const unsubscribe = [
    bus.subscribe('alarms.changed', async (news) => {
      const alarms = news.filter(({ info }) => (info?.identification?.attachments ?? 0) > 0);
      if (alarms.length === 0) return;
      await enter(alarms).then(run).catch(logFailure);
    }),
    bus.subscribe('terminal.online', async ({ vehicleId }) => {
      await store
        .wake(db, vehicleId, now())
        .then((woken) => (woken > 0 ? run() : undefined))
        .catch(logFailure);
    }),
  ];

  return {
    run,
    /** Also finds alarms that a crash left. */
    catchUp: async (since: number = now() - CATCH_UP_MS): Promise<void> => {
      await enter(await store.unrequestedAlarms(db, since));
      await run();
    },
    /** Requests the files of alarms again, whatever the rules say. Resolves with the number of requests. */
    renew: async (gids: readonly string[]): Promise<number> => {
      const renewed = await store.renew(db, gids, now());
      await run();
      return renewed;
    },
    stop: async (): Promise<void> => {
      for (const end of unsubscribe) end();
      await runs.idle();
    },
  };
}

/** The bytes that the terminal sent: as stored, or in the standard's form. */
function encodeIdentification({ wire, terminalId, time, serial, attachments }: AlarmIdentification): Uint8Array {
  if (wire !== undefined) return Buffer.from(wire, 'hex');
  const id = Buffer.alloc(TERMINAL_ID_BYTES);
  id.write(terminalId, 'latin1');
  return Buffer.concat([id, Buffer.from(time, 'hex'), Buffer.of(serial, attachments, 0)]);
}
