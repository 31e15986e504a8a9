import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@fleetwarden/domain/durations';
import { encodeMessage, writeLocation } from '@fleetwarden/protocol/jt808';
import { CODE } from './fleet.ts';

export type PacedVehicle = { readonly id: number; readonly phone: string; readonly lng: number; readonly lat: number };
export type PacedOptions = {
  readonly port: number;
  readonly everyMs: number;
  readonly vehicles: readonly PacedVehicle[];
  /** After 'raise', this many reports, at this interval, have these alarm bits. */
  readonly raise?: { readonly alarmBits: number; readonly everyMs: number; readonly count: number };
};

/**
 * Sent once a second. `sent` lists vehicle, time of the fix and time of the write (epoch ms) of each position.
 * `raised` lists vehicle and time of the write of each alarm. An answer means that the position is stored.
 */
export type PacedSecond = {
  readonly kind: 'second';
  readonly sent: readonly number[];
  readonly raised: readonly number[];
  readonly answeredMs: readonly number[];
};

const AT_ONCE = 100;
const TICK_MS = 20;
/** Radius of the circle in degrees, and reports per round: a few hundred metres apart. */
const CIRCLE = 0.02;
const REPORTS_ROUND = 40;

/** `waitsSince`: when the unanswered report was written; 0: none. */
type Terminal = { readonly vehicle: PacedVehicle; readonly socket: Socket; serial: number; waitsSince: number };

/** Terminals that drive in circles and report in turn, each once in `everyMs`. The parent sends 'go', 'raise' and 'end'. */
export async function runPaced({ port, everyMs, vehicles, raise }: PacedOptions): Promise<void> {
  const terminals: Terminal[] = [];
  for (let i = 0; i < vehicles.length; i += AT_ONCE)
    terminals.push(...(await Promise.all(vehicles.slice(i, i + AT_ONCE).map((vehicle) => authenticated(port, vehicle)))));
  process.on('disconnect', () => process.exit(1));
  process.send!({ kind: 'ready' });
  let raising = Number.POSITIVE_INFINITY;
  await new Promise<void>((go) =>
    process.on('message', (message) => {
      if (message === 'go') go();
      else if (message === 'raise') raising = performance.now();
      else process.exit(0);
    }),
  );

  let sent: number[] = [];
  let raised: number[] = [];
  let answeredMs: number[] = [];
  setInterval(() => {
    process.send!({ kind: 'second', sent, raised, answeredMs } satisfies PacedSecond);
    sent = [];
    raised = [];
    answeredMs = [];
  }, SECOND_MS);
  for (const terminal of terminals)
    terminal.socket.on('data', () => {
      if (terminal.waitsSince > 0) answeredMs.push(performance.now() - terminal.waitsSince);
      terminal.waitsSince = 0;
    });
  let alarms = 0;
  /** Whether an alarm is due with the next report. */
  const isDue = () =>
    raise !== undefined && alarms < raise.count && performance.now() - raising >= alarms * raise.everyMs && ++alarms > 0;
  const began = performance.now();
  for (let next = 0; ; await sleep(TICK_MS)) {
    const due = ((performance.now() - began) / everyMs) * terminals.length;
    for (; next < due; next++) {
      const terminal = terminals[next % terminals.length]!;
      const at = Math.floor(Date.now() / SECOND_MS) * SECOND_MS;
      const alarmBits = isDue() ? raise!.alarmBits : 0;
      terminal.socket.write(report(terminal, at, alarmBits));
      if (terminal.waitsSince === 0) terminal.waitsSince = performance.now();
      const now = performance.timeOrigin + performance.now();
      sent.push(terminal.vehicle.id, at, now);
      if (alarmBits !== 0) raised.push(terminal.vehicle.id, now);
    }
  }
}

function authenticated(port: number, vehicle: PacedVehicle): Promise<Terminal> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const body = { code: CODE };
    socket.once('connect', () => {
      socket.write(encodeMessage({ type: 'authenticate', body, version: 2013, phone: vehicle.phone, serial: 0 })[0]!);
    });
    // answers are read and timed, not looked at: bench/ingest.ts counts them
    socket.on('data', () => resolve({ vehicle, socket, serial: 0, waitsSince: 0 }));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`the gateway closed terminal ${vehicle.phone}`)));
  });
}

function report(terminal: Terminal, at: number, alarmBits: number): Uint8Array {
  const { vehicle } = terminal;
  const serial = ++terminal.serial & 0xffff;
  const turn = (2 * Math.PI * (serial % REPORTS_ROUND)) / REPORTS_ROUND;
  const body = writeLocation({
    deviceAt: at,
    lng: vehicle.lng + CIRCLE * Math.sin(turn),
    lat: vehicle.lat + CIRCLE * Math.cos(turn),
    altitudeM: 40,
    speedKmh: 57,
    heading: Math.round((turn * 180) / Math.PI + 90) % 360,
    alarmBits,
    statusBits: 3,
    odometerKm: 1234.5,
    fuelL: 60,
    signal: 22,
    satellites: 11,
  });
  return encodeMessage({ id: 0x0200, body, version: 2013, phone: vehicle.phone, serial })[0]!;
}
