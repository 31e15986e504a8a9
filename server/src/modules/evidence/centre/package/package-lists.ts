import type { Writable } from 'node:stream';
import type { PdfBlock } from '../../../../platform/files/pdf/document.ts';
import { writePdf } from '../../../../platform/files/pdf/write-pdf.ts';
import type { Cell, Column } from '../../../../platform/files/table.ts';
import { writeTable } from '../../../../platform/files/write-table.ts';
import type { PackageTexts } from './package-texts.ts';
import type { PackageMeta, WrittenAlarm, WrittenFile } from './packed-alarm.ts';

type ListColumn = {
  readonly key: string;
  readonly kind: Column['kind'];
  readonly width?: number;
  readonly cell: (alarm: WrittenAlarm, file: WrittenFile | undefined, texts: PackageTexts) => Cell;
};

/** The list of a package (report catalogue 4.9): a row for each file, or for an alarm without one. */
const COLUMNS: readonly ListColumn[] = [
  { key: 'carNo', kind: 'text', cell: ({ row }) => row.carNo },
  { key: 'dept', kind: 'text', cell: ({ row }) => row.deptName },
  { key: 'driver', kind: 'text', cell: ({ row }) => row.driver },
  { key: 'type', kind: 'text', width: 20, cell: ({ row }) => row.subTypeName },
  { key: 'level', kind: 'text', cell: ({ row }, _file, { formatLevel }) => formatLevel(row) },
  { key: 'time', kind: 'instant', cell: ({ row }) => row.vtime },
  { key: 'place', kind: 'text', width: 24, cell: (alarm, _file, { formatPlace }) => formatPlace(alarm) },
  { key: 'speed', kind: 'number', cell: ({ row }, _file, { speedOf }) => speedOf(row) },
  { key: 'state', kind: 'text', cell: ({ row }, _file, { formatState }) => formatState(row) },
  { key: 'file', kind: 'text', width: 50, cell: (_alarm, file) => file?.path ?? null },
  { key: 'bytes', kind: 'number', cell: (_alarm, file) => file?.bytes ?? null },
  { key: 'sha256', kind: 'text', width: 66, cell: (_alarm, file) => file?.sha256 ?? null },
  { key: 'check', kind: 'text', width: 20, cell: (_alarm, file, { say }) => (file ? say(`check_${file.check}`) : null) },
];

export function writeList(stream: Writable, alarms: readonly WrittenAlarm[], texts: PackageTexts): Promise<number> {
  const { say, timeZone } = texts;
  const rows = alarms.flatMap((alarm) =>
    (alarm.files.length > 0 ? alarm.files : [undefined]).map((file) => COLUMNS.map(({ cell }) => cell(alarm, file, texts))),
  );
  const columns = COLUMNS.map(({ key, kind, width }) => ({ title: say(key), kind, ...(width ? { width } : {}) }));
  return writeTable(stream, 'xlsx', { sheet: say('list'), columns, rows, timeZone, filter: true });
}

const fileName = (path: string): string => path.split('/').at(-1)!;

/** One section for each alarm: facts, pictures, and its files with their hashes. */
export async function writeSheet(
  stream: Writable,
  alarms: readonly WrittenAlarm[],
  meta: PackageMeta,
  texts: PackageTexts,
  signal: AbortSignal,
): Promise<void> {
  const { say, formatTime } = texts;
  const { platform, company, username, createdAt } = meta;
  const blocks: PdfBlock[] = [
    { kind: 'text', faint: true, text: say('exported', { username, time: formatTime(createdAt), count: alarms.length }) },
    { kind: 'text', faint: true, text: say('signed') },
    ...alarms.flatMap((alarm, at) => describeAlarm(alarm, at + 1, texts)),
  ];
  const { language } = texts;
  await writePdf(stream, { title: say('sheet'), company, platformName: platform, language, landscape: false, blocks }, signal);
}

function describeAlarm(alarm: WrittenAlarm, no: number, texts: PackageTexts): PdfBlock[] {
  const { say, sayAlarm, formatTime, formatPlace, formatLevel, formatState, speedOf } = texts;
  const { row, note, lockReason, files } = alarm;
  const facts: readonly (readonly [title: string, value: string])[] = [
    [say('time'), formatTime(row.vtime)],
    [say('level'), formatLevel(row)],
    [say('dept'), row.deptName],
    [say('driver'), row.driver],
    [say('place'), formatPlace(alarm)],
    [say('speed'), String(speedOf(row))],
    [say('state'), formatState(row)],
    [sayAlarm('dealtBy'), row.automatic ? sayAlarm('automatic') : row.dealtBy],
    [sayAlarm('dealtAt'), row.dealtAt === null ? '' : formatTime(row.dealtAt)],
    [sayAlarm('notes'), row.vNotes],
    [say('note'), note],
    [say('lockReason'), lockReason],
    [say('alarmGid'), row.alarmGid],
  ];
  const text = facts.flatMap(([title, value]) => (value === '' ? [] : `${title}: ${value}`)).join('\n');
  const rows = files.map(({ path, bytes, sha256, check }) => [fileName(path), String(bytes), sha256, say(`check_${check}`)]);
  const pictures = files.flatMap(({ path, picture }) => (picture ? { ...picture, caption: fileName(path) } : []));
  return [
    { kind: 'heading', text: `${no}. ${row.carNo} ${row.subTypeName}`, level: 2 },
    { kind: 'text', text },
    { kind: 'pictures', pictures },
    rows.length === 0
      ? { kind: 'text', faint: true, text: say('noFiles') }
      : {
          kind: 'table',
          columns: [
            { title: say('file'), width: 12 },
            { title: say('bytes'), align: 'right', width: 12 },
            { title: say('sha256'), width: 56 },
            { title: say('check'), width: 20 },
          ],
          rows,
        },
  ];
}
