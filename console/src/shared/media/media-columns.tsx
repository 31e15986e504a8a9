import type { CallInput } from '@fleetwarden/contract/call';
import type { mediaCalls } from '@fleetwarden/contract/media/routes';
import type { VehicleMedia } from '@fleetwarden/contract/media/schemas';
import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import type { i18n as I18n } from 'i18next';
import { formatBytes } from '../../ui/format.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';
import type { TableColumn } from '../../ui/table/table-columns.ts';
import type { Filters } from '../../ui/table/use-table-url.ts';
import { formatMeasure } from '../../ui/units.ts';
import { enumerationName } from '../enumeration.ts';
import { PlaceCell } from '../PlaceCell.tsx';
import { PlateTag } from '../PlateTag.tsx';
import { DepartmentSelect } from '../resource/DepartmentSelect.tsx';
import { mediaKindName } from './media-kind-name.ts';

const MAX_CHANNEL_DIGITS = 3;
/** MEDIA_KIND: also files of other types. */
const KINDS = [0, 1, 2, 3];
/** Filters that the call takes as numbers. */
const NUMBERS = ['kind', 'event', 'channel'];

type MediaFilter = CallInput<typeof mediaCalls.listMedia>;

/** Filters of the form in the format of the call. The server validates an edited URL. */
export const toMediaFilter = (filters: Filters): MediaFilter =>
  Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [key, NUMBERS.includes(key) ? Number(value) : value]),
  ) as MediaFilter;

/** Columns of the multimedia library, with its filters. */
export function mediaColumns(i18n: I18n): readonly TableColumn<VehicleMedia>[] {
  const { t, language } = i18n;
  return [
    {
      key: 'carNo',
      title: t('media.plate'),
      width: 120,
      search: { kind: 'text', maxLength: 20 },
      render: ({ carNo, color }) => <PlateTag plate={carNo} colour={color} />,
    },
    {
      key: 'time',
      title: t('media.time'),
      width: 150,
      onCard: true,
      search: { kind: 'dateRange' },
      render: ({ time }) => <TimeCell at={time} />,
    },
    {
      key: 'kind',
      title: t('media.kind'),
      width: 90,
      search: { kind: 'select', options: KINDS.map((kind) => ({ value: String(kind), label: mediaKindName(i18n, kind) })) },
      render: ({ kind }) => mediaKindName(i18n, kind),
    },
    {
      key: 'event',
      title: t('media.event'),
      width: 120,
      onCard: true,
      search: {
        kind: 'select',
        options: ENUMERATIONS.MEDIA_EVENT.map(({ value }) => ({
          value: String(value),
          label: enumerationName(i18n, 'MEDIA_EVENT', value),
        })),
      },
      render: ({ event }) => enumerationName(i18n, 'MEDIA_EVENT', event),
    },
    {
      key: 'channel',
      title: t('media.channelNo'),
      width: 80,
      align: 'right',
      search: { kind: 'text', maxLength: MAX_CHANNEL_DIGITS },
    },
    {
      key: 'deptName',
      title: t('media.dept'),
      width: 140,
      search: { kind: 'control', key: 'deptId', control: <DepartmentSelect label={t('media.dept')} /> },
    },
    {
      key: 'place',
      title: t('media.place'),
      width: 220,
      render: ({ x, y }) => (x === null || y === null ? t('media.noPlace') : <PlaceCell lng={x} lat={y} />),
    },
    {
      key: 'speed',
      title: t('media.speed'),
      width: 110,
      align: 'right',
      render: ({ sp }) => (sp === null ? null : formatMeasure(language, 'speed', sp)),
    },
    { key: 'size', title: t('media.size'), width: 90, align: 'right', render: ({ bytes }) => formatBytes(language, bytes) },
  ];
}
