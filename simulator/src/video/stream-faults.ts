import type { StreamPacket } from '@fleetwarden/protocol/jt1078';
import type { Dice } from '../random.ts';

/** Faults of a stream on its way to the server. Times count from its first packet. */
export type StreamFaults = {
  readonly about: string;
  /** Share of packets that are lost. */
  readonly loss?: number;
  /** Share of packets that arrive after their successor. */
  readonly reorder?: number;
  /** SIM in the packets, in place of the terminal's. */
  readonly sim?: string;
  /** The connection stays open, but nothing is sent after this time. */
  readonly silentAfterMs?: number;
  /** The connection is closed after this time. */
  readonly cutAfterMs?: number;
  /** The connection of an upload by FTP is lost after so many bytes, once. */
  readonly cutUploadAt?: number;
};

/** The faults by name, for `--video`. */
export const STREAM_FAULTS = {
  good: { about: 'streams without faults' },
  lossy: { about: 'loses one packet in fifty', loss: 0.02 },
  shuffled: { about: 'one packet in ten arrives late', reorder: 0.1 },
  wrongSim: { about: 'streams under the SIM of another terminal', sim: '19912345678' },
  mute: { about: 'connects, but sends nothing', silentAfterMs: 0 },
  freezes: { about: 'sends nothing after 5 s', silentAfterMs: 5_000 },
  cut: { about: 'closes its stream after 5 s', cutAfterMs: 5_000 },
  cutUpload: { about: 'loses the connection of an upload in the middle', cutUploadAt: 100_000 },
} as const satisfies Record<string, StreamFaults>;

export type StreamFaultName = keyof typeof STREAM_FAULTS;

/** True for a name of the table. */
export function isStreamFault(name: string): name is StreamFaultName {
  return Object.hasOwn(STREAM_FAULTS, name);
}

/** Returns a function that maps sent packets to those that arrive. A late packet waits for its successor. */
export function createPacketFaults(faults: StreamFaults, d: Dice): (packets: readonly StreamPacket[]) => StreamPacket[] {
  const { loss = 0, reorder = 0, sim } = faults;
  let late: StreamPacket | undefined;
  return (packets) =>
    packets.flatMap((sent) => {
      if (d.chance(loss)) return [];
      const packet = sim === undefined ? sent : { ...sent, sim };
      if (late) {
        const pair = [packet, late];
        late = undefined;
        return pair;
      }
      if (!d.chance(reorder)) return [packet];
      late = packet;
      return [];
    });
}
