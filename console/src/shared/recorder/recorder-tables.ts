import type { TFunction } from 'i18next';
import { formatFullTime } from '../../ui/format.ts';
import { formatMeasure } from '../../ui/units.ts';

type Place = { readonly lng: number | null; readonly lat: number | null; readonly altitudeM: number | null };

/** One block of a recorder's memory, as the server decodes it. Times epoch ms, speeds km/h. */
type RecorderRecord = {
  readonly at: number | null;
  readonly until?: number | null;
  readonly licenceNo?: string;
  readonly kmh?: readonly (number | null)[];
  readonly referenceKmh?: readonly (number | null)[];
  readonly signalBits?: readonly number[];
  readonly places?: readonly Place[];
  readonly place?: Place;
  readonly endPlace?: Place;
  readonly event?: number;
};

/** Decoded data of a block (`said` of an answer to 0x8700): single values, or records. */
export type RecorderReading = Readonly<Record<string, unknown>> & { readonly records?: readonly RecorderRecord[] };

/** The answer to 0x8700 as it is stored. `said` is missing if the block could not be read. */
export type RecorderData = { readonly command: number; readonly block: string; readonly said?: RecorderReading };

/** A table of texts: titles of columns, and cells. */
export type TextTable = { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] };

type Words = { readonly t: TFunction; readonly language: string };

/** Single values in their order, by how they are written. */
const TIMES = ['clockAt', 'installedAt'] as const;
const DISTANCES = ['initialKm', 'odometerKm'] as const;
const PLAIN = [
  'standard',
  'revision',
  'licenceNo',
  'vin',
  'plate',
  'plateClass',
  'pulsesPerKm',
  'cccCode',
  'model',
  'madeOn',
  'serialNo',
] as const;

/** Commands of records (GB/T 19056, annex A). */
const [SPEEDS, POSITIONS, ACCIDENTS, OVERTIME, SIGN_INS, POWER, CHANGES, STATUS_LOG] = [8, 9, 16, 17, 18, 19, 20, 21] as const;
const [SECOND_MS, MINUTE_MS, STOP_STEP_MS] = [1_000, 60_000, 200] as const;
const DEGREE_DIGITS = 6;
const HEX = 16;

const timeText = ({ language }: Words, at: number | null | undefined): string => (at == null ? '' : formatFullTime(language, at));
const speedText = ({ language }: Words, kmh: number | null | undefined): string =>
  kmh == null ? '' : formatMeasure(language, 'speed', kmh);
const degrees = (value: number | null | undefined): string => (value == null ? '' : value.toFixed(DEGREE_DIGITS));
const bits = (value: number | undefined): string => (value === undefined ? '' : value.toString(2).padStart(8, '0'));
const later = (at: number | null, ms: number): number | null => (at === null ? null : at + ms);

/** How the records of a command become rows: one per record, or one per speed of it. */
type RecordTable = {
  readonly titles: (t: TFunction) => readonly string[];
  readonly rows: (words: Words, record: RecorderRecord) => readonly (readonly string[])[];
};

const EVENTS: Readonly<Record<number, (t: TFunction) => readonly string[]>> = {
  [SIGN_INS]: (t) => [t('recorder.signIn'), t('recorder.signOut')],
  [POWER]: (t) => [t('recorder.powerOn'), t('recorder.powerOff')],
  [STATUS_LOG]: (t) => [t('recorder.normal'), t('recorder.abnormal')],
};
/** Events count from 1. Without a name it is the command that changed parameters. */
const eventText = ({ t }: Words, command: number, event = 0): string =>
  EVENTS[command]?.(t)[event - 1] ?? `${event.toString(HEX).toUpperCase().padStart(2, '0')}H`;

const TABLES: Readonly<Record<number, RecordTable>> = {
  [SPEEDS]: {
    titles: (t) => [t('recorder.time'), t('recorder.kmh'), t('recorder.signalBits')],
    rows: (words, { at, kmh = [], signalBits = [] }) =>
      kmh.map((each, i) => [timeText(words, later(at, i * SECOND_MS)), speedText(words, each), bits(signalBits[i])]),
  },
  [POSITIONS]: {
    titles: (t) => [t('recorder.time'), t('recorder.lng'), t('recorder.lat'), t('recorder.altitude'), t('recorder.kmh')],
    rows: (words, { at, places = [], kmh = [] }) =>
      places.map(({ lng, lat, altitudeM }, i) => [
        timeText(words, later(at, i * MINUTE_MS)),
        degrees(lng),
        degrees(lat),
        altitudeM === null ? '' : formatMeasure(words.language, 'length', altitudeM),
        speedText(words, kmh[i]),
      ]),
  },
  [ACCIDENTS]: {
    titles: (t) => [
      t('recorder.time'),
      t('recorder.licenceNo'),
      t('recorder.kmh'),
      t('recorder.signalBits'),
      t('recorder.lng'),
      t('recorder.lat'),
    ],
    // the first speed is that of the stop
    rows: (words, { at, licenceNo = '', kmh = [], signalBits = [], place }) =>
      kmh.map((each, i) => [
        timeText(words, later(at, -i * STOP_STEP_MS)),
        licenceNo,
        speedText(words, each),
        bits(signalBits[i]),
        degrees(place?.lng),
        degrees(place?.lat),
      ]),
  },
  [OVERTIME]: {
    titles: (t) => [
      t('recorder.time'),
      t('recorder.until'),
      t('recorder.licenceNo'),
      t('recorder.lng'),
      t('recorder.lat'),
      t('recorder.endLng'),
      t('recorder.endLat'),
    ],
    rows: (words, { at, until, licenceNo = '', place, endPlace }) => [
      [
        timeText(words, at),
        timeText(words, until),
        licenceNo,
        degrees(place?.lng),
        degrees(place?.lat),
        degrees(endPlace?.lng),
        degrees(endPlace?.lat),
      ],
    ],
  },
  [SIGN_INS]: {
    titles: (t) => [t('recorder.time'), t('recorder.licenceNo'), t('recorder.event')],
    rows: (words, { at, licenceNo = '', event }) => [[timeText(words, at), licenceNo, eventText(words, SIGN_INS, event)]],
  },
  [POWER]: eventTable(POWER),
  [CHANGES]: eventTable(CHANGES),
  [STATUS_LOG]: {
    titles: (t) => [t('recorder.time'), t('recorder.event'), t('recorder.kmh'), t('recorder.referenceKmh')],
    rows: (words, { at, event, kmh = [], referenceKmh = [] }) =>
      kmh.map((each, i) => [
        timeText(words, later(at, i * SECOND_MS)),
        eventText(words, STATUS_LOG, event),
        speedText(words, each),
        speedText(words, referenceKmh[i]),
      ]),
  },
};

function eventTable(command: number): RecordTable {
  return {
    titles: (t) => [t('recorder.time'), t('recorder.event')],
    rows: (words, { at, event }) => [[timeText(words, at), eventText(words, command, event)]],
  };
}

/** The data of a recorder as a table; null if the block could not be read. */
export function recorderTable({ command, said }: RecorderData, words: Words): TextTable | null {
  if (!said) return null;
  const { t } = words;
  const table = TABLES[command];
  if (table) return { titles: table.titles(t), rows: (said.records ?? []).flatMap((record) => table.rows(words, record)) };
  return { titles: [t('recorder.item'), t('recorder.value')], rows: listValues(said, words) };
}

function listValues(said: RecorderReading, words: Words): string[][] {
  const { t, language } = words;
  const signals = (said['signals'] ?? []) as readonly string[];
  const has = (key: string) => said[key] !== undefined;
  return [
    ...TIMES.filter(has).map((key) => [t(`recorder.${key}`), timeText(words, said[key] as number | null)]),
    ...DISTANCES.filter(has).map((key) => [t(`recorder.${key}`), formatMeasure(language, 'distance', said[key] as number)]),
    ...PLAIN.filter(has).map((key) => [t(`recorder.${key}`), String(said[key])]),
    ...signals.map((name, bit) => [t('recorder.signal', { bit }), name]),
  ];
}
