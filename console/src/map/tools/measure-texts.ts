import type { UnitSystem } from '@fleetwarden/domain/units';
import type { TFunction } from 'i18next';
import { areaIn, lengthIn, roundMeasured } from './measure.ts';
import type { MeasureTexts } from './measuring.ts';

/** Names of length units in `Intl`, which writes them in the user's language. */
const LENGTH_UNITS = { metre: 'meter', km: 'kilometer', foot: 'foot', mile: 'mile' } as const;
const AREA_TEXTS = {
  squareMetre: 'map.unitSquareMetre',
  squareKm: 'map.unitSquareKm',
  squareFoot: 'map.unitSquareFoot',
  squareMile: 'map.unitSquareMile',
} as const;

/** Texts of the measuring tools in the user's language and units (specification 9). */
export function measureTexts(t: TFunction, language: string, system: UnitSystem): MeasureTexts {
  const length = (metres: number) => {
    const measured = lengthIn(system, metres);
    const unit = LENGTH_UNITS[measured.unit as keyof typeof LENGTH_UNITS];
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(roundMeasured(measured));
  };
  return {
    start: t('map.start'),
    length,
    total: (metres) => t('map.total', { length: length(metres) }),
    area: (squareMetres, perimeterM) => {
      const measured = areaIn(system, squareMetres);
      const value = new Intl.NumberFormat(language).format(roundMeasured(measured));
      const area = t(AREA_TEXTS[measured.unit as keyof typeof AREA_TEXTS], { value });
      return `${t('map.area', { area })}\n${t('map.perimeter', { length: length(perimeterM) })}`;
    },
  };
}
