/** A terminal under the story's control: it registers, authenticates, and sends the reports and answers of the story. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Content, createMessageLink, type Header, type Message, writeLocation } from '@fleetwarden/protocol/jt808';

export type Place = {
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly heading: number;
  readonly at: number;
  /** JT/T 808-2019 table 24; none of them without. */
  readonly alarmBits?: number;
  /** Its table 23; ACC on and fixed without. */
  readonly statusBits?: number;
  /** Additional items as they are on the wire. */
  readonly extra?: Uint8Array;
};

/** A terminal's answer to a command; null for none. */
export type Answer = (header: Header, message: Message) => Content | null;

export type Terminal = {
  /** Sends a location and waits for its acknowledgement. */
  report(place: Place): Promise<void>;
  /** Uploads a photo that the platform requested, and waits for its acknowledgement. */
  upload(photo: { readonly mediaId: number; readonly place: Place; readonly data: Uint8Array }): Promise<void>;
  /** Sends a heartbeat: a terminal that is silent for minutes is offline. */
  beat(): void;
  /** Commands received so far, oldest first. */
  readonly received: readonly Message[];
  /** Sets the answer to later commands; at first there is none. */
  setAnswer(answer: Answer): void;
  close(): void;
};

/** 0x0001 with a result: 0 done, 1 failed, 2 malformed, 3 not supported. */
export const acknowledge =
  (result: number): Answer =>
  ({ serial, id }) => ({ id: 0x0001, body: { serial, id, result } });

/** 0x0201: its location. */
export const answerLocation = ({ serial }: Header, place: Place): Content => {
  const location = locationBody(place);
  const body = new Uint8Array(2 + location.length);
  new DataView(body.buffer).setUint16(0, serial);
  body.set(location, 2);
  return { id: 0x0201, body };
};

const locationBody = ({ lng, lat, speedKmh, heading, at, alarmBits = 0, statusBits = DRIVING, extra }: Place): Uint8Array =>
  writeLocation({
    deviceAt: at,
    lng,
    lat,
    altitudeM: 4,
    speedKmh,
    heading,
    alarmBits,
    statusBits,
    odometerKm: 100,
    recorderKmh: null,
    fuelL: null,
    ioBits: null,
    signal: 20,
    satellites: 12,
    ...(extra ? { extra } : {}),
  });

/** Terminals repeat an unanswered message: a server with a busy database may not answer. */
const AGAIN_MS = 6_000;
const ANSWER_LIMIT_MS = 60_000;
/** Size of a location without additional items, as in a photo upload (0x0801). */
const PLACE_BYTES = 28;
/** Status words: ACC on and fixed; fixed alone; ACC on without a fix. */
const DRIVING = 3;
export const PARKED = 2;
export const WITHOUT_FIX = 1;
/** Answers of the platform; all its other messages are commands. */
const REPLIES: ReadonlySet<string> = new Set(['platformAck', 'registerReply']);

/** Connects, registers with the plate (yellow) and authenticates with the code it is issued. Throws when refused. */
export async function startTerminal(port: number, phone: string, plate: string): Promise<Terminal> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const received: Message[] = [];
  let answer: Answer = () => null;
  const waiting = new Set<{
    wants: (message: Message) => boolean;
    done: (message: Message) => void;
    fail: (error: Error) => void;
  }>();
  // some stories kill the server: pending requests then stay unanswered
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const one of waiting) one.fail(new Error(`terminal ${phone}: the connection ended`));
  });
  const link = createMessageLink({
    onMessage: (header, message) => {
      for (const one of waiting)
        if (one.wants(message)) {
          waiting.delete(one);
          one.done(message);
        }
      if (!REPLIES.has(message.type)) hear(header, message);
    },
    firstSerial: 1,
  });
  socket.on('data', link.receive);
  const encode = (content: Content) => link.encode(content, { version: 2013, phone });
  const send = (content: Content) => {
    for (const bytes of encode(content).frames) socket.write(bytes);
  };
  /** Sends a message until its reply: one of the type that also fits, given the serial of the message. */
  const ask = async <T extends Message['type']>(
    content: Content,
    answer: T,
    fits: (reply: Message, serial: number) => boolean = () => true,
  ) => {
    const timeout = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const { serial, frames } = encode(content);
    const reply = new Promise<Message>((done, fail) => {
      const one = { wants: (m: Message) => m.type === answer && fits(m, serial), done, fail };
      waiting.add(one);
      timeout.addEventListener('abort', () => fail(new Error(`terminal ${phone}: no ${answer}`)));
    });
    const sendFrames = () => {
      for (const bytes of frames) socket.write(bytes);
    };
    sendFrames();
    const again = setInterval(sendFrames, AGAIN_MS);
    reply.finally(() => clearInterval(again)).catch(() => undefined);
    return (await reply) as Extract<Message, { type: T }>;
  };
  const isAck = (reply: Message, serial: number) => reply.type === 'platformAck' && reply.body.serial === serial;
  const hear = (header: Header, message: Message) => {
    received.push(message);
    const content = answer(header, message);
    if (content) send(content);
  };

  const registered = await ask(
    {
      type: 'register',
      body: { province: 31, city: 100, maker: 'STORY', model: 'S-1', terminalId: phone.slice(-7), plateColour: 2, plate },
    },
    'registerReply',
  );
  if (registered.body.result !== 0 || registered.body.code === undefined)
    throw new Error(`terminal ${phone}: registration refused with ${registered.body.result}`);
  const accepted = await ask({ type: 'authenticate', body: { code: registered.body.code } }, 'platformAck', isAck);
  if (accepted.body.result !== 0) throw new Error(`terminal ${phone}: authentication refused with ${accepted.body.result}`);
  return {
    report: async (place) => {
      await ask({ id: 0x0200, body: locationBody(place) }, 'platformAck', isAck);
    },
    upload: async ({ mediaId, place, data }) => {
      const location = locationBody(place).slice(0, PLACE_BYTES);
      const body = { mediaId, kind: 0, format: 0, event: 0, channel: 1, location, data };
      const isOwn = (reply: Message) => reply.type === 'mediaReply' && reply.body.mediaId === mediaId;
      await ask({ type: 'mediaUpload', body }, 'mediaReply', isOwn);
    },
    beat: () => send({ type: 'heartbeat', body: {} }),
    received,
    setAnswer: (next) => {
      answer = next;
    },
    close: () => socket.destroy(),
  };
}
