import type { PermissionCode } from '@fleetwarden/contract/call';
import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import {
  isTalk,
  KEEP_PLAYING,
  LIMIT_WARNING_MS,
  type StreamKind,
  type ViewMessage,
  type ViewReason,
  type ViewState,
  viewPath,
} from '@fleetwarden/contract/video/live-video';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Authenticate, type Caller, userMay } from '../../platform/http/principal.ts';
import type { Hub } from '../../platform/live/hub.ts';
import { admitUpgrade, UpgradeRefused } from '../../platform/live/upgrade.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Scopes } from '../identity/index.ts';
import { joinStreams, type ViewedStream } from './broadcast.ts';
import { PING_MS, RENEW_MS, VIEW_SWEEP_MS } from './limits.ts';
import type { Privacy } from './privacy.ts';
import type { Relay, RelayView } from './relay.ts';
import { type Grant, type Tickets, targetsOf } from './tickets.ts';
import { createViewLog, type ViewRecord } from './view-log.ts';
import { createViewNews } from './view-news.ts';
import { isMicrophone, NORMAL_CLOSURE, readSamples, toSink } from './view-socket.ts';

/** An open view: a socket with its time limit. */
type View = {
  /** Changes if it goes on with the other stream of its channel. */
  grant: Grant;
  readonly stream: ViewedStream;
  readonly relayView: RelayView;
  readonly socket: WebSocket;
  readonly peerIp: string;
  readonly record: ViewRecord;
  /** When the time limit ends, and when the peer was heard last; clock of `performance`. */
  endsAt: number;
  heardAt: number;
  warned: boolean;
};

/** A view whose row is being written: it counts, and may end before it plays. */
type Opening = { readonly grant: Grant; isEnded: boolean; reason?: ViewReason | undefined };

/** Ends the views that `fits` selects. */
type EndViews = (fits: (grant: Grant) => boolean, reason?: ViewReason) => void;

/** What `listSession` tells of a view. */
export type ViewSession = Pick<View, 'grant' | 'peerIp'> & {
  /** Epoch ms. */
  readonly startedAt: number;
  readonly state: ViewState;
  readonly bytes: number;
};

export type Views = {
  /** What users watch now, or are about to. */
  readonly open: readonly Grant[];
  readonly sessions: readonly ViewSession[];
  /** Tells all who watch or hear a vehicle. */
  tellVehicle(vehicleId: number, message: ViewMessage): void;
  readonly end: EndViews;
  /** A view that plays, or waits for its stream. */
  find(fits: (grant: Grant) => boolean): Pick<View, 'grant' | 'relayView' | 'record'> | undefined;
  stop(): Promise<void>;
};

const REFUSED = { code: 1008, reason: 'message refused' } as const;
/** DataType of 0x9101. */
const VIDEO_ONLY = 1;

/** Permissions to open views of each kind, and to keep them. */
const PERMISSIONS: Readonly<Partial<Record<StreamKind, PermissionCode>>> = {
  live: permission.liveVideo,
  talk: permission.talk,
  broadcast: permission.broadcast,
  replay: permission.playVideo,
};

export type ViewsDeps = {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly bus: ServerBus;
  readonly hub: Hub;
  readonly log: Log;
  readonly relay: Relay;
  readonly tickets: Tickets;
  readonly scopes: Scopes;
  readonly privacy: Privacy;
  readonly authenticate: Authenticate;
  /** Revalidates a session: throws CallError if it has ended. */
  readonly renew: (prefix: string) => Promise<Caller>;
  readonly allowedOrigins: readonly string[];
  readonly now: () => number;
};

/** The sockets of views: admission by a ticket, time limit, end with session and rights, and the log. */
export function createViews(deps: ViewsDeps): Views {
  const { app, bus, log, relay, tickets } = deps;
  const views = new Set<View>();
  const opening = new Set<Opening>();
  const admitted = new WeakMap<FastifyRequest, Grant>();
  const viewLog = createViewLog(deps);
  const tellState = createViewNews(deps);

  const endViews: EndViews = (fits, reason) => {
    for (const each of opening) if (fits(each.grant)) Object.assign(each, { isEnded: true, reason });
    for (const { grant, relayView } of [...views]) if (fits(grant)) relayView.end(reason);
  };

  const open = async (socket: WebSocket, pending: Opening, peerIp: string) => {
    const { grant } = pending;
    // before the first picture: no view without its row
    const record = await viewLog.begin(grant, peerIp);
    // it may have ended before its socket opened
    const found = grant.targets ? joinStreams(relay, grant.targets) : (relay.find(grant) ?? relay.findEnded(grant));
    const stream = socket.readyState === socket.OPEN ? found : undefined;
    if (!stream) {
      record.end('noStream');
      socket.send(JSON.stringify({ type: 'state', state: 'ended', reason: 'noStream' }), { binary: false });
      return socket.close(NORMAL_CLOSURE);
    }
    let view: View | undefined;
    const relayView = stream.watch({
      sink: toSink(socket),
      wantsSound: grant.dataType !== VIDEO_ONLY,
      onState: (state) => tellState(view?.grant ?? grant, state),
      onEnd: (reason) => {
        if (view) views.delete(view);
        tellState(view?.grant ?? grant, 'ended', reason);
        record.end(reason ?? null, view?.relayView);
      },
    });
    const time = performance.now();
    view = { grant, stream, relayView, socket, peerIp, record, endsAt: time + grant.limitMs, heardAt: time, warned: false };
    views.add(view);
    listen(view);
    // it may have ended while the row was written
    if (pending.isEnded || socket.readyState !== socket.OPEN) relayView.end(pending.reason);
  };

  const listen = (view: View) => {
    const { socket, stream, relayView, grant } = view;
    socket.on('message', (data, isBinary) => {
      if (isBinary && isTalk(grant) && isMicrophone(data as Buffer)) return stream.speak(readSamples(data as Buffer));
      if (isBinary || String(data) !== KEEP_PLAYING) return socket.close(REFUSED.code, REFUSED.reason);
      view.endsAt = performance.now() + grant.limitMs;
      view.warned = false;
    });
    socket.on('pong', () => {
      view.heardAt = performance.now();
    });
    socket.once('close', () => relayView.end());
  };

  app.get<{ Params: { token: string } }>(
    viewPath(':token'),
    {
      websocket: true,
      config: { socket: true },
      preValidation: async (request) => {
        const { token } = request.params;
        const grant = tickets.find(token);
        if (!grant) throw new UpgradeRefused(403, 'the address is wrong, used or expired');
        const user = await admitUpgrade(request, grant.prefix, deps.authenticate, deps.allowedOrigins);
        if ((await refuse(deps, user, grant)) !== undefined) throw new UpgradeRefused(403, 'not permitted');
        const taken = tickets.take(token);
        if (!taken) throw new UpgradeRefused(403, 'the address is wrong, used or expired');
        admitted.set(request, taken);
      },
    },
    (socket, request) => {
      const pending: Opening = { grant: admitted.get(request)!, isEnded: false };
      opening.add(pending);
      tickets.drop(pending.grant.id);
      open(socket, pending, request.ip)
        .catch((err: unknown) => {
          log.error({ err }, 'a view was not opened');
          socket.close(1011, 'internal error');
        })
        .finally(() => opening.delete(pending));
    },
  );

  const timers = [
    setInterval(createSweep(views), VIEW_SWEEP_MS),
    setInterval(() => void renewViews(deps, views, endViews), RENEW_MS),
  ];
  for (const timer of timers) timer.unref();
  const unsubscribe = [
    bus.subscribe('session.ended', ({ prefix }) => endViews(isOf(prefix), 'signedOut')),
    // a privacy rule may begin
    bus.subscribe('settings.changed', () => renewViews(deps, views, endViews)),
  ];

  return {
    get open() {
      return [...views, ...opening].map(({ grant }) => grant);
    },
    get sessions() {
      return [...views].map(({ grant, peerIp, record, stream, relayView }) => ({
        grant,
        peerIp,
        startedAt: record.startedAt,
        state: stream.state,
        bytes: relayView.bytes,
      }));
    },
    tellVehicle: (vehicleId, message) => {
      for (const { grant, relayView } of views) if (grant.vehicleId === vehicleId) relayView.tell(message);
    },
    end: endViews,
    find: (fits) => [...views].find(({ grant }) => fits(grant)),
    stop: async () => {
      for (const end of unsubscribe) end();
      for (const timer of timers) clearInterval(timer);
      endViews(() => true, 'stopping');
      await viewLog.settle();
    },
  };
}

/** Warns and ends views at their time limits, and closes those whose peers do not answer. */
function createSweep(views: ReadonlySet<View>): () => void {
  let pingedAt = performance.now();
  return () => {
    const time = performance.now();
    const pings = time - pingedAt > PING_MS;
    if (pings) pingedAt = time;
    for (const view of [...views]) {
      const remainingMs = view.endsAt - time;
      if (time - view.heardAt > 2.5 * PING_MS) view.socket.terminate();
      else if (remainingMs <= 0) view.relayView.end('timeLimit');
      else if (remainingMs <= LIMIT_WARNING_MS && !view.warned) {
        view.warned = true;
        view.relayView.tell({ type: 'limit', remainingMs: Math.round(remainingMs) });
      }
      if (pings && view.socket.readyState === view.socket.OPEN) view.socket.ping();
    }
  };
}

const isOf =
  (prefix: string) =>
  (grant: Grant): boolean =>
    grant.prefix === prefix;

/** Ends views whose session or rights ended. While the database is away, nothing ends. */
async function renewViews(
  deps: Pick<ViewsDeps, 'renew' | 'scopes' | 'privacy'>,
  views: ReadonlySet<View>,
  endViews: EndViews,
): Promise<void> {
  for (const prefix of new Set([...views].map(({ grant }) => grant.prefix)))
    try {
      const caller = await deps.renew(prefix);
      for (const { grant, relayView } of [...views]) {
        const reason = grant.prefix === prefix ? await refuse(deps, caller, grant) : undefined;
        if (reason !== undefined) relayView.end(reason);
      }
    } catch (error) {
      if (error instanceof CallError) endViews(isOf(prefix), 'signedOut');
    }
}

/** Why the caller may not watch; undefined: the caller may. */
async function refuse(
  { scopes, privacy }: Pick<ViewsDeps, 'scopes' | 'privacy'>,
  caller: Caller,
  grant: Grant,
): Promise<ViewReason | undefined> {
  const code = PERMISSIONS[grant.kind];
  if (code === undefined || !userMay(caller, code)) return 'notAllowed';
  const scope = await scopes.of(caller.departmentId);
  for (const target of targetsOf(grant)) {
    if (!scope.has(target.departmentId)) return 'notAllowed';
    if (!(await privacy.mayView(target))) return 'cabinClosed';
  }
  return undefined;
}
