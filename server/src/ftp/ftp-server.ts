import { createServer, type Socket } from 'node:net';
import { listenTcp } from '../platform/listen.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import { createPassivePorts, type OpenDataListener, type PassivePorts } from './data-connection.ts';
import { FTP_LIMITS, type FtpLimits } from './limits.ts';
import { FtpSession, type SessionDeps } from './session.ts';
import { type FtpAccount, UploadRefused } from './upload-folder.ts';

export type FtpServer = {
  /** Resolves with the port. Rejects if it is in use. */
  start(at: { readonly host: string; readonly port: number; readonly passive: PassivePorts }): Promise<number>;
  /** Closes all connections and their files. */
  stop(): Promise<void>;
  /** The port after the start; undefined before. */
  readonly port: number | undefined;
  /** Whether the account has a transfer under way. */
  isReceiving(accountId: number): boolean;
  /** Ends the connections of an account; resolves when its files are closed. */
  end(accountId: number): Promise<void>;
};

/** What the owner of the accounts decides and hears. */
export type FtpAccounts = {
  /** The account; undefined: wrong. */
  signIn(user: string, password: string): Promise<FtpAccount | undefined>;
  /** Bytes of all files of the account, often. */
  onBytes(accountId: number, total: number): void;
  /** A transfer ended, and its file is closed. `refused`: why bytes were not stored. */
  onTransferEnd(accountId: number, refused: UploadRefused['reason'] | null): void;
};

/** Receives files of terminals (RFC 959, passive mode). Clients can neither list nor read. */
export function createFtpServer(deps: {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly accounts: FtpAccounts;
  readonly passiveAddress: SessionDeps['passiveAddress'];
  readonly limits?: Partial<FtpLimits> | undefined;
  /** Epoch ms. */
  readonly now?: () => number;
}): FtpServer {
  const { log, accounts, passiveAddress, now = Date.now } = deps;
  const limits = { ...FTP_LIMITS, ...deps.limits };
  const refused = deps.metrics.counter('ftp_refused_total', 'Refused FTP connections by reason', ['reason']);
  const received = deps.metrics.tally('ftp_received_bytes_total', 'Bytes of files received by FTP');
  /** The oldest first. */
  const sessions = new Set<FtpSession>();
  deps.metrics.gauge('ftp_connections', 'FTP control connections', [], (gauge) => gauge.set(sessions.size));
  const totals = new Map<number, number>();
  let openData: OpenDataListener = () => Promise.reject(new Error('not started'));
  let port: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  const ofAccount = (id: number) => [...sessions].filter(({ account }) => account?.id === id);
  const ofAddress = (address: string) => [...sessions].filter((session) => session.address === address);
  const refuse = (session: FtpSession, reason: string) => {
    refused.inc({ reason });
    sessions.delete(session);
    void session.destroy();
  };
  /** Closes the oldest connection without a login, so that half-open ones never keep terminals out. */
  const evict = (candidates: Iterable<FtpSession>): boolean => {
    for (const session of candidates)
      if (!session.account) {
        refuse(session, 'connections');
        return true;
      }
    return false;
  };

  const sessionDeps: SessionDeps = {
    log,
    limits,
    signIn: accounts.signIn,
    openData: (...args) => openData(...args),
    passiveAddress,
    admit: (session, { id }) => {
      const others = ofAccount(id).filter((other) => other !== session);
      // a terminal that lost its connection comes again while the old one seems open
      if (others.length >= limits.connectionsPerAccount) {
        const idle = others.find(({ transfer }) => !transfer);
        if (!idle) return false;
        refuse(idle, 'connections');
      }
      return true;
    },
    replace: async ({ id }, path) => {
      for (const { transfer } of ofAccount(id))
        if (transfer?.path === path) {
          transfer.abort();
          await transfer.ended.catch(() => undefined);
        }
    },
    onBytes: ({ id }, total) => {
      received.inc(Math.max(0, total - (totals.get(id) ?? total)));
      totals.set(id, total);
      accounts.onBytes(id, total);
    },
    onTransferEnd: ({ id }, end) => {
      totals.delete(id);
      accounts.onTransferEnd(id, end instanceof UploadRefused ? end.reason : null);
    },
  };

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address === undefined) return socket.destroy();
    const peers = ofAddress(address);
    const isFull =
      (peers.length >= limits.connectionsPerAddress && !evict(peers)) ||
      (sessions.size >= limits.connections && !evict(sessions));
    if (isFull) {
      refused.inc({ reason: 'connections' });
      return socket.destroy();
    }
    const session = new FtpSession(sessionDeps, socket, now());
    sessions.add(session);
    socket.on('data', (chunk) => session.receive(chunk as Buffer, now()));
    // 'close' follows in every case
    socket.on('error', (error) => log.debug({ err: error }, 'FTP connection error'));
    // some clients close the control connection before the last bytes are stored
    socket.once('close', () => void session.finish().then(() => sessions.delete(session)));
  };

  const sweep = () => {
    const time = now();
    for (const session of sessions) {
      if (session.transfer) continue;
      if (!session.account && time - session.openedAt > limits.loginMs) refuse(session, 'no login');
      else if (time - session.heardAt > limits.idleMs) refuse(session, 'idle');
    }
  };

  const server = createServer({ noDelay: true, keepAlive: true }, accept);
  return {
    start: async ({ host, port: wanted, passive }) => {
      openData = createPassivePorts(passive).open;
      const where = { port: wanted, host, backlog: 512 };
      port = await listenTcp(server, where, (error) => log.error({ err: error }, 'FTP listener'));
      timer = setInterval(sweep, limits.sweepMs);
      timer.unref();
      return port;
    },
    stop: async () => {
      clearInterval(timer);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([...sessions].map((session) => session.destroy()));
      await closed;
      port = undefined;
    },
    get port() {
      return port;
    },
    isReceiving: (accountId) => ofAccount(accountId).some(({ transfer }) => transfer !== undefined),
    end: async (accountId) => {
      await Promise.all(ofAccount(accountId).map((session) => session.destroy()));
    },
  };
}
