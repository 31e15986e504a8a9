/** A part of a file as it is sent. */
export type Chunk = { readonly offset: number; readonly length: number };
/** A file as it is announced. */
export type Claim = { readonly name: string; readonly kind: number; readonly sizeBytes: number };

/** Faults of uploads of files of alarms. A missing hook means correct behaviour. */
export type EvidenceFaults = {
  readonly about: string;
  /** 0x9208 is answered with a failure. */
  readonly refuses?: true;
  /** Connects, but sends nothing. */
  readonly isSilent?: true;
  /** The alarm number that it names. */
  readonly alarmNo?: (requested: string) => string;
  readonly claim?: (claim: Claim) => Claim;
  /** The chunks that are sent for these. Requested gaps are sent without this fault. */
  readonly chunks?: (chunks: readonly Chunk[]) => readonly Chunk[];
  /** The connection is lost after so many chunks, on so many connections. */
  readonly cut?: { readonly afterChunks: number; readonly times: number };
};

const OVERLAP_BYTES = 1_024;
const SOUND = 1;

/** The faults by name, for `--evidence`. */
export const EVIDENCE_FAULTS = {
  good: { about: 'uploads without faults' },
  refusing: { about: 'refuses to upload', refuses: true },
  silent: { about: 'connects, but sends nothing', isSilent: true },
  foreign: { about: 'names an alarm that was not requested', alarmNo: (requested) => [...requested].reverse().join('') },
  cut: { about: 'loses the connection in the middle, once', cut: { afterChunks: 3, times: 1 } },
  unreachable: { about: 'loses each connection', cut: { afterChunks: 1, times: Number.POSITIVE_INFINITY } },
  gaps: { about: 'leaves out every second chunk until it is requested', chunks: (all) => all.filter((_, i) => i % 2 === 0) },
  shuffled: { about: 'sends the chunks of a file in reverse order', chunks: (all) => all.toReversed() },
  repeated: { about: 'sends each chunk twice', chunks: (all) => all.flatMap((chunk) => [chunk, chunk]) },
  overlapping: {
    about: 'sends chunks that begin before the end of the last one',
    chunks: (all) =>
      all.map(({ offset, length }) => {
        const more = Math.min(offset, OVERLAP_BYTES);
        return { offset: offset - more, length: length + more };
      }),
  },
  tooLong: { about: 'announces fewer bytes than it sends', claim: (file) => ({ ...file, sizeBytes: file.sizeBytes >> 1 }) },
  tooShort: { about: 'announces more bytes than it has', claim: (file) => ({ ...file, sizeBytes: 2 * file.sizeBytes }) },
  wrongType: {
    about: 'announces each file as sound',
    claim: (file) => ({ ...file, kind: SOUND, name: file.name.replace(/\.\w+$/, '.amr') }),
  },
  badName: { about: 'names files with a path', claim: (file) => ({ ...file, name: `../../${file.name}`.slice(0, 50) }) },
} as const satisfies Record<string, EvidenceFaults>;

export type EvidenceFaultName = keyof typeof EVIDENCE_FAULTS;

/** True for a name of the table. */
export function isEvidenceFault(name: string): name is EvidenceFaultName {
  return Object.hasOwn(EVIDENCE_FAULTS, name);
}

export const claimOf = (
  { name, kind, data }: { readonly name: string; readonly kind: number; readonly data: Uint8Array },
  { claim }: EvidenceFaults,
): Claim => {
  const right = { name, kind, sizeBytes: data.length };
  return claim ? claim(right) : right;
};
