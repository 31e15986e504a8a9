import i18next from 'i18next';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTexts } from '../../../api/i18n.ts';
import { setUnitSystem } from '../../../api/units.ts';
import { alarm } from '../../../live/testing-records.ts';
import { factLines, factsOfPushed } from './popup-facts.ts';

beforeEach(() => startTexts('en'));
afterEach(() => setUnitSystem('metric'));

const [OVERSPEED, FATIGUE] = [100, 104];
const lines = (warnId: number) =>
  new Map(factLines(i18next.t, 'en', factsOfPushed(alarm({ warnId, speed: 80.5, value: 96, limit: 80 }), ''), 'now', null));

it('shows speed, value and limit of an overspeed in the user’s units', () => {
  const [speed, info] = [i18next.t('alarmPopup.speed'), i18next.t('alarmPopup.info')];
  expect(lines(OVERSPEED).get(speed)).toBe('80.5 km/h');
  setUnitSystem('imperial');
  expect(lines(OVERSPEED).get(speed)).toBe('50 mph');
  expect(lines(OVERSPEED).get(info)).toBe(i18next.t('alarmPopup.infoLimit', { value: '59.7', limit: '49.7' }));
  // minutes
  expect(lines(FATIGUE).get(info)).toBe(i18next.t('alarmPopup.infoLimit', { value: '96', limit: '80' }));
});
