import { toUnits } from '@fleetwarden/domain/units';
import fc from 'fast-check';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTexts, switchLanguage } from '../api/i18n.ts';
import { setUnitSystem } from '../api/units.ts';
import { formatAlarmValue, formatMeasure, inputUnit, inUserUnits } from './units.ts';

beforeEach(() => startTexts('en'));
afterEach(() => setUnitSystem('metric'));

describe('units of the user', () => {
  it('appear in texts, in each language', async () => {
    expect([i18next.t('marker.speed', { value: 80 }), i18next.t('track.mileage')]).toEqual(['Speed 80 km/h', 'Mileage (km)']);
    setUnitSystem('imperial');
    expect([i18next.t('marker.speed', { value: 50 }), i18next.t('track.mileage')]).toEqual(['Speed 50 mph', 'Mileage (mi)']);
    await switchLanguage('zh');
    expect(i18next.t('geofences.radius', { radius: 1, size: 2 })).toBe('半径 1 英尺，2 平方英里');
    setUnitSystem('metric');
    expect(i18next.t('geofences.radius', { radius: 1, size: 2 })).toBe('半径 1 米，2 平方公里');
  });

  it('leave other variables without a value empty', () => {
    expect(i18next.t('marker.speed')).toBe('Speed  km/h');
  });

  it('show the metric figure multiplied by the factor of its quantity', () => {
    setUnitSystem('imperial');
    fc.assert(
      fc.property(
        fc.constantFrom('distance' as const, 'speed' as const, 'length' as const, 'area' as const),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (quantity, value) => {
          const shown = Number(formatMeasure('en', quantity, value, 2).replaceAll(',', ''));
          expect(Math.abs(shown - toUnits('imperial', quantity, value))).toBeLessThanOrEqual(0.005001);
          expect(inUserUnits(quantity, value)).toBe(toUnits('imperial', quantity, value));
        },
      ),
    );
  });

  it('appear next to an input, and its value stays metric', () => {
    expect(inputUnit('en', 'km/h', 80)).toBe('km/h');
    setUnitSystem('imperial');
    expect(inputUnit('en', 'km/h', 80)).toBe('km/h ≈ 49.7 mph');
    expect(inputUnit('zh', 'metres', 100, '米')).toBe('米 ≈ 328.1 ft');
    expect(inputUnit('en', 'km/h', null)).toBe('km/h');
    expect(inputUnit('en', 'min', 80)).toBe('min');
  });

  it('apply to the value and limit of an alarm only if they are speeds or distances', () => {
    const [overspeed, fatigue, gap] = [100, 104, 124];
    setUnitSystem('imperial');
    expect([overspeed, fatigue, gap].map((type) => formatAlarmValue('en', type, 80))).toEqual(['49.7', '80', '49.7']);
  });
});
