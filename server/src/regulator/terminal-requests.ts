import { DAY_MS, MINUTE_MS } from '@fleetwarden/domain/durations';
import { asksForTime, timeOfDigits } from '@fleetwarden/protocol/jt808';
import type { BodyOf, Content } from '@fleetwarden/protocol/jt809';
import { type Queryable, sql } from '../platform/db/database.ts';
import { positionBody, type StoredPosition } from './positions.ts';
import type { Superior } from './superiors.ts';

/** The one way commands take to terminals, as far as superior platforms use it. */
export type Terminals = {
  /** Has a vehicle's terminal do something; the number of the command, or null where it cannot be asked. */
  ask(vehicleId: number, cmdCode: string, params: Readonly<Record<string, unknown>>): Promise<number | null>;
  /** A file a terminal sent; null where it is gone. */
  file(name: string): Promise<Uint8Array | null>;
};

/** A message that has a terminal do something, as it is kept until it was answered. */
export type RequestRow = {
  readonly id: number;
  readonly message_id: number;
  readonly serial: number;
  readonly vehicle_id: number | null;
  readonly plate: string;
  readonly plate_colour: number;
  readonly body: unknown;
  /** Null: nobody was asked so far. */
  readonly command_id: number | null;
  readonly received_at: number;
};

/** What came of it: done, not done, or that nobody answered in time. `photo`: what the terminal took. */
export type Outcome = {
  readonly result: 'done' | 'failed' | 'late' | 'unsupported';
  readonly data: unknown;
  readonly photo: Photo | null;
};
type Photo = { readonly channel: number; readonly extension: string; readonly data: Uint8Array };

type Row = {
  /** The command it is, and its parameters. */
  readonly command: (body: never, now: number) => readonly [cmdCode: string, params: Readonly<Record<string, unknown>>];
  readonly answer: (request: RequestRow, outcome: Outcome, superior: Superior, position: StoredPosition) => Content;
};

const LISTEN = 1;
const TTS_AND_DISPLAY = [4, 8];
const MAX_CHARACTERS = 499;
/** Sizes of 0x9502 are those of 0x8801, of which the product offers so many. */
const SIZES = 8;
const FORMATS: Readonly<Record<string, number>> = { jpg: 1, gif: 2, tif: 3, png: 4 };
/** Of 0x1502. */
const FLAGS = { unsupported: 0, done: 1, late: 2, failed: 3 } as const;

/** Of 0x1505: done, no such vehicle, anything else. */
const NO_VEHICLE = 1;
const OTHER_FAULT = 2;
/** Where the password of another server is sealed in. */
export const EMERGENCY_PASSWORD = 'superior_request.password';
const MAX_MINUTES = 65_535;

const source = ({ message_id, serial }: RequestRow) => ({ sourceType: message_id, sourceSerial: serial });
const resultOf = ({ result }: Outcome): number => (result === 'done' ? 0 : 1);
const vehicleOf = ({ plate, plate_colour }: RequestRow) => ({ plate, colour: plate_colour });
const rowOf = (row: Row): Row => row;

const ROWS: Readonly<Record<number, Row>> = {
  38145: rowOf({
    command: ({ phone }: BodyOf<'listen'>) => ['8400', { kind: LISTEN, phone }],
    answer: (request, outcome) => ({
      type: 'listenReply',
      body: { ...source(request), result: resultOf(outcome) },
      vehicle: vehicleOf(request),
    }),
  }),
  38146: rowOf({
    command: ({ channel, size }: BodyOf<'photoRequest'>) => [
      '8801',
      {
        channel: Math.max(1, channel),
        command: 1,
        interval: 0,
        save: 0,
        resolution: Math.min(Math.max(1, size), SIZES),
        quality: 5,
        brightness: 127,
        contrast: 64,
        saturation: 64,
        chroma: 127,
      },
    ],
    answer: (request, { result, photo }, superior, position) => {
      const asked = request.body as BodyOf<'photoRequest'>;
      const image = { size: asked.size, format: FORMATS[photo?.extension ?? ''] ?? 1, data: photo?.data ?? new Uint8Array() };
      const flag = result === 'done' && photo === null ? FLAGS.late : FLAGS[result];
      const body = { ...source(request), flag, position: positionBody(position, superior), channel: asked.channel, image };
      return { type: 'photo', body, vehicle: vehicleOf(request) };
    },
  }),
  38147: rowOf({
    command: ({ text }: BodyOf<'text'>) => ['8300', { channels: TTS_AND_DISPLAY, text: text.slice(0, MAX_CHARACTERS) }],
    answer: (request, outcome) => ({
      type: 'textReply',
      body: { serial: (request.body as BodyOf<'text'>).serial, ...source(request), result: resultOf(outcome) },
      vehicle: vehicleOf(request),
    }),
  }),
  38148: rowOf({
    command: ({ command, start, end, span }: BodyOf<'recorderRequest'>) => [
      '8700',
      asksForTime(command)
        ? {
            command,
            start: span ? timeOfDigits(span.start) : (start ?? 0) * 1000,
            end: span ? timeOfDigits(span.end) : (end ?? 0) * 1000,
            ...(span?.most ? { most: span.most } : {}),
          }
        : { command },
    ],
    answer: (request, { data }) => {
      const { command } = request.body as BodyOf<'recorderRequest'>;
      // an answer without data says that there is none
      const { block = '' } = (data ?? {}) as { readonly block?: string };
      return {
        type: 'recorderReply',
        body: { ...source(request), command, data: Buffer.from(block, 'hex') },
        vehicle: vehicleOf(request),
      };
    },
  }),
  38149: rowOf({
    command: ({ authCode, accessPoint, user, password, server, tcpPort, udpPort, end }: BodyOf<'emergencyLink'>, now) => [
      '8105',
      {
        authCode,
        accessPoint,
        user,
        sealedPassword: password,
        server,
        tcpPort,
        udpPort,
        minutes: Math.min(MAX_MINUTES, Math.ceil((end * 1000 - now) / MINUTE_MS)),
      },
    ],
    answer: (request, { result }) => ({
      type: 'emergencyLinkReply',
      body: { ...source(request), result: result === 'done' ? 0 : request.vehicle_id === null ? NO_VEHICLE : OTHER_FAULT },
      vehicle: vehicleOf(request),
    }),
  }),
};

/** The command a request is. */
export const commandOf = ({ message_id, body }: RequestRow, now: number) => ROWS[message_id]!.command(body as never, now);

/** The message that tells what came of a request. */
export async function answerOf(db: Queryable, request: RequestRow, outcome: Outcome, superior: Superior): Promise<Content> {
  return ROWS[request.message_id]!.answer(request, outcome, superior, await lastPosition(db, request));
}

/** Where the vehicle was last; without one, nowhere at the time of the request. */
async function lastPosition(db: Queryable, { vehicle_id, received_at }: RequestRow): Promise<StoredPosition> {
  const since = new Date(received_at - DAY_MS);
  const row = await db.first<StoredPosition>(sql`
    select vehicle_id, gnss_at, lng, lat, altitude_m, speed_kmh, heading, alarm_bits, status_bits, odometer_km, recorder_kmh, fuel_l
    from position where vehicle_id = ${vehicle_id} and gnss_at > ${since} order by gnss_at desc limit 1`);
  return (
    row ?? {
      vehicle_id: vehicle_id ?? 0,
      gnss_at: received_at,
      lng: 0,
      lat: 0,
      altitude_m: 0,
      speed_kmh: 0,
      heading: 0,
      alarm_bits: 0,
      status_bits: 0,
      odometer_km: null,
      recorder_kmh: null,
      fuel_l: null,
    }
  );
}

type Media = { readonly channel: number; readonly extension: string; readonly file: string };

const SUCCEEDED = 2;
const TIMED_OUT = 4;
const WITH_DATA = 6;
const UNSUPPORTED_CODES: ReadonlySet<number | null> = new Set([3, 4023]);
const PHOTO = 0x9502;

/** In the place of a command: the terminal cannot be asked. */
export const CANNOT_BE_ASKED = 0;

/** What came of a request so far; null while nobody knows. Of one of no vehicle of ours, or that nobody could be asked: failed. */
export async function outcomeOf(
  db: Queryable,
  { file }: Pick<Terminals, 'file'>,
  request: RequestRow,
  photoUntil: number,
): Promise<Outcome | null> {
  const ended = (result: Outcome['result']): Outcome => ({ result, data: null, photo: null });
  if (!request.command_id) return ended('failed');
  const command = await db.first<{
    state: number;
    result_code: number | null;
    result_data: { mediaIds?: readonly number[] } | null;
    sent_at: number | null;
  }>(sql`select state, result_code, result_data, sent_at from command where id = ${request.command_id}`);
  if (!command) return ended('late');
  const { state, result_code, result_data } = command;
  if (state < SUCCEEDED) return null;
  if (state !== SUCCEEDED && state !== WITH_DATA)
    return ended(state === TIMED_OUT ? 'late' : UNSUPPORTED_CODES.has(result_code) ? 'unsupported' : 'failed');
  if (request.message_id !== PHOTO) return { ...ended('done'), data: result_data };
  const numbers = result_data?.mediaIds;
  const media = await db.first<Media>(sql`
    select channel, extension, file from media where vehicle_id = ${request.vehicle_id} and kind = 0
      and received_at >= ${new Date(command.sent_at ?? request.received_at)}
      ${numbers ? sql`and media_no = any(${[...numbers]}::bigint[])` : sql`and event = 0`}
    order by id limit 1`);
  const data = media ? await file(media.file) : null;
  if (media && data) return { ...ended('done'), photo: { channel: media.channel, extension: media.extension, data } };
  return Date.now() > photoUntil ? ended('late') : null;
}
