import { figureText } from '@fleetwarden/contract/reports/figures';
import type { TrackCrossing, TrackStop } from '@fleetwarden/contract/tracks/schemas';
import { ALARM_BITS, readAlarmBits } from '@fleetwarden/domain/alarm-bits';
import { HOUR_MS } from '@fleetwarden/domain/durations';
import { accOn } from '@fleetwarden/domain/status-bits';
import type { Quantity } from '@fleetwarden/domain/units';
import type { i18n as I18n, TFunction } from 'i18next';
import type { MapHandle } from '../../map/MapView.tsx';
import { formatAlarmType } from '../../shared/alarm-texts.ts';
import { enumerationName } from '../../shared/enumeration.ts';
import { coordinates, PlaceCell } from '../../shared/PlaceCell.tsx';
import { formatDuration, formatList } from '../../ui/format.ts';
import { TimeCell } from '../../ui/TimeCell.tsx';
import { formatMeasure } from '../../ui/units.ts';
import type { LoadedTrack } from './loaded-track.ts';
import type { GridColumn } from './TrackGrid.tsx';

type Words = { readonly t: TFunction; readonly i18n: I18n; readonly language: string; readonly map: MapHandle | null };

const TIME = 128;
const FIGURE = 88;
const WIDE_FIGURE = 152;
const RECORDER = 160;
const PLACE = 184;

/** A metric figure in the user's units, always with one decimal. */
const tenths = (language: string, quantity: Quantity, value: number) => formatMeasure(language, quantity, value, 1, 1);

const nameOf = (t: TFunction, bit: number): string => (ALARM_BITS[bit] ? t(`alarm.${ALARM_BITS[bit].key}`) : String(bit));

/** Columns of track points (screen catalogue 3.6). */
export function pointColumns({ data, kmAt }: LoadedTrack, { t, language }: Words): readonly GridColumn[] {
  const figure = (value: number) => (Number.isNaN(value) ? '' : figureText(language, value, 1));
  const measure = (quantity: Quantity, value: number) => (Number.isNaN(value) ? '' : tenths(language, quantity, value));
  const alarms = (word: number) =>
    formatList(
      language,
      readAlarmBits(word).map(({ bit }) => nameOf(t, bit)),
    );
  return [
    { key: 'time', title: t('track.time'), width: TIME, cell: (i) => <TimeCell at={data.at[i]!} /> },
    { key: 'speed', title: t('track.speed'), width: FIGURE, align: 'right', cell: (i) => measure('speed', data.speedKmh[i]!) },
    {
      key: 'recorder',
      title: t('track.recorder'),
      width: RECORDER,
      align: 'right',
      cell: (i) => measure('speed', data.recorderKmh[i]!),
    },
    { key: 'heading', title: t('track.heading'), width: FIGURE, align: 'right', cell: (i) => figure(data.heading[i]!) },
    {
      key: 'odometer',
      title: t('track.mileage'),
      width: FIGURE,
      align: 'right',
      cell: (i) => measure('distance', data.odometerKm[i]!),
    },
    { key: 'km', title: t('tracks.driven'), width: WIDE_FIGURE, align: 'right', cell: (i) => measure('distance', kmAt[i]!) },
    {
      key: 'acc',
      title: t('track.acc'),
      width: FIGURE,
      cell: (i) => t(accOn(data.statusBits[i]!) ? 'track.accOn' : 'track.accOff'),
    },
    { key: 'place', title: t('tracks.place'), width: PLACE, cell: (i) => coordinates(data.lng[i]!, data.lat[i]!) },
    { key: 'alarms', title: t('track.alarms'), width: PLACE, cell: (i) => alarms(data.alarmBits[i]!) },
  ];
}

/** Columns of start, end and duration. */
function spanColumns(spans: readonly { start: number; end: number }[], t: TFunction): readonly GridColumn[] {
  const length = ({ start, end }: { start: number; end: number }) => formatDuration(t, end - start);
  return [
    { key: 'start', title: t('tracks.from'), width: TIME, cell: (i) => <TimeCell at={spans[i]!.start} /> },
    { key: 'end', title: t('tracks.to'), width: TIME, cell: (i) => <TimeCell at={spans[i]!.end} /> },
    { key: 'length', title: t('tracks.length'), width: WIDE_FIGURE, align: 'right', cell: (i) => length(spans[i]!) },
  ];
}

export function stopColumns(stops: readonly TrackStop[], { t, map }: Words): readonly GridColumn[] {
  return [
    ...spanColumns(stops, t),
    {
      key: 'idle',
      title: t('tracks.idle'),
      width: WIDE_FIGURE,
      align: 'right',
      cell: (i) => formatDuration(t, stops[i]!.idle * 1_000),
    },
    {
      key: 'place',
      title: t('tracks.place'),
      width: PLACE,
      cell: (i) => <PlaceCell addressOf={map?.addressOf} lng={stops[i]!.x} lat={stops[i]!.y} />,
    },
  ];
}

export function tripColumns({ trips }: LoadedTrack, { t, language, map }: Words): readonly GridColumn[] {
  const average = ({ km, start, end }: LoadedTrack['trips'][number]) => (end > start ? (km * HOUR_MS) / (end - start) : 0);
  return [
    ...spanColumns(trips, t),
    {
      key: 'km',
      title: t('track.mileage'),
      width: FIGURE,
      align: 'right',
      cell: (i) => tenths(language, 'distance', trips[i]!.km),
    },
    {
      key: 'average',
      title: t('tracks.averageSpeed'),
      width: WIDE_FIGURE,
      align: 'right',
      cell: (i) => tenths(language, 'speed', average(trips[i]!)),
    },
    {
      key: 'most',
      title: t('tracks.topSpeed'),
      width: WIDE_FIGURE,
      align: 'right',
      cell: (i) => tenths(language, 'speed', trips[i]!.sp),
    },
    {
      key: 'startPlace',
      title: t('tracks.startPlace'),
      width: PLACE,
      cell: (i) => <PlaceCell addressOf={map?.addressOf} lng={trips[i]!.startX} lat={trips[i]!.startY} />,
    },
    {
      key: 'endPlace',
      title: t('tracks.endPlace'),
      width: PLACE,
      cell: (i) => <PlaceCell addressOf={map?.addressOf} lng={trips[i]!.endX} lat={trips[i]!.endY} />,
    },
  ];
}

export function alarmColumns(alarms: LoadedTrack['alarms'], { t, language, map }: Words): readonly GridColumn[] {
  return [
    { key: 'type', title: t('tracks.alarmType'), width: PLACE, cell: (i) => formatAlarmType(t, alarms[i]!.bit) },
    ...spanColumns(alarms, t),
    {
      key: 'speed',
      title: t('track.speed'),
      width: FIGURE,
      align: 'right',
      cell: (i) => tenths(language, 'speed', alarms[i]!.sp),
    },
    {
      key: 'place',
      title: t('tracks.place'),
      width: PLACE,
      cell: (i) => <PlaceCell addressOf={map?.addressOf} lng={alarms[i]!.x} lat={alarms[i]!.y} />,
    },
  ];
}

/** Geofence visits; irregularities follow the name. */
export function crossingColumns({ crossings }: LoadedTrack, { t, i18n, language, map }: Words): readonly GridColumn[] {
  const remarks = ({ entered, left, tooLong }: TrackCrossing) =>
    formatList(language, [
      ...(entered ? [] : [t('tracks.insideAtStart')]),
      ...(left ? [] : [t('tracks.stillInside')]),
      ...(tooLong ? [t('tracks.stayedTooLong')] : []),
    ]);
  return [
    { key: 'area', title: t('tracks.area'), width: PLACE, cell: (i) => crossings[i]!.areaName },
    {
      key: 'use',
      title: t('tracks.areaUse'),
      width: FIGURE,
      cell: (i) => enumerationName(i18n, 'AREA_USE', crossings[i]!.useFor),
    },
    ...spanColumns(crossings, t),
    {
      key: 'km',
      title: t('track.mileage'),
      width: FIGURE,
      align: 'right',
      cell: (i) => tenths(language, 'distance', crossings[i]!.km),
    },
    {
      key: 'most',
      title: t('tracks.topSpeed'),
      width: WIDE_FIGURE,
      align: 'right',
      cell: (i) => tenths(language, 'speed', crossings[i]!.sp),
    },
    { key: 'remarks', title: t('tracks.remarks'), width: PLACE, cell: (i) => remarks(crossings[i]!) },
    {
      key: 'place',
      title: t('tracks.place'),
      width: PLACE,
      cell: (i) => <PlaceCell addressOf={map?.addressOf} lng={crossings[i]!.x} lat={crossings[i]!.y} />,
    },
  ];
}
