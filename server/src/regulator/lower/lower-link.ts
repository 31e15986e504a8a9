import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Heard, Message } from '@fleetwarden/protocol/jt809';
import type { Ingest } from '../../ingest/ingest.ts';
import { at, type Db, sql } from '../../platform/db/database.ts';
import type { Log } from '../../platform/observe/log.ts';
import type { Seal } from '../../platform/resources/seal.ts';
import type { RegulatorLimits } from '../limits.ts';
import { createLine, type Line } from '../line.ts';
import type { LinkState } from '../traffic.ts';
import { judge, LOGIN_RESULT, type LowerPlatform, loginOf } from './lower-login.ts';
import { ownVehicle, reportOf } from './lower-reports.ts';
import { createLowerSubLink, type LowerSubLink } from './lower-sub-link.ts';

/** Of 0x9201. */
const UNKNOWN_VEHICLE = 1;

/** A platform that is signed in, with both of its links. */
export type Signed = { readonly row: LowerPlatform; readonly line: Line; readonly sub: LowerSubLink };

export type LowerLinkDeps = {
  readonly db: Db;
  readonly seal: Pick<Seal, 'open'>;
  readonly mayReach: (address: string) => boolean;
  readonly ingest: Pick<Ingest, 'accept' | 'full' | 'onResume'>;
  readonly log: Log;
  readonly limits: RegulatorLimits;
  readonly now: () => number;
};

export type LowerLinkEvents = {
  /** A platform has signed in; `openSub` opens the link back. What it returns is what the link goes by. */
  readonly onSignedIn: (row: LowerPlatform, line: Line, openSub: () => LowerSubLink) => Signed;
  readonly onRefused: () => void;
  /** How the link back to a platform is. */
  readonly onSubState: (id: number, state: LinkState, reason?: string) => void;
  /** The main link is cut; null: of nobody who had signed in. */
  readonly onClosed: (signed: Signed | null, reason: string) => void;
};

/** A connection of a platform below ours: who it is, and then what it says. */
export function takeLowerLink(socket: Socket, deps: LowerLinkDeps, events: LowerLinkEvents): void {
  const { db, seal, ingest, log, limits, now } = deps;
  let asked = false;
  let own: Signed | null = null;
  let gone = false;
  const vehicles = new Map<string, number | null>();
  let taking: Promise<void> = Promise.resolve();
  const late = setTimeout(() => line.close('did not sign in'), limits.signInMs);

  const line = createLine(socket, { wire: { revision: 2011, keys: null }, accessCode: 0, encryptKey: null, now }, limits, {
    onMessage: (heard) => {
      if (own === null) {
        if (!asked) {
          asked = true;
          signIn(heard).catch((err: unknown) => {
            log.warn({ err }, 'login of a lower platform');
            line.close('failed');
          });
        }
        return;
      }
      const from = own;
      taking = taking
        .then(() => take(heard, from))
        .catch((err: unknown) => log.warn({ err, lower: from.row.id }, 'a message of a lower platform is lost'));
    },
    onBad: () => undefined,
    onClosed: (reason) => {
      gone = true;
      clearTimeout(late);
      own?.sub.close();
      events.onClosed(own, reason);
    },
  });

  const signIn = async (heard: Heard) => {
    socket.pause();
    const found = await loginOf(db, seal, heard);
    if (gone) return;
    if (found === null) return line.close('unknown');
    const { row, body, revision, encrypted, keys } = found;
    const encryptKey = encrypted ? heard.header.key : null;
    const spoken = { wire: { revision, keys }, accessCode: heard.header.accessCode, encryptKey };
    line.channel.speak(spoken);
    const result = judge(found, seal);
    const verifyCode = randomInt(2 ** 32);
    line.send({ type: 'loginReply', body: { result, verifyCode } });
    if (result !== LOGIN_RESULT.ok || row === null) {
      events.onRefused();
      return line.close('refused');
    }
    clearTimeout(late);
    own = events.onSignedIn(row, line, () =>
      createLowerSubLink({
        to: body.link,
        verifyCode,
        channel: { ...spoken, now },
        mayReach: deps.mayReach,
        limits,
        onState: (state, reason) => events.onSubState(row.id, state, reason),
      }),
    );
    socket.resume();
  };

  const vehicleOf = async (named: NonNullable<Message['vehicle']>, department: number): Promise<number | null> => {
    const key = `${named.colour} ${named.plate}`;
    const remembered = vehicles.get(key);
    if (remembered !== undefined) return remembered;
    const id = await ownVehicle(db, named.plate, named.colour, department);
    if (id !== null) vehicles.set(key, id);
    return id;
  };

  const take = async ({ message, header }: Heard, { row, sub }: Signed): Promise<void> => {
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
      const result = (await vehicleOf(message.vehicle, row.department_id)) === null ? UNKNOWN_VEHICLE : 0;
      const body = { sourceType: message.id, sourceSerial: header.serial, result };
      const reply = { type: 'vehicleRegisterReply', body, vehicle: message.vehicle } as const;
      if (!sub.send(reply)) line.send(reply);
      return;
    }
    if (message.type !== 'position' && message.type !== 'positions') return;
    const vehicleId = await vehicleOf(message.vehicle, row.department_id);
    if (vehicleId === null) return;
    const bodies = message.type === 'position' ? [message.body] : message.body.positions;
    const reports = bodies.flatMap((body) => reportOf(body, vehicleId, now(), message.type === 'positions') ?? []);
    if (reports.length > 0) ingest.accept(reports, null);
    if (!ingest.full) return;
    socket.pause();
    const resumed = ingest.onResume(() => {
      resumed();
      socket.resume();
    });
  };
}
