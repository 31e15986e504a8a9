/**
 * Relays streams of terminals to viewers: added latency, memory and processor time. Terminals and viewers are a process of their own.
 * Goals: 200 streams of 1 Mbit/s with a viewer each, and one with 500 viewers, on two cores: added latency p95 at most 300 ms, memory
 * at most 2 GiB. Run: `node bench/relay.ts [streams] [seconds] [viewers of each]`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { viewPart } from '@fleetwarden/contract/video/live-video';
import { packetize, writePacket } from '@fleetwarden/protocol/jt1078';
import { WebSocket, WebSocketServer } from 'ws';
import { createMediaServer } from '../server/src/media/media-server.ts';
import { createLog } from '../server/src/platform/observe/log.ts';
import { createMetrics } from '../server/src/platform/observe/metrics.ts';
import { PARAMETER_SETS } from '../server/test/support/media/stream-terminal.ts';
import { processorMs, tellGoal, tellMachine } from './platform/machine.ts';

const GOAL = { latencyMs: 300, memoryMiB: 2_048 };
const FRAME_MS = 40;
/** 1 Mbit/s at 25 frames a second. */
const FRAME_BYTES = 5_000;
const FRAMES_A_GROUP = 50;
const WARM_UP_MS = 2_000;
/** A frame that arrives later counts as lost. */
const KEPT_FRAMES = 500;
const SIM = 13_000_000_000;
const START_CODE = Buffer.from('00000001', 'hex');
/** Bytes before the picture's first two: prefix, moof, mdat header and length of the NAL unit. */
const NUMBER_BYTES = 3;
const PICTURE_AT = 1 + 100 + 8 + 4;

type Ready = { readonly mediaPort: number; readonly viewPort: number };
type Figures = { readonly frames: number; readonly p50: number; readonly p95: number };

const [role, ...rest] = process.argv.slice(2);
if (role === 'server') await runServer(Number(rest[0]));
else if (role === 'fleet')
  await runFleet(Number(rest[0]), Number(rest[1]), Number(rest[2]), { mediaPort: Number(rest[3]), viewPort: Number(rest[4]) });
else await main(Number(role ?? 200), Number(rest[0] ?? 30), Number(rest[1] ?? 1));

async function main(streams: number, seconds: number, viewers: number): Promise<void> {
  tellMachine('relay');
  const server = start(['server', String(streams)]);
  const [{ mediaPort, viewPort }] = (await once(server, 'message')) as [Ready];
  const before = processorMs([server.pid!]);
  const fleet = start(['fleet', String(streams), String(seconds), String(viewers), String(mediaPort), String(viewPort)]);
  const [figures] = (await once(fleet, 'message')) as [Figures];
  const cpuShare = (processorMs([server.pid!]) - before) / (seconds * 1_000 + WARM_UP_MS);
  server.send('figures');
  const [memoryMiB] = (await once(server, 'message')) as [number];
  console.log(
    `relay: ${streams} streams of 1 Mbit/s, ${viewers} viewers of each, ${seconds} s: ${figures.frames.toLocaleString('en')} frames, ${cpuShare.toFixed(2)} processors`,
  );
  console.log(
    `relay: ${((figures.frames / (streams * viewers * seconds * (1_000 / FRAME_MS))) * 100).toFixed(1)} % of the frames arrived`,
  );
  console.log(`relay: added latency p50 ${figures.p50.toFixed(1)} ms`);
  tellGoal('relay: added latency p95', figures.p95, GOAL.latencyMs, 'ms');
  tellGoal('relay: memory of the server process', memoryMiB, GOAL.memoryMiB, 'MiB');
  server.send('stop');
  await once(server, 'exit');
}

function start(args: readonly string[]): ChildProcess {
  return fork(import.meta.filename, args);
}

/** The media server with a plain WebSocket for each stream. */
async function runServer(streams: number): Promise<void> {
  const media = createMediaServer({ log: createLog('warn'), metrics: createMetrics(), isKnownSim: async () => true });
  const mediaPort = await media.start({ host: '127.0.0.1', port: 0 });
  for (let i = 0; i < streams; i++)
    media.expect({
      kind: 'live',
      vehicleId: i,
      departmentId: 1,
      channel: 1,
      streamType: 1,
      sims: [String(SIM + i)],
      address: null,
      stop: () => undefined,
    });
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  sockets.on('connection', (socket, request) => {
    const stream = media.find({ kind: 'live', vehicleId: Number(request.url!.slice(1)), channel: 1, streamType: 1 });
    stream?.watch({
      wantsSound: false,
      onEnd: () => undefined,
      sink: {
        get backlog() {
          return socket.bufferedAmount;
        },
        sendText: (text) => socket.send(text, { binary: false }),
        sendBytes: (bytes) => socket.send(bytes, { binary: true }),
        close: () => socket.close(),
      },
    });
  });
  await once(sockets, 'listening');
  const address = sockets.address() as { port: number };
  process.on('message', (message) => {
    if (message === 'figures') process.send!(process.memoryUsage().rss / 2 ** 20);
    else void media.stop().then(() => process.exit(0));
  });
  process.send!({ mediaPort, viewPort: address.port } satisfies Ready);
}

async function runFleet(streams: number, seconds: number, viewers: number, { mediaPort, viewPort }: Ready): Promise<void> {
  const latencies: number[] = [];
  /** When a picture was sent, by stream and number. */
  const sentAt = new Map<number, number>();
  let measuring = false;
  const terminals: Socket[] = [];
  for (let i = 0; i < streams; i++) {
    for (let viewer = 0; viewer < viewers; viewer++) {
      const view = new WebSocket(`ws://127.0.0.1:${viewPort}/${i}`, { perMessageDeflate: false });
      view.on('message', (data: Buffer, isBinary) => {
        if (!isBinary || data[0] !== viewPart.segment) return;
        if (data.length < PICTURE_AT + 1 + NUMBER_BYTES) return;
        let number = 0;
        for (let byte = 0; byte < NUMBER_BYTES; byte++) number |= (data[PICTURE_AT + 1 + byte]! & 0x7f) << (7 * byte);
        const at = sentAt.get(i * 2 ** 24 + number);
        if (at !== undefined && measuring) latencies.push(performance.now() - at);
      });
      await once(view, 'open');
    }
    const terminal = connect({ port: mediaPort, host: '127.0.0.1', noDelay: true });
    await once(terminal, 'connect');
    terminals.push(terminal);
  }
  const picture = Buffer.alloc(FRAME_BYTES, 0xaa);
  let number = 0;
  let sequence = 0;
  const sendAll = (i: number) => {
    const isKey = number % FRAMES_A_GROUP === 0;
    picture[0] = isKey ? 0x65 : 0x41;
    // seven bits a byte: zeros would be start codes
    for (let byte = 0; byte < NUMBER_BYTES; byte++) picture[1 + byte] = 0x80 | ((number >> (7 * byte)) & 0x7f);
    const nals = isKey ? [...PARAMETER_SETS.cif, picture] : [picture];
    const packets = packetize(
      {
        sim: String(SIM + i),
        channel: 1,
        payloadType: 98,
        dataType: isKey ? 'keyFrame' : 'predictedFrame',
        timestampMs: number * FRAME_MS,
        data: Buffer.concat(nals.flatMap((nal) => [START_CODE, nal])),
      },
      sequence,
    );
    sentAt.delete(i * 2 ** 24 + number - KEPT_FRAMES);
    sentAt.set(i * 2 ** 24 + number, performance.now());
    terminals[i]!.write(Buffer.concat(packets.map((packet) => writePacket(packet))));
    return packets.length;
  };
  const begin = performance.now();
  const end = begin + WARM_UP_MS + seconds * 1_000;
  while (performance.now() < end) {
    measuring = performance.now() > begin + WARM_UP_MS;
    let packets = 0;
    for (let i = 0; i < streams; i++) packets = sendAll(i);
    sequence = (sequence + packets) & 0xffff;
    number++;
    await sleep(Math.max(0, begin + number * FRAME_MS - performance.now()));
  }
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  process.send!({ frames: latencies.length, p50: quantile(0.5), p95: quantile(0.95) } satisfies Figures, () => process.exit(0));
}
