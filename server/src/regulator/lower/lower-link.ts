import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Message, ReceivedMessage } from '@fleetwarden/protocol/jt809';
import type { Ingest } from '../../ingest/ingest.ts';
import { at, type Db, sql } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { FieldEncryption } from '../../platform/resources/field-encryption.ts';
import type { RegulatorLimits } from '../limits.ts';
import { createLine, type Line } from '../line.ts';
import { LINK_STATE, type LinkState } from '../traffic.ts';
import { checkLogin, type LowerPlatform, readLogin } from './lower-login.ts';
import { findOwnVehicle, toLocationReport } from './lower-reports.ts';
import { createLowerSubLink, type LowerSubLink } from './lower-sub-link.ts';

/** Reason of 0x9007. */
const SUB_LINK_LOST = 1;
/** Result of 0x9201. */
const UNKNOWN_VEHICLE = 1;

/** A subordinate platform that is logged in, with both links. */
export type Signed = { readonly row: LowerPlatform; readonly line: Line; readonly sub: LowerSubLink };

export type LowerLinkDeps = {
  readonly db: Db;
  readonly encryption: Pick<FieldEncryption, 'decrypt'>;
  readonly mayReach: (address: string) => boolean;
  readonly ingest: Pick<Ingest, 'accept' | 'full' | 'onResume'>;
  readonly log: Log;
  readonly limits: RegulatorLimits;
  readonly now: () => number;
};

export type LowerLinkEvents = {
  /** A platform logged in; `openSub` opens the sub link. */
  readonly onSignedIn: (row: LowerPlatform, line: Line, openSub: () => LowerSubLink) => Signed;
  /** A login was refused; `row`: the platform of its access code. */
  readonly onRefused: (row: LowerPlatform | null, reason: string) => void;
  /** The state of a sub link changed. */
  readonly onSubState: (id: number, state: LinkState, reason?: string) => void;
  /** The main link is closed; null: it was not logged in. */
  readonly onClosed: (signed: Signed | null, reason: string) => void;
};

/** Handles a connection of a subordinate platform: login, then messages. */
export function acceptLowerLink(socket: Socket, deps: LowerLinkDeps, events: LowerLinkEvents): void {
  const { db, encryption, ingest, log, limits, now } = deps;
  let isLoggingIn = false;
  let signed: Signed | null = null;
  let closed = false;
  const vehicles = new Map<string, number | null>();
  let handling: Promise<void> = Promise.resolve();
  const loginTimeout = setTimeout(() => line.close('did not sign in'), limits.signInMs);

  const line = createLine(socket, { wire: { revision: 2011, keys: null }, accessCode: 0, encryptKey: null, now }, limits, {
    onMessage: (heard) => {
      if (signed === null) {
        if (!isLoggingIn) {
          isLoggingIn = true;
          signIn(heard).catch((err: unknown) => {
            log.warn({ err }, 'login of a subordinate platform failed');
            line.close('failed');
          });
        }
        return;
      }
      const from = signed;
      handling = handling
        .then(() => handleMessage(heard, from))
        .catch((err: unknown) => log.warn({ err, lower: from.row.id }, 'message of a subordinate platform lost'));
    },
    onBad: () => undefined,
    onClosed: (reason) => {
      closed = true;
      clearTimeout(loginTimeout);
      signed?.sub.close();
      events.onClosed(signed, reason);
    },
  });

  const signIn = async (heard: ReceivedMessage) => {
    socket.pause();
    const login = await readLogin(db, encryption, heard);
    if (closed) return;
    if (login === null) {
      events.onRefused(null, 'unknown');
      return line.close('unknown');
    }
    const { row, body, revision, encrypted, keys } = login;
    const { accessCode, key } = heard.header;
    const { result, refusal } = checkLogin(login, encryption);
    if (row === null || refusal !== null) {
      events.onRefused(row, refusal ?? 'unknown');
      // in plain, because a refused platform may have other keys
      line.channel.speak({ wire: { revision, keys: null }, accessCode, encryptKey: null });
      line.send({ type: 'loginReply', body: { result, verifyCode: 0 } });
      return line.close('refused');
    }
    const channel = { wire: { revision, keys }, accessCode, encryptKey: encrypted ? key : null };
    line.channel.speak(channel);
    const verifyCode = randomInt(2 ** 32);
    line.send({ type: 'loginReply', body: { result, verifyCode } });
    clearTimeout(loginTimeout);
    signed = events.onSignedIn(row, line, () =>
      createLowerSubLink({
        to: body.link,
        verifyCode,
        channel: { ...channel, now },
        mayReach: deps.mayReach,
        limits,
        onState: (state, reason) => {
          if (state === LINK_STATE.cut) line.send({ type: 'subDisconnected', body: { reason: SUB_LINK_LOST } });
          events.onSubState(row.id, state, reason);
        },
      }),
    );
    socket.resume();
  };

  const findVehicle = async (named: NonNullable<Message['vehicle']>, department: number): Promise<number | null> => {
    const key = `${named.colour} ${named.plate}`;
    const remembered = vehicles.get(key);
    if (remembered !== undefined) return remembered;
    const id = await findOwnVehicle(db, named.plate, named.colour, department);
    if (id !== null) vehicles.set(key, id);
    return id;
  };

  const handleMessage = async ({ message, header }: ReceivedMessage, { row, sub }: Signed): Promise<void> => {
    if (message === null) return;
    if (message.type === 'mainHeartbeat') {
      line.send({ type: 'mainHeartbeatReply', body: {} });
      await db.run(sql`update lower_platform set last_at = ${at(now())} where id = ${row.id}`);
      return;
    }
    if (message.type === 'logout') {
      line.send({ type: 'logoutReply', body: {} });
      return line.close('signed out');
    }
    if (!message.vehicle) return;
    if (message.type === 'vehicleRegister' && message.revision >= 2019) {
      const result = (await findVehicle(message.vehicle, row.department_id)) === null ? UNKNOWN_VEHICLE : 0;
      const body = { sourceType: message.id, sourceSerial: header.serial, result };
      const reply = { type: 'vehicleRegisterReply', body, vehicle: message.vehicle } as const;
      if (!sub.send(reply)) line.send(reply);
      return;
    }
    if (message.type !== 'position' && message.type !== 'positions') return;
    const vehicleId = await findVehicle(message.vehicle, row.department_id);
    if (vehicleId === null) return;
    const bodies = message.type === 'position' ? [message.body] : message.body.positions;
    const reports = bodies.flatMap((body) => toLocationReport(body, vehicleId, now(), message.type === 'positions') ?? []);
    if (reports.length > 0) ingest.accept(reports, null, 'platform');
    if (!ingest.full) return;
    socket.pause();
    const resumed = ingest.onResume(() => {
      resumed();
      socket.resume();
    });
  };
}
