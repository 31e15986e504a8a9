import { randomInt } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import type { LocationReported } from '@fleetwarden/domain/location';
import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import { readLocation } from '@fleetwarden/protocol/jt808';
import { type BodyOf, cipher, type Heard, type Message, type Revision } from '@fleetwarden/protocol/jt809';
import type { Ingest } from '../ingest/ingest.ts';
import { type Db, type Queryable, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Seal } from '../platform/resources/seal.ts';
import type { RegulatorLimits } from './limits.ts';
import { createLine, type Line } from './line.ts';

/** The listener platforms below ours open their main links to. */
export type UpperServer = {
  /** Resolves with the port. */
  start(): Promise<number>;
  stop(): Promise<void>;
};

type Lower = {
  readonly id: number;
  readonly department_id: number;
  readonly standard: number;
  readonly user_id: number;
  readonly password: string;
  readonly m1: number;
  readonly ia1: number;
  readonly ic1: number;
};

const LOGIN = 0x1001;
/** Bytes of the body of a login, as it is read as one of 2011: one of 2019 has the rest of its header before it. */
const LOGIN_2011 = 46;
const LOGIN_2019 = 58;
const HEADER_REST = 8;
const RESULT = { ok: 0, address: 1, accessCode: 2, user: 3, password: 4 } as const;
const MINUTE_MS = 60_000;
const CHINA_MS = 8 * 3_600_000;
const MICRO = 1_000_000;

export function createUpperServer(deps: {
  readonly db: Db;
  readonly seal: Pick<Seal, 'open'>;
  readonly ingest: Pick<Ingest, 'accept' | 'full' | 'onResume'>;
  readonly log: Log;
  readonly host: string;
  readonly port: number;
  readonly limits: RegulatorLimits;
  readonly now: () => number;
}): UpperServer {
  const { db, seal, ingest, log, limits, now } = deps;
  const sockets = new Set<Socket>();
  const lines = new Map<number, Line>();
  const unknown = new Map<string, number>();
  /** Refused logins of an address within the last minute: nobody tries passwords at will. */
  const refused = new Map<string, number>();
  let server: Server | undefined;
  let forgetting: NodeJS.Timeout | undefined;

  const accept = (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    socket.on('error', () => undefined);
    const tooMany = (refused.get(address) ?? 0) >= limits.refusedPerMinute;
    if (tooMany || (unknown.get(address) ?? 0) >= limits.unknownPerAddress) return void socket.destroy();
    unknown.set(address, (unknown.get(address) ?? 0) + 1);
    let counted = true;
    const known = () => {
      if (counted) unknown.set(address, (unknown.get(address) ?? 1) - 1);
      if (unknown.get(address) === 0) unknown.delete(address);
      counted = false;
    };
    sockets.add(socket);
    let asked = false;
    let lower: Lower | null = null;
    const vehicles = new Map<string, number | null>();
    let taking: Promise<void> = Promise.resolve();
    const late = setTimeout(() => line.close('did not sign in'), limits.signInMs);

    const line = createLine(socket, { wire: { revision: 2011, keys: null }, accessCode: 0, encryptKey: null, now }, limits, {
      onMessage: (heard) => {
        if (lower === null) {
          if (!asked) {
            asked = true;
            signIn(heard).catch((err: unknown) => {
              log.warn({ err }, 'login of a lower platform');
              line.close('failed');
            });
          }
          return;
        }
        const { id, department_id } = lower;
        taking = taking
          .then(() => take(heard, { id, department_id }))
          .catch((err: unknown) => log.warn({ err, lower: id }, 'a message of a lower platform is lost'));
      },
      onBad: () => undefined,
      onClosed: () => {
        clearTimeout(late);
        known();
        sockets.delete(socket);
        if (lower && lines.get(lower.id) === line) lines.delete(lower.id);
      },
    });

    const signIn = async (heard: Heard) => {
      socket.pause();
      const found = await loginOf(db, heard);
      if (found === null) return line.close('unknown');
      const { row, body, revision, encrypted } = found;
      const keys = { m1: row?.m1 ?? 1, ia1: row?.ia1 ?? 1, ic1: row?.ic1 ?? 1 };
      const encryptKey = encrypted ? heard.header.key : null;
      line.channel.speak({ wire: { revision, keys }, accessCode: heard.header.accessCode, encryptKey });
      const result = judge(row, body, revision, seal);
      const verifyCode = randomInt(2 ** 32);
      line.send({ type: 'loginReply', body: { result, verifyCode } });
      if (result !== RESULT.ok || row === null) {
        refused.set(address, (refused.get(address) ?? 0) + 1);
        return line.close('refused');
      }
      clearTimeout(late);
      known();
      lower = row;
      lines.get(row.id)?.close('another link took its place');
      lines.set(row.id, line);
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

    const take = async ({ message }: Heard, from: Pick<Lower, 'id' | 'department_id'>): Promise<void> => {
      if (message === null) return;
      if (message.type === 'mainHeartbeat') return void line.send({ type: 'mainHeartbeatReply', body: {} });
      if (message.type === 'logout') {
        line.send({ type: 'logoutReply', body: {} });
        return line.close('signed out');
      }
      if ((message.type !== 'position' && message.type !== 'positions') || !message.vehicle) return;
      const vehicleId = await vehicleOf(message.vehicle, from.department_id);
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
  };

  return {
    start: () =>
      new Promise((resolve, reject) => {
        forgetting = setInterval(() => refused.clear(), MINUTE_MS);
        server = createServer({ allowHalfOpen: true }, accept);
        server.once('error', reject);
        server.listen(deps.port, deps.host, () => {
          const address = server?.address();
          resolve(typeof address === 'object' && address ? address.port : deps.port);
        });
      }),
    stop: async () => {
      clearInterval(forgetting);
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type LoginBody = { readonly user: number; readonly password: string };

/** Who signs in, by the access code of the header; null where it is no login at all. */
async function loginOf(
  db: Queryable,
  { header, body }: Heard,
): Promise<{ row: Lower | null; body: LoginBody; revision: Revision; encrypted: boolean } | null> {
  if (header.id !== LOGIN || (body.length !== LOGIN_2011 && body.length !== LOGIN_2019)) return null;
  const row = await db.first<Lower>(sql`
    select id, department_id, standard, user_id, password, m1, ia1, ic1 from lower_platform
    where access_code = ${header.accessCode} and enabled`);
  const revision = body.length === LOGIN_2019 ? 2019 : 2011;
  const plain = body.slice(revision === 2019 ? HEADER_REST : 0);
  const encrypted = header.encrypted === 1;
  if (encrypted && row) cipher(plain, header.key, row);
  const user = new DataView(plain.buffer).getUint32(0);
  const password = Buffer.from(plain.subarray(4, 12)).toString('latin1').replace(/\0+$/, '');
  return { row: row ?? null, body: { user, password }, revision, encrypted };
}

function judge(row: Lower | null, { user, password }: LoginBody, revision: Revision, seal: Pick<Seal, 'open'>): number {
  if (row === null || (row.standard === 1 ? 2019 : 2011) !== revision) return RESULT.accessCode;
  if (row.user_id !== user) return RESULT.user;
  return seal.open(row.password, 'lower_platform.password') === password ? RESULT.ok : RESULT.password;
}

/** A vehicle of ours by plate and the wire's colour, of the platform's department or one below it. */
async function ownVehicle(db: Queryable, plate: string, colour: number, departmentId: number): Promise<number | null> {
  const rows = await db.query<{ id: number; plate_colour: number }>(sql`
    with recursive below as (
      select id from department where id = ${departmentId}
      union select d.id from department d join below on d.parent_id = below.id
    )
    select id, plate_colour from vehicle
    where plate = ${plate.replaceAll('\0', '')} and deleted_at is null and department_id in (select id from below)`);
  return rows.find((row) => plateColourToWire(row.plate_colour) === colour)?.id ?? null;
}

/** A position as ingest takes it; null for one that cannot be read. */
function reportOf(body: BodyOf<'position'>, vehicleId: number, receivedAt: number, backfill: boolean): LocationReported | null {
  const around = { vehicleId, receivedAt, backfill };
  if (body.at2019) {
    try {
      return { ...readLocation(body.at2019.location), ...around };
    } catch {
      return null;
    }
  }
  const at = body.at2011;
  if (!at) return null;
  const local = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second);
  const nothing = { fuelL: null, ioBits: null, signal: null, satellites: null, extra: null };
  return {
    ...{ ...nothing, ...around, deviceAt: Number.isNaN(local) ? null : local - CHINA_MS },
    ...{ lng: at.lng / MICRO, lat: at.lat / MICRO, altitudeM: at.altitude, speedKmh: at.speed, heading: at.direction },
    ...{ alarmBits: at.alarm, statusBits: at.status, odometerKm: at.mileage, recorderKmh: at.recorderSpeed },
  };
}
