/** Late reports that keep pace with our clock, since the newest believed one. */
export type ClockSuspicion = {
  /** The first of them: device time and arrival, epoch ms. */
  deviceAt: number;
  receivedAt: number;
  count: number;
  /** Enough of them: the terminal's clock was set back. */
  setBack: boolean;
};

const PACE_MS = 60_000;
const LONG_MS = 300_000;
const MANY = 5;

/**
 * Processes a report older than the newest believed one. Backfill runs through hours in seconds; after a clock was set back,
 * reports keep the pace of our clock. Five such reports over five minutes mean a clock change; otherwise the vehicle would freeze
 * on the map. Changes `suspicion`.
 */
export function suspectClock(suspicion: ClockSuspicion | null, deviceAt: number, receivedAt: number): ClockSuspicion {
  const arrived = suspicion === null ? 0 : receivedAt - suspicion.receivedAt;
  const passed = suspicion === null ? 0 : deviceAt - suspicion.deviceAt;
  if (suspicion === null || passed < 0 || arrived < 0 || Math.abs(passed - arrived) > PACE_MS) {
    return { deviceAt, receivedAt, count: 1, setBack: false };
  }
  suspicion.count++;
  suspicion.setBack = suspicion.count >= MANY && arrived >= LONG_MS;
  return suspicion;
}
