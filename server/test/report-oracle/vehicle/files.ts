import type { Alarm } from './alarms.ts';
import type { OracleVehicle } from './vehicle.ts';

/** Files of an alarm: `announced` by the terminal, and those in the list of its upload, of which the first `received` came. */
export type AlarmFiles = {
  readonly car: number;
  readonly alarm: Alarm;
  readonly announced: number;
  readonly listed: readonly FileKind[];
  readonly received: number;
  /** Requests to the terminal; 0: left out by a rule. */
  readonly tries: number;
  /** Why files are missing, in the words of docs/evidence.md; null: none, or they may still come. */
  readonly reason: 'noAnswer' | 'offline' | 'incomplete' | 'level' | null;
  readonly isOver: boolean;
};
type FileKind = 'picture' | 'film';

const PLANS: readonly Omit<AlarmFiles, 'car' | 'alarm'>[] = [
  { announced: 2, listed: ['picture', 'film'], received: 2, tries: 1, reason: null, isOver: true },
  { announced: 3, listed: [], received: 0, tries: 4, reason: 'noAnswer', isOver: true },
  { announced: 2, listed: ['picture', 'film'], received: 1, tries: 2, reason: 'incomplete', isOver: true },
  { announced: 2, listed: [], received: 0, tries: 0, reason: 'level', isOver: true },
  { announced: 1, listed: [], received: 0, tries: 1, reason: 'offline', isOver: false },
  { announced: 3, listed: ['picture', 'film'], received: 2, tries: 1, reason: null, isOver: true },
  { announced: 1, listed: [], received: 0, tries: 1, reason: null, isOver: false },
  { announced: 1, listed: ['picture', 'film'], received: 2, tries: 1, reason: null, isOver: true },
];

/** Applied to the active-safety alarms in turn; tyres have no files. */
export const planFiles = (cars: readonly OracleVehicle[]): AlarmFiles[] =>
  cars
    .flatMap(({ index, alarms }) =>
      alarms.filter(({ group }) => group === 'ADAS' || group === 'DSM').map((alarm) => ({ car: index, alarm })),
    )
    .map((of, i) => ({ ...of, ...PLANS[i % PLANS.length]! }));

const isLeftOut = ({ tries }: AlarmFiles): boolean => tries === 0;
/** A rule may leave files out: then none are expected. The upload may list more than the alarm announced. */
export const countExpected = (files: AlarmFiles): number =>
  isLeftOut(files) ? 0 : Math.max(files.announced, files.listed.length);

export type MissingFile = { readonly no: number; readonly kind: FileKind | null; readonly failure: number };
/** Files that did not come, numbered within their alarm. ATT_FAIL 1 no answer, 2 offline, 3 not in the list, 4 cut. */
export function listMissing(files: AlarmFiles): MissingFile[] {
  const { announced, listed, received, reason, isOver } = files;
  if (isLeftOut(files) || (!isOver && reason === null)) return [];
  const failure = reason === 'noAnswer' ? 1 : reason === 'offline' ? 2 : 4;
  return [
    ...listed.slice(received).map((kind, i) => ({ no: received + i + 1, kind, failure })),
    ...Array.from({ length: Math.max(0, announced - listed.length) }, (_, i) => ({
      no: listed.length + i + 1,
      kind: null,
      failure: listed.length > 0 ? 3 : failure,
    })),
  ];
}
