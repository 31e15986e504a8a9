/** Terminals of the simulator: the story sets their position and raises their alarms. */
import type { Message } from '@fleetwarden/protocol/jt808';
import type { Member } from '@fleetwarden/simulator/identity';
import type { Mode } from '@fleetwarden/simulator/modes';
import type { Vehicle } from '@fleetwarden/simulator/motion/vehicle';
import { forgetfulMemory } from '@fleetwarden/simulator/state-file';
import { createTerminal, type Terminal } from '@fleetwarden/simulator/terminal';
import type { StreamFaults } from '@fleetwarden/simulator/video/stream-faults';
import { until } from './client.ts';

export type SimulatedTerminal = {
  readonly plate: string;
  /** Raises and clears alarms. */
  readonly alarms: Terminal['alarms'];
  /** Commands received so far, oldest first. */
  readonly received: readonly Message[];
  /** Buffered positions that the platform has not acknowledged. */
  readonly unsent: () => number;
  stop(): void;
};

type Wanted = {
  readonly phone: string;
  readonly plate: string;
  readonly lng: number;
  readonly lat: number;
  /** Default: it does everything right. */
  readonly mode?: Mode;
  /** Faults of its streams and uploads of video. */
  readonly video?: StreamFaults;
};

/**
 * Starts a parked terminal (yellow plate) that reports once a second. Resolves when it is online. It reconnects by itself after a
 * restart of the product.
 */
export async function startSimulatedTerminal(
  gatewayPort: number,
  { phone, plate, lng, lat, mode, video }: Wanted,
): Promise<SimulatedTerminal> {
  const received: Message[] = [];
  const member: Member = {
    phone,
    plate,
    version: 2013,
    plateColour: 2,
    terminalNo: phone.slice(-7),
    maker: 'STORY',
    model: 'S-1',
    kind: 'taxi',
    seed: 1,
    homeCity: '上海',
  };
  const terminal = createTerminal({
    server: { host: '127.0.0.1', port: gatewayPort, transport: 'tcp' },
    member,
    vehicle: standing(lng, lat),
    codes: forgetfulMemory().codes,
    movingS: 1,
    parkedS: 1,
    replyTimeoutMs: 5_000,
    backoffMs: [200, 1_000],
    ...(mode ? { mode } : {}),
    ...(video ? { video } : {}),
    onEvent: (event) => {
      if (event.type === 'asked') received.push(event.message);
    },
  });
  terminal.start();
  await until(`terminal ${phone} to be online`, () => terminal.state() === 'online' || undefined);
  return { plate, alarms: terminal.alarms, received, unsent: terminal.kept, stop: terminal.stop };
}

/** A parked vehicle: engine idling, GNSS fix, radio connection. */
const standing = (lng: number, lat: number): Vehicle => ({
  stateAt: (at) => ({
    at,
    lng,
    lat,
    altitudeM: 4,
    speedKmh: 0,
    heading: 90,
    recorderKmh: 0,
    odometerKm: 100,
    fuelL: 60,
    accOn: true,
    fixed: true,
    loaded: false,
    satellites: 12,
    signal: 24,
    overspeed: false,
    fatigued: false,
    trouble: 'none',
  }),
  linkAt: () => 'up',
  movingAt: () => false,
});
