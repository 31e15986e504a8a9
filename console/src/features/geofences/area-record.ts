import { area } from '@fleetwarden/contract/geofences/area-resource';
import { type AreaGeometry, areaKm2, SHAPE } from '@fleetwarden/domain/area-geometry';
import { pathKm } from '@fleetwarden/domain/path';
import type { TFunction } from 'i18next';
import { resourceCallRows } from '../../shared/resource/resource-call-rows.ts';
import type { ResourceRecord } from '../../shared/resource/resource-record.ts';
import { editedValues, sentValues } from '../../shared/resource/resource-record.ts';
import { formatNumber } from '../../ui/format.ts';
import { formatMeasure, inUserUnits } from '../../ui/units.ts';

export const areaRows = resourceCallRows(area);

/** A geofence record of the list. */
export type AreaRecord = ResourceRecord & {
  readonly areaName: string;
  readonly areaNo: number;
  readonly color: string | null;
  readonly shape: number;
  readonly geo: AreaGeometry;
  readonly vehicles: number;
  readonly terminals: number;
};

/** Default colour: the product's. */
const COLOUR = '1F5FD6';
export const colourOf = ({ color }: Pick<AreaRecord, 'color'>): string => `#${color ?? COLOUR}`;

/** Decimals of a size in km² or square miles. */
const digitsOf = (size: number): number => (size < 10 ? 3 : 1);

/** A geofence's extent as text. */
export function formatExtent(t: TFunction, language: string, geo: AreaGeometry): string {
  const area = inUserUnits('area', areaKm2(geo));
  const size = formatNumber(language, area, digitsOf(area));
  switch (geo.shape) {
    case SHAPE.rectangle:
      return t('geofences.rectangle', { size });
    case SHAPE.polygon:
      return t('geofences.points', { points: geo.points.length, size });
    case SHAPE.circle:
      return t('geofences.radius', { radius: formatMeasure(language, 'length', geo.radius, 0), size });
    case SHAPE.route: {
      const length = inUserUnits('distance', pathKm(geo.points));
      return t('geofences.route', { points: geo.points.length, length: formatNumber(language, length, digitsOf(length)) });
    }
  }
}

/** The values of an edit that changes only the shape. */
export const withGeometry = (record: AreaRecord, geo: AreaGeometry) =>
  sentValues(area, { ...editedValues(area, record), geo }, true);
