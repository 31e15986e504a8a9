import type { Writable } from 'node:stream';
import { type TrackFormat, trackFormats } from '@fleetwarden/contract/tracks/track-rules';
import { readAlarmBits } from '@fleetwarden/domain/alarm-bits';
import { accOn } from '@fleetwarden/domain/status-bits';
import type { Quantity } from '@fleetwarden/domain/units';
import { z } from 'zod';
import { cellInUnits } from '../../platform/files/cell-units.ts';
import type { Cell, Column } from '../../platform/files/table.ts';
import { waitForDrain } from '../../platform/files/wait-for-drain.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import type { GetText } from '../../platform/http/replies.ts';
import { defineTask, type Task } from '../../platform/tasks/task.ts';
import { drawable } from './drawable.ts';
import { EXPORT_CHUNK } from './limits.ts';
import type { StoredTrack, Vehicle } from './store.ts';
import { gpx, kml } from './track-xml.ts';
import type { Writing } from './writing.ts';

const Payload = z.object({
  targId: z.string(),
  start: z.number(),
  end: z.number(),
  filterDrift: z.boolean(),
  format: z.enum(trackFormats),
});

type Options = {
  readonly vehicleFor: (departmentId: number, targId: string) => Promise<Vehicle>;
  readonly read: (vehicleId: number, start: number, end: number) => Promise<StoredTrack>;
  readonly getText: GetText;
  readonly timeZone: string;
};

/** Makes the file of a track with every point that can be drawn. */
export function exportTask({ vehicleFor, read, getText, timeZone }: Options): Task<z.infer<typeof Payload>> {
  // 2026-11-21 16-05: no colon, which file systems refuse
  const stamp = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const named = (at: number) => stamp.format(at).replace(':', '-');
  return defineTask({
    kind: 'track.export',
    payload: Payload,
    repeatable: true,
    run: async ({ targId, start, end, filterDrift, format }, { departmentId, language, units, signal, progress, file }) => {
      const vehicle = await vehicleFor(departmentId, targId);
      const stored = await read(vehicle.id, start, end);
      const { places } = drawable(stored, filterDrift);
      const chunks = chunksOf(places, (done) => {
        signal.throwIfAborted();
        progress(done, places.length);
      });
      await file(`${vehicle.plate} ${named(start)} ${named(end)}.${format}`, async (stream) => {
        await writers[format]({ stream, vehicle, stored, chunks, language, units, getText, timeZone });
      });
      return { rows: places.length };
    },
  });
}

const writers: Readonly<Record<TrackFormat, (writing: Writing) => Promise<unknown>>> = {
  xlsx: (writing) => writeRows('xlsx', writing),
  csv: (writing) => writeRows('csv', writing),
  gpx: (writing) => writeText(writing.stream, gpx(writing)),
  kml: (writing) => writeText(writing.stream, kml(writing)),
};

function* chunksOf(places: Int32Array, onChunk: (done: number) => void): Generator<Int32Array> {
  for (let from = 0; from < places.length; from += EXPORT_CHUNK) {
    onChunk(from);
    yield places.subarray(from, from + EXPORT_CHUNK);
  }
  onChunk(places.length);
}

type TrackColumn = {
  readonly key: string;
  readonly kind: Column['kind'];
  readonly quantity?: Quantity;
  readonly cell: (track: StoredTrack, place: number, say: (key: string) => string) => Cell;
};

const tenth = (value: number): number => Math.round(value * 10) / 10;
const degree = (value: number): number => Math.round(value * 1e6) / 1e6;
const known = (value: number): Cell => (Number.isNaN(value) ? null : tenth(value));

/** Columns of the table, in their order; headings are texts `track.<key>`. */
const COLUMNS: readonly TrackColumn[] = [
  { key: 'time', kind: 'instant', cell: ({ at }, i) => at[i]! },
  { key: 'lng', kind: 'number', cell: ({ lng }, i) => degree(lng[i]!) },
  { key: 'lat', kind: 'number', cell: ({ lat }, i) => degree(lat[i]!) },
  { key: 'speed', kind: 'number', quantity: 'speed', cell: ({ speedKmh }, i) => tenth(speedKmh[i]!) },
  { key: 'recorder', kind: 'number', quantity: 'speed', cell: ({ recorderKmh }, i) => known(recorderKmh[i]!) },
  { key: 'heading', kind: 'number', cell: ({ heading }, i) => heading[i]! },
  { key: 'altitude', kind: 'number', quantity: 'length', cell: ({ altitudeM }, i) => Math.round(altitudeM[i]!) },
  { key: 'mileage', kind: 'number', quantity: 'distance', cell: ({ odometerKm }, i) => known(odometerKm[i]!) },
  { key: 'acc', kind: 'text', cell: ({ statusBits }, i, say) => say(accOn(statusBits[i]!) ? 'track.accOn' : 'track.accOff') },
  {
    key: 'alarms',
    kind: 'text',
    cell: ({ alarmBits }, i, say) =>
      readAlarmBits(alarmBits[i]!)
        .map(({ key }) => say(`alarm.${key}`))
        .join(', '),
  },
];

function writeRows(
  format: 'xlsx' | 'csv',
  { stream, vehicle, stored, chunks, language, units, getText, timeZone }: Writing,
): Promise<number> {
  const say = (key: string) => getText(language, key, units);
  function* rows(): Generator<Cell[]> {
    for (const chunk of chunks)
      for (const place of chunk)
        yield COLUMNS.map(({ cell, quantity }) => cellInUnits(cell(stored, place, say), units, quantity));
  }
  const columns = COLUMNS.map(({ key, kind }) => ({ title: say(`track.${key}`), kind }));
  return writeTable(stream, format, { sheet: vehicle.plate, columns, rows: rows(), timeZone });
}

async function writeText(stream: Writable, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) if (!stream.write(piece)) await waitForDrain(stream);
  stream.end();
}
