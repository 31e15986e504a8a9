import { randomInt } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { gcj02ToWgs84 } from '@fleetwarden/domain/coordinates';
import type { LocationReported } from '@fleetwarden/domain/location';
import { plateColourToWire } from '@fleetwarden/domain/plate-colour';
import { readLocation } from '@fleetwarden/protocol/jt808';
import { type BodyOf, type CipherKeys, cipher, type Heard, type Message, type Revision } from '@fleetwarden/protocol/jt809';
import type { ServerBus } from '../events.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { at, type Db, type Queryable, sql } from '../platform/db/database.ts';
import type { Log } from '../platform/observe/log.ts';
import type { Seal } from '../platform/resources/seal.ts';
import { sameSecret } from '../platform/secrets/same-secret.ts';
import type { RegulatorLimits } from './limits.ts';
import { createLine, type Line } from './line.ts';
import { createLowerSubLink, type LowerSubLink } from './lower-sub-link.ts';
import { LINK_STATE, type LinkState } from './traffic.ts';

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
  readonly user_id: string;
  readonly password: string;
  readonly m1: string;
  readonly ia1: string;
  readonly ic1: string;
  readonly version: number;
};
/** A platform that is signed in, with both of its links. */
type Signed = { readonly row: Lower; readonly line: Line; readonly sub: LowerSubLink };

const LOGIN = 0x1001;
/** Bytes of the body of a login, as it is read as one of 2011: one of 2019 has the rest of its header before it. */
const LOGIN_2011 = 46;
const LOGIN_2019 = 58;
const HEADER_REST = 8;
/** Where the address of the sub link begins in it, and its bytes; the port follows. */
const LINK_2011 = 12;
const LINK_2019 = 16;
const ADDRESS_BYTES = 32;
const RESULT = { ok: 0, address: 1, accessCode: 2, user: 3, password: 4 } as const;
const ENABLED = 1;
/** Of 0x9201. */
const UNKNOWN_VEHICLE = 1;
const MINUTE_MS = 60_000;
const CHINA_MS = 8 * 3_600_000;
const MICRO = 1_000_000;

export function createUpperServer(deps: {
  readonly db: Db;
  readonly bus: ServerBus;
  readonly seal: Pick<Seal, 'open'>;
  readonly mayReach: (address: string) => boolean;
  readonly ingest: Pick<Ingest, 'accept' | 'full' | 'onResume'>;
  readonly log: Log;
  readonly host: string;
  readonly port: number;
  readonly limits: RegulatorLimits;
  readonly now: () => number;
}): UpperServer {
  const { db, bus, seal, ingest, log, limits, now } = deps;
  const sockets = new Set<Socket>();
  const signed = new Map<number, Signed>();
  const unknown = new Map<string, number>();
  /** Refused logins of an address within the last minute: nobody tries passwords at will. */
  const refused = new Map<string, number>();
  let server: Server | undefined;
  let forgetting: NodeJS.Timeout | undefined;
  let ends: () => void = () => undefined;
  let writing: Promise<unknown> = Promise.resolve();

  /** How a link of a platform is, for whoever looks at the list. */
  const tell = (id: number, link: 'main' | 'sub', state: LinkState, reason?: string) => {
    const column = link === 'main' ? sql`main_state` : sql`sub_state`;
    writing = writing
      .then(() =>
        db.run(sql`
          update lower_platform set ${column} = ${state}, link_since = ${at(now())}, link_reason = ${reason ?? null}::text
          where id = ${id}`),
      )
      .catch((err: unknown) => log.warn({ err, lower: id }, 'not written down how a link of a lower platform is'));
  };

  /** Closes links of platforms that are gone, switched off or changed: they sign in by what holds now. */
  const match = async () => {
    const rows = await db.query<{ id: number; version: number }>(
      sql`select id, version from lower_platform where state = ${ENABLED}`,
    );
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    for (const { row, line } of signed.values()) if (versions.get(row.id) !== row.version) line.close('its record was changed');
  };

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
        known();
        sockets.delete(socket);
        if (own === null) return;
        own.sub.close();
        const { id } = own.row;
        if (signed.get(id) !== own) return;
        signed.delete(id);
        tell(id, 'main', LINK_STATE.cut, reason);
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
      const result = judge(row, body, revision, seal);
      const verifyCode = randomInt(2 ** 32);
      line.send({ type: 'loginReply', body: { result, verifyCode } });
      if (result !== RESULT.ok || row === null) {
        refused.set(address, (refused.get(address) ?? 0) + 1);
        return line.close('refused');
      }
      clearTimeout(late);
      known();
      signed.get(row.id)?.line.close('another link took its place');
      const sub = createLowerSubLink({
        ...{ to: body.link, verifyCode, channel: { ...spoken, now }, mayReach: deps.mayReach, limits },
        onState: (state, reason) => tell(row.id, 'sub', state, reason),
      });
      own = { row, line, sub };
      signed.set(row.id, own);
      tell(row.id, 'main', LINK_STATE.signedIn);
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
  };

  return {
    start: async () => {
      // of a process that was killed
      await db.run(sql`update lower_platform set main_state = 0, sub_state = 0`);
      ends = bus.subscribe('lowers.changed', match);
      return new Promise((resolve, reject) => {
        forgetting = setInterval(() => refused.clear(), MINUTE_MS);
        server = createServer({ allowHalfOpen: true }, accept);
        server.once('error', reject);
        server.listen(deps.port, deps.host, () => {
          const address = server?.address();
          resolve(typeof address === 'object' && address ? address.port : deps.port);
        });
      });
    },
    stop: async () => {
      clearInterval(forgetting);
      ends();
      const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
      for (const socket of sockets) socket.destroy();
      await closed;
      await writing;
    },
  };
}

type LoginBody = {
  readonly user: number;
  readonly password: string;
  /** Where it waits for the sub link. */
  readonly link: { readonly host: string; readonly port: number };
};
type Found = {
  readonly row: Lower | null;
  readonly keys: CipherKeys;
  readonly body: LoginBody;
  readonly revision: Revision;
  readonly encrypted: boolean;
};

/** Who signs in, by the access code of the header; null where it is no login at all. */
async function loginOf(db: Queryable, seal: Pick<Seal, 'open'>, { header, body }: Heard): Promise<Found | null> {
  if (header.id !== LOGIN || (body.length !== LOGIN_2011 && body.length !== LOGIN_2019)) return null;
  const row = await db.first<Lower>(sql`
    select id, department_id, standard, user_id, password, m1, ia1, ic1, version from lower_platform
    where access_code = ${String(header.accessCode)} and state = ${ENABLED}`);
  const key = (name: 'm1' | 'ia1' | 'ic1') => (row ? Number(seal.open(row[name], `lower_platform.${name}`)) : 1);
  const keys = { m1: key('m1'), ia1: key('ia1'), ic1: key('ic1') };
  const revision = body.length === LOGIN_2019 ? 2019 : 2011;
  const plain = body.slice(revision === 2019 ? HEADER_REST : 0);
  const encrypted = header.encrypted === 1;
  if (encrypted && row) cipher(plain, header.key, keys);
  const view = new DataView(plain.buffer);
  const text = (from: number, to: number) => Buffer.from(plain.subarray(from, to)).toString('latin1').replace(/\0+$/, '').trim();
  const linkAt = revision === 2019 ? LINK_2019 : LINK_2011;
  const link = { host: text(linkAt, linkAt + ADDRESS_BYTES), port: view.getUint16(linkAt + ADDRESS_BYTES) };
  return { row: row ?? null, keys, body: { user: view.getUint32(0), password: text(4, 12), link }, revision, encrypted };
}

function judge(row: Lower | null, { user, password }: LoginBody, revision: Revision, seal: Pick<Seal, 'open'>): number {
  if (row === null || (row.standard === 1 ? 2019 : 2011) !== revision) return RESULT.accessCode;
  if (Number(row.user_id) !== user) return RESULT.user;
  return sameSecret(seal.open(row.password, 'lower_platform.password'), password) ? RESULT.ok : RESULT.password;
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
      return inWgs84({ ...readLocation(body.at2019.location), ...around }, body.at2019.encrypted);
    } catch {
      return null;
    }
  }
  const at = body.at2011;
  if (!at) return null;
  const local = Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second);
  const nothing = { fuelL: null, ioBits: null, signal: null, satellites: null, extra: null };
  const report = {
    ...{ ...nothing, ...around, deviceAt: Number.isNaN(local) ? null : local - CHINA_MS },
    ...{ lng: at.lng / MICRO, lat: at.lat / MICRO, altitudeM: at.altitude, speedKmh: at.speed, heading: at.direction },
    ...{ alarmBits: at.alarm, statusBits: at.status, odometerKm: at.mileage, recorderKmh: at.recorderSpeed },
  };
  return inWgs84(report, at.encrypted);
}

/** Of 1202 and 1203: the place is one of GCJ-02. */
const SHIFTED = 1;

function inWgs84(report: LocationReported, encrypted: number): LocationReported {
  if (encrypted !== SHIFTED) return report;
  const [lng, lat] = gcj02ToWgs84([report.lng, report.lat]);
  return { ...report, lng, lat };
}
