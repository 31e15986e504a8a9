/** Terminals of the simulator whose sensors and drivers a story is. */
import type { Message } from '@fleetwarden/protocol/jt808';
import type { Member } from '@fleetwarden/simulator/identity';
import type { Vehicle } from '@fleetwarden/simulator/motion/vehicle';
import { forgetfulMemory } from '@fleetwarden/simulator/state-file';
import { createTerminal, type Terminal } from '@fleetwarden/simulator/terminal';
import { until } from './client.ts';

export type Simulated = {
  readonly plate: string;
  /** Makes it raise alarms, and lower them. */
  readonly alarms: Terminal['alarms'];
  /** What it was told so far, oldest first. */
  readonly asked: readonly Message[];
  /** Positions it keeps since nobody took them. */
  readonly kept: () => number;
  stop(): void;
};

type Wanted = { readonly phone: string; readonly plate: string; readonly lng: number; readonly lat: number };

/**
 * Switches on a terminal (yellow plate) that stands at a place and reports once a second. Resolves once it is online; where the product
 * goes away it comes back by itself.
 */
export async function switchOn(gatewayPort: number, { phone, plate, lng, lat }: Wanted): Promise<Simulated> {
  const asked: Message[] = [];
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
    onEvent: (event) => {
      if (event.type === 'asked') asked.push(event.message);
    },
  });
  terminal.start();
  await until(`terminal ${phone} to be online`, () => terminal.state() === 'online' || undefined);
  return { plate, alarms: terminal.alarms, asked, kept: terminal.kept, stop: terminal.stop };
}

/** A vehicle whose engine idles, with a fix and a radio. */
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
