import { CallError } from '@fleetwarden/contract/errors';
import { permission } from '@fleetwarden/contract/permissions';
import { KEEP_PLAYING, LIMIT_WARNING_MS, type ViewReason, viewPath } from '@fleetwarden/contract/video/live-video';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { ServerBus } from '../../platform/bus/server-events.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Authenticate, type Caller, userMay } from '../../platform/http/principal.ts';
import { admitUpgrade, UpgradeRefused } from '../../platform/live/upgrade.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Scopes } from '../identity/index.ts';
import { PING_MS, RENEW_MS, VIEW_SWEEP_MS } from './limits.ts';
import type { Relay, RelayView, ViewSink } from './relay.ts';
import { endView, insertView } from './store.ts';
import type { Grant, Tickets } from './tickets.ts';

/** An open view: a socket with its time limit. */
type View = {
  readonly grant: Grant;
  readonly relayView: RelayView;
  readonly socket: WebSocket;
  /** When the time limit ends, and when the peer was heard last; clock of `performance`. */
  endsAt: number;
  heardAt: number;
  warned: boolean;
};

export type Views = {
  /** What users watch now. */
  readonly open: readonly Grant[];
  stop(): Promise<void>;
};

const REFUSED = { code: 1008, reason: 'message refused' } as const;
const NORMAL = 1000;

export type ViewsDeps = {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly bus: ServerBus;
  readonly log: Log;
  readonly relay: Relay;
  readonly tickets: Tickets;
  readonly scopes: Scopes;
  readonly authenticate: Authenticate;
  /** Revalidates a session: throws CallError if it has ended. */
  readonly renew: (prefix: string) => Promise<Caller>;
  readonly allowedOrigins: readonly string[];
  readonly now: () => number;
};

/** The sockets of views: admission by a ticket, time limit, end with session and rights, and the log. */
export function createViews(deps: ViewsDeps): Views {
  const { app, db, bus, log, relay, tickets, scopes, now } = deps;
  const views = new Set<View>();
  const admitted = new WeakMap<FastifyRequest, Grant>();
  const writing = new Set<Promise<unknown>>();

  const mayWatch = async (caller: Caller, grant: Grant): Promise<boolean> =>
    userMay(caller, permission.liveVideo) && (await scopes.of(caller.departmentId)).has(grant.departmentId);

  const track = (work: Promise<unknown>) => {
    const settled = work.catch((err: unknown) => log.error({ err }, 'a view was not logged'));
    writing.add(settled);
    void settled.finally(() => writing.delete(settled));
  };

  const open = async (socket: WebSocket, grant: Grant, peerIp: string) => {
    // before the first picture: no view without its row
    const id = await insertView(db, grant, peerIp, now());
    const stream = socket.readyState === socket.OPEN ? relay.find(grant) : undefined;
    const end = (reason: ViewReason | null, view?: RelayView) => {
      const playedAt = view?.playedAt ?? null;
      track(endView(db, id, { endedAt: now(), playedAt, bytes: view?.bytes ?? 0, reason }));
    };
    if (!stream) {
      end('noStream');
      socket.send(JSON.stringify({ type: 'state', state: 'ended', reason: 'noStream' }), { binary: false });
      return socket.close(NORMAL);
    }
    let view: View | undefined;
    const relayView = stream.watch({
      sink: toSink(socket),
      wantsSound: grant.dataType === 0,
      onEnd: (reason) => {
        if (view) views.delete(view);
        end(reason ?? null, view?.relayView);
      },
    });
    const time = performance.now();
    view = { grant, relayView, socket, endsAt: time + grant.limitMs, heardAt: time, warned: false };
    views.add(view);
    listen(view);
  };

  const listen = (view: View) => {
    const { socket, relayView, grant } = view;
    socket.on('message', (data, isBinary) => {
      if (isBinary || String(data) !== KEEP_PLAYING) return socket.close(REFUSED.code, REFUSED.reason);
      view.endsAt = performance.now() + grant.limitMs;
      view.warned = false;
    });
    socket.on('pong', () => {
      view.heardAt = performance.now();
    });
    socket.once('close', () => relayView.end());
    // it may have closed while the row was written
    if (socket.readyState !== socket.OPEN) relayView.end();
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
        if (!(await mayWatch(user, grant))) throw new UpgradeRefused(403, 'not permitted');
        const taken = tickets.take(token);
        if (!taken) throw new UpgradeRefused(403, 'the address is wrong, used or expired');
        admitted.set(request, taken);
      },
    },
    (socket, request) => {
      open(socket, admitted.get(request)!, request.ip).catch((err: unknown) => {
        log.error({ err }, 'a view was not opened');
        socket.close(1011, 'internal error');
      });
    },
  );

  const endSession = (prefix: string, reason: ViewReason) => {
    for (const { grant, relayView } of [...views]) if (grant.prefix === prefix) relayView.end(reason);
  };

  /** Ends views whose session or rights ended. While the database is away, nothing ends. */
  const renewAll = async () => {
    for (const prefix of new Set([...views].map(({ grant }) => grant.prefix)))
      try {
        const caller = await deps.renew(prefix);
        for (const { grant, relayView } of [...views])
          if (grant.prefix === prefix && !(await mayWatch(caller, grant))) relayView.end('notAllowed');
      } catch (error) {
        if (error instanceof CallError) endSession(prefix, 'signedOut');
      }
  };

  let pingedAt = performance.now();
  const sweep = () => {
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
  const timers = [setInterval(sweep, VIEW_SWEEP_MS), setInterval(() => void renewAll(), RENEW_MS)];
  for (const timer of timers) timer.unref();
  const unsubscribe = bus.subscribe('session.ended', ({ prefix }) => endSession(prefix, 'signedOut'));

  return {
    get open() {
      return [...views].map(({ grant }) => grant);
    },
    stop: async () => {
      unsubscribe();
      for (const timer of timers) clearInterval(timer);
      for (const { relayView } of [...views]) relayView.end('stopping');
      await Promise.all(writing);
    },
  };
}

function toSink(socket: WebSocket): ViewSink {
  const isOpen = () => socket.readyState === socket.OPEN;
  return {
    get backlog() {
      return socket.bufferedAmount;
    },
    sendText: (text) => {
      if (isOpen()) socket.send(text, { binary: false });
    },
    sendBytes: (bytes) => {
      if (isOpen()) socket.send(bytes, { binary: true });
    },
    close: () => socket.close(NORMAL),
  };
}
