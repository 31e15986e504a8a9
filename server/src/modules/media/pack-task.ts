import { MEDIA_AUDIO, MEDIA_IMAGE, MEDIA_VIDEO } from '@fleetwarden/contract/media/media-kinds';
import { wallClock } from '@fleetwarden/contract/values/wall-clock';
import { enumerationRow } from '@fleetwarden/domain/enumerations';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import type { SignedFiles } from '../../platform/files/signed-files.ts';
import type { Cell, Column } from '../../platform/files/table.ts';
import { writeTable } from '../../platform/files/write-table.ts';
import { putStream } from '../../platform/files/xlsx/put-stream.ts';
import { createZipWriter } from '../../platform/files/xlsx/zip-writer.ts';
import type { GetText } from '../../platform/http/replies.ts';
import { defineTask, type Task } from '../../platform/tasks/task.ts';
import type { Scopes } from '../identity/index.ts';
import { chosenMedia, type VehicleMediaRow } from './store.ts';

const Payload = z.object({ ids: z.array(z.string()) });

type Say = (key: string) => string;

const KINDS = new Map<number, string>([
  [MEDIA_IMAGE, 'media.image'],
  [MEDIA_AUDIO, 'media.audio'],
  [MEDIA_VIDEO, 'media.video'],
]);
const degree = (value: number | null): Cell => (value === null ? null : Math.round(value * 1e6) / 1e6);

/** Columns of the list; `key` is the text of its heading. */
const COLUMNS: readonly {
  readonly key: string;
  readonly kind: Column['kind'];
  readonly cell: (row: VehicleMediaRow, name: string | null, say: Say) => Cell;
}[] = [
  { key: 'media.plate', kind: 'text', cell: ({ plate }) => plate },
  { key: 'media.time', kind: 'instant', cell: ({ at }) => at },
  { key: 'media.kind', kind: 'text', cell: ({ kind }, _name, say) => say(KINDS.get(kind) ?? 'media.other') },
  {
    key: 'media.event',
    kind: 'text',
    cell: ({ event }, _name, say) => {
      const key = enumerationRow('MEDIA_EVENT', event)?.key;
      return key ? say(key) : String(event);
    },
  },
  { key: 'media.channelNo', kind: 'number', cell: ({ channel }) => channel },
  { key: 'media.lng', kind: 'number', cell: ({ lng }) => degree(lng) },
  { key: 'media.lat', kind: 'number', cell: ({ lat }) => degree(lat) },
  { key: 'media.bytes', kind: 'number', cell: ({ bytes }) => bytes },
  { key: 'media.file', kind: 'text', cell: (_row, name, say) => name ?? say('media.missing') },
];

/** Packs media into a zip: a folder for each vehicle, and a list of the files. */
export function packTask(deps: {
  readonly db: Db;
  readonly scopes: Scopes;
  readonly files: Pick<SignedFiles, 'read'>;
  readonly getText: GetText;
  readonly timeZone: string;
  readonly now: () => number;
}): Task<z.infer<typeof Payload>> {
  const { db, scopes, files, getText, timeZone, now } = deps;
  const clock = wallClock(timeZone);
  const nameOf = ({ plate, at, channel, id, extension }: VehicleMediaRow) =>
    `${plate}/${stamp(clock(at))}_CH${channel}_${id}.${extension}`;

  return defineTask({
    kind: 'media.pack',
    payload: Payload,
    repeatable: true,
    run: async ({ ids }, { departmentId, language, units, signal, progress, file }) => {
      const say = (key: string) => getText(language, key, units);
      const rows = await chosenMedia(db, ids, await scopes.of(departmentId));
      const cells: Cell[][] = [];
      await file(`${say('media.packed')} ${stamp(clock(now()))}.zip`, async (stream) => {
        const zip = createZipWriter(stream, clock(now()));
        for (const row of rows) {
          signal.throwIfAborted();
          progress(cells.length, rows.length);
          const stored = await files.read(row.file);
          const name = stored ? nameOf(row) : null;
          if (stored)
            await zip.writeEntry(name!, async (put) => {
              for await (const bytes of stored.content as AsyncIterable<Buffer>) await put(bytes);
            });
          cells.push(COLUMNS.map(({ cell }) => cell(row, name, say)));
        }
        const columns = COLUMNS.map(({ key, kind }) => ({ title: say(key), kind }));
        await zip.writeEntry(`${say('media.list')}.xlsx`, (put) =>
          putStream(put, (to) => writeTable(to, 'xlsx', { sheet: say('media.list'), columns, rows: cells, timeZone })),
        );
        await zip.end();
      });
      return { files: cells.length };
    },
  });
}

/** As '20260520120000', from the time of a wall clock. */
const stamp = (wallTime: number): string => new Date(wallTime).toISOString().replace(/\D/g, '').slice(0, 14);
