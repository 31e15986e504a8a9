import type { Socket } from 'node:net';
import type { Log } from '../platform/observe/log.ts';
import { ControlLines, type FtpCommand } from './control-lines.ts';
import type { DataListener, OpenDataListener } from './data-connection.ts';
import type { FtpLimits } from './limits.ts';
import { receiveFile, type Transfer, type TransferEnd } from './transfer.ts';
import { type FtpAccount, sizeOfUpload, UploadRefused, type UploadStart } from './upload-folder.ts';
import { resolveVirtual } from './virtual-path.ts';

export type SessionDeps = {
  readonly log: Log;
  readonly limits: FtpLimits;
  /** The account; undefined: wrong. */
  readonly signIn: (user: string, password: string) => Promise<FtpAccount | undefined>;
  /** Admits a session of the account: false if it has too many. */
  readonly admit: (session: FtpSession, account: FtpAccount) => boolean;
  readonly openData: OpenDataListener;
  /** The IPv4 address that PASV tells a client that connected to this one. */
  readonly passiveAddress: (local: string) => Promise<string>;
  /** Before a transfer begins: ends one of the same file that a dead connection left behind. */
  readonly replace: (account: FtpAccount, path: string) => Promise<void>;
  readonly onBytes: (account: FtpAccount, total: number) => void;
  readonly onTransferEnd: (account: FtpAccount, end: TransferEnd) => void;
};

type Reply = readonly [code: number, text: string];
type Handler = (session: FtpSession, argument: string) => Reply | undefined | Promise<Reply | undefined>;

const OK: Reply = [200, 'ok'];
const UNSUPPORTED: Reply = [502, 'not supported'];
const NO_PATH: Reply = [550, 'no such path'];

/** Commands without a login. */
const OPEN_COMMANDS: Readonly<Record<string, Handler>> = {
  USER: (session, argument) => session.onUser(argument),
  PASS: (session, argument) => session.onPassword(argument),
  QUIT: (session) => session.quit(),
  NOOP: () => OK,
  SYST: () => [215, 'UNIX Type: L8'],
};

/** Commands of an account. Reading, listing, deleting, renaming and active mode are not supported. */
const COMMANDS: Readonly<Record<string, Handler>> = {
  ...OPEN_COMMANDS,
  // text is stored as it is sent
  TYPE: (_session, argument) => (/^(I|A( N)?|L 8)$/i.test(argument) ? OK : [504, 'type not supported']),
  MODE: (_session, argument) => (argument.toUpperCase() === 'S' ? OK : [504, 'stream mode only']),
  STRU: (_session, argument) => (argument.toUpperCase() === 'F' ? OK : [504, 'file structure only']),
  ALLO: () => OK,
  OPTS: (_session, argument) => (/^UTF8 ON$/i.test(argument) ? OK : [501, 'no such option']),
  FEAT: (session) => session.listFeatures(),
  PWD: (session) => session.printFolder(),
  XPWD: (session) => session.printFolder(),
  CWD: (session, argument) => session.changeFolder(argument),
  XCWD: (session, argument) => session.changeFolder(argument),
  CDUP: (session) => session.changeFolder('..'),
  XCUP: (session) => session.changeFolder('..'),
  MKD: (session, argument) => session.makeFolder(argument),
  XMKD: (session, argument) => session.makeFolder(argument),
  SIZE: (session, argument) => session.printSize(argument),
  PASV: (session) => session.openPassive(),
  EPSV: (session, argument) => session.openExtendedPassive(argument),
  REST: (session, argument) => session.setRestart(argument),
  STOR: (session, argument) => session.store(argument, false),
  APPE: (session, argument) => session.store(argument, true),
  ABOR: () => [226, 'no transfer'],
};

const MAX_REST = Number.MAX_SAFE_INTEGER;
const IPV4_MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/;
const plainAddress = (address: string): string => address.replace(IPV4_MAPPED, '');

/** A control connection of a client. */
export class FtpSession {
  readonly address: string;
  readonly openedAt: number;
  heardAt: number;
  account: FtpAccount | undefined;
  transfer: Transfer | undefined;
  readonly #deps: SessionDeps;
  readonly #socket: Socket;
  readonly #lines: ControlLines;
  #user = '';
  #failures = 0;
  #folder = '/';
  #restartAt = 0;
  #data: DataListener | undefined;
  #pending = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: SessionDeps, socket: Socket, now: number) {
    this.#deps = deps;
    this.#socket = socket;
    this.#lines = new ControlLines(deps.limits.lineBytes);
    this.address = socket.remoteAddress ?? '';
    this.openedAt = now;
    this.heardAt = now;
    this.#send([220, 'ready']);
  }

  receive(chunk: Buffer, now: number): void {
    this.heardAt = now;
    const commands = this.#lines.push(chunk);
    if (!commands) this.#close([500, 'line too long']);
    for (const command of commands ?? []) {
      // a transfer blocks the commands behind it
      if (command.verb === 'ABOR') this.transfer?.abort();
      if (++this.#pending > this.#deps.limits.pendingCommands) {
        this.#close([421, 'too many commands']);
        break;
      }
      this.#running = this.#running.then(() => this.#run(command));
    }
  }

  /** The control connection is closed; resolves when its transfer ended. */
  async finish(): Promise<void> {
    this.#dropData();
    await this.transfer?.ended.catch(() => undefined);
  }

  /** Ends the transfer; resolves when its file is closed. */
  async destroy(): Promise<void> {
    this.#socket.destroy();
    this.#dropData();
    this.transfer?.abort();
    await this.transfer?.ended.catch(() => undefined);
  }

  onUser(user: string): Reply {
    this.#user = user;
    this.account = undefined;
    // also for unknown users
    return [331, 'password required'];
  }

  async onPassword(password: string): Promise<Reply | undefined> {
    const { signIn, limits, admit } = this.#deps;
    const account = await signIn(this.#user, password);
    if (account && admit(this, account)) {
      this.account = account;
      return [230, 'signed in'];
    }
    if (++this.#failures < limits.loginFailures) return [530, 'wrong user or password'];
    this.#close([421, 'wrong user or password']);
  }

  quit(): undefined {
    this.#close([221, 'bye']);
  }

  listFeatures(): undefined {
    this.#socket.write('211-features\r\n EPSV\r\n PASV\r\n REST STREAM\r\n SIZE\r\n UTF8\r\n211 end\r\n');
  }

  printFolder(): Reply {
    return [257, quotePath(this.#folder)];
  }

  /** Folders need not exist: they are a part of the name of a file. */
  changeFolder(path: string): Reply {
    const resolved = this.#resolve(path);
    if (resolved === null) return NO_PATH;
    this.#folder = resolved;
    return [250, 'ok'];
  }

  makeFolder(path: string): Reply {
    const resolved = this.#resolve(path);
    return resolved === null ? NO_PATH : [257, quotePath(resolved)];
  }

  async printSize(path: string): Promise<Reply> {
    const resolved = this.#resolve(path);
    const size = resolved === null ? undefined : await sizeOfUpload(this.account!, resolved);
    return size === undefined ? [550, 'no such file'] : [213, String(size)];
  }

  async openPassive(): Promise<Reply> {
    const local = plainAddress(this.#socket.localAddress ?? '');
    const address = await this.#deps.passiveAddress(local);
    if (address.includes(':')) return [522, 'use EPSV'];
    const port = await this.#listen();
    if (port === undefined) return [425, 'no free port'];
    return [227, `passive (${[...address.split('.'), port >> 8, port & 0xff].join(',')})`];
  }

  async openExtendedPassive(argument: string): Promise<Reply> {
    if (!['', '1', '2'].includes(argument)) return UNSUPPORTED;
    const port = await this.#listen();
    return port === undefined ? [425, 'no free port'] : [229, `passive (|||${port}|)`];
  }

  setRestart(argument: string): Reply {
    const position = /^\d{1,16}$/.test(argument) ? Number(argument) : MAX_REST + 1;
    if (position > MAX_REST) return [501, 'not a position'];
    this.#restartAt = position;
    return [350, 'position accepted'];
  }

  async store(path: string, isAppended: boolean): Promise<Reply | undefined> {
    const account = this.account!;
    const start: UploadStart = isAppended ? 'end' : this.#restartAt;
    this.#restartAt = 0;
    const resolved = this.#resolve(path);
    if (resolved === null || resolved === '/') return [553, 'no such path'];
    const data = this.#data;
    if (!data) return [425, 'PASV or EPSV first'];
    this.#data = undefined;
    await this.#deps.replace(account, resolved);
    this.transfer = receiveFile({
      account,
      path: resolved,
      start,
      limits: this.#deps.limits,
      accept: data.accept,
      onOpen: () => this.#send([150, 'ready']),
      onBytes: (total) => this.#deps.onBytes(account, total),
    });
    try {
      const end = await this.transfer.ended;
      this.#deps.onTransferEnd(account, end);
      if (end instanceof UploadRefused) return [end.code, end.message];
      return end === 'complete' ? [226, 'stored'] : [426, 'transfer interrupted'];
    } finally {
      this.transfer = undefined;
      data.close();
    }
  }

  #resolve(path: string): string | null {
    return path.length === 0 || path.length > this.#deps.limits.pathCharacters ? null : resolveVirtual(this.#folder, path);
  }

  async #listen(): Promise<number | undefined> {
    this.#dropData();
    const { openData, limits } = this.#deps;
    try {
      this.#data = await openData(this.#socket.localAddress ?? '', this.address, limits.dataConnectMs);
      return this.#data.port;
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'no port for an FTP data connection');
      return undefined;
    }
  }

  #dropData(): void {
    this.#data?.close();
    this.#data = undefined;
  }

  async #run({ verb, argument }: FtpCommand): Promise<void> {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    const handler = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb]! : undefined;
    const needsLogin = !Object.hasOwn(OPEN_COMMANDS, verb);
    try {
      if (needsLogin && !this.account) this.#send([530, 'sign in first']);
      else if (!handler) this.#send(UNSUPPORTED);
      else {
        const reply = await handler(this, argument);
        if (reply) this.#send(reply);
      }
    } catch (error) {
      this.#deps.log.error({ err: error, verb }, 'an FTP command failed');
      this.#send([451, 'internal error']);
    } finally {
      this.#pending--;
    }
  }

  #send([code, text]: Reply): void {
    if (!this.#socket.destroyed && !this.#socket.writableEnded) this.#socket.write(`${code} ${text}\r\n`, 'latin1');
  }

  #close(reply: Reply): void {
    this.#send(reply);
    this.#socket.end();
    this.#dropData();
  }
}

const quotePath = (path: string): string => `"${path.replaceAll('"', '""')}"`;
