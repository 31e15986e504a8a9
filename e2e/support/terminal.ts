/** A terminal a story drives by hand: registers, authenticates, reports what it is told to. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { bodyOf, decodeBody, encodeMessage, Framer, type Message, readHeader, writeLocation } from '@fleetwarden/protocol/jt808';

export type Place = {
  readonly lng: number;
  readonly lat: number;
  readonly speedKmh: number;
  readonly heading: number;
  readonly at: number;
};

export type Terminal = {
  /** Sends a location and waits for its acknowledgement. */
  report(place: Place): Promise<void>;
  close(): void;
};

const ANSWER_LIMIT_MS = 20_000;
/** ACC on, fixed. */
const DRIVING = 3;

/** Connects, registers with the plate (yellow) and authenticates with the code it is issued. Throws when refused. */
export async function startTerminal(port: number, phone: string, plate: string): Promise<Terminal> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const framer = new Framer();
  const waiting = new Set<{
    wants: (message: Message) => boolean;
    done: (message: Message) => void;
    fail: (error: Error) => void;
  }>();
  // a server that is killed is part of some stories: what was asked then stays unanswered
  socket.on('error', () => undefined);
  socket.on('close', () => {
    for (const one of waiting) one.fail(new Error(`terminal ${phone}: the connection ended`));
  });
  socket.on('data', (chunk: Buffer) =>
    framer.push(
      chunk,
      (frame) => {
        const header = readHeader(frame);
        const message = decodeBody(header, bodyOf(frame, header));
        for (const one of waiting)
          if (one.wants(message)) {
            waiting.delete(one);
            one.done(message);
          }
      },
      () => undefined,
    ),
  );
  let serial = 0;
  const ask = async <T extends Message['type']>(
    frame: Parameters<typeof encodeMessage>[0],
    answer: T,
    mine: (m: Message) => boolean,
  ) => {
    const timeout = AbortSignal.timeout(ANSWER_LIMIT_MS);
    const reply = new Promise<Message>((done, fail) => {
      const one = { wants: (m: Message) => m.type === answer && mine(m), done, fail };
      waiting.add(one);
      timeout.addEventListener('abort', () => fail(new Error(`terminal ${phone}: no ${answer}`)));
    });
    for (const bytes of encodeMessage(frame)) socket.write(bytes);
    return (await reply) as Extract<Message, { type: T }>;
  };
  const head = () => ({ version: 2013, phone, serial: ++serial }) as const;

  const registered = await ask(
    {
      ...head(),
      type: 'register',
      body: { province: 31, city: 100, maker: 'STORY', model: 'S-1', terminalId: phone.slice(-7), plateColour: 2, plate },
    },
    'registerReply',
    () => true,
  );
  if (registered.body.result !== 0 || registered.body.code === undefined)
    throw new Error(`terminal ${phone}: registration refused with ${registered.body.result}`);
  const first = head();
  const accepted = await ask(
    { ...first, type: 'authenticate', body: { code: registered.body.code } },
    'platformAck',
    (m) => m.type === 'platformAck' && m.body.serial === first.serial,
  );
  if (accepted.body.result !== 0) throw new Error(`terminal ${phone}: authentication refused with ${accepted.body.result}`);
  return {
    report: async ({ lng, lat, speedKmh, heading, at }) => {
      const mine = head();
      const body = writeLocation({
        ...{ deviceAt: at, lng, lat, altitudeM: 4, speedKmh, heading, alarmBits: 0, statusBits: DRIVING },
        ...{ odometerKm: 100, recorderKmh: null, fuelL: null, ioBits: null, signal: 20, satellites: 12 },
      });
      await ask({ ...mine, id: 0x0200, body }, 'platformAck', (m) => m.type === 'platformAck' && m.body.serial === mine.serial);
    },
    close: () => socket.destroy(),
  };
}
