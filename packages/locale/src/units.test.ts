import { describe, expect, it } from 'vitest';
import { getText, texts } from './languages.ts';
import { type Language, languageNames } from './names.ts';
import { findReportUnit, reportTexts } from './reports.ts';
import { fillUnits } from './units.ts';

const languages = Object.keys(languageNames) as Language[];

/** A metric unit that a text writes itself. 'a.m.' is none. */
const METRIC = /(?<!\p{L}|\. ?)(?:km[²]?|m[²]?)(?!\p{L})|公里|千米|米/u;

/** Texts that write a metric unit for all users, with the reason. */
const ALWAYS_METRIC: readonly (readonly [reason: string, keys: RegExp])[] = [
  ['the names of the units', /^(unit\.\w+|reportUnit\.(km|kmh|m)|bar\.units_metric|map\.unitSquare\w+)$/],
  [
    'inputs, entered as they are stored and sent to terminals',
    /^(geofences\.(width|maxSpeed|nightMaxSpeed)|mapTools\.buffer|repair\.(odometerKm|nextKm)|rule\.(segmentWidth|radius)|enumeration\.photoDistanceUnit\w+)$/,
  ],
  [
    'answers of terminals and pulses of recorders, as they were sent',
    /^(commandResult\.(speedKmh|referenceKmh|odometerKm|mileageKm|maxKmh|kmh|initialKm|altitudeM|pulsesPerKm)|terminalSetup\.field_pulsesPerKm)$/,
  ],
  [
    'filters of reports, sent as entered',
    /^(reportCondition\.(mileageRange|speedMin|tripKmRange|gapKm)|reports\.figure_radius)$/,
  ],
  ['definitions with thresholds in km, km/h and m', /^(reportHint\.\w+|reportDocument\.safetyUnrated)$/],
  [
    'indicators per 100 km, and classes of 20 km/h',
    /^(reportColumn\.(alarmPer100|fuel100|stdFuel100|band\d)|reportPurpose\.fuelMileage|reportUnit\.litresPer100Km|safety\.per100)$/,
  ],
];

const all = (language: Language): (readonly [key: string, text: string])[] => {
  const areas: Readonly<Record<string, Readonly<Record<string, string>>>> = { ...texts[language], ...reportTexts[language] };
  return Object.entries(areas).flatMap(([area, entries]) =>
    Object.entries(entries).map(([key, text]) => [`${area}.${key}`, text] as const),
  );
};

describe.each(languages)('units in %s', (language) => {
  it('are written by variables, except in listed texts', () => {
    const written = all(language).filter(([, text]) => METRIC.test(text.replaceAll(/\{\{\w+\}\}/g, '')));
    expect(written.filter(([key]) => !ALWAYS_METRIC.some(([, keys]) => keys.test(key)))).toEqual([]);
  });

  it('have a name for each variable in both unit systems', () => {
    const { unit } = texts[language];
    const named = all(language).filter(([, text]) => /\{\{(distance|speed|length|area)(Unit|Name)\}\}/.test(text));
    expect(named.length).toBeGreaterThan(30);
    for (const [key, text] of named)
      for (const system of ['metric', 'imperial'] as const)
        expect(`${key}: ${fillUnits(text, unit, system)}`).not.toMatch(/\{\{\w+(Unit|Name)\}\}/);
  });

  it('follow the unit system of the user', () => {
    expect(getText(language, 'track.speed')).toContain('km/h');
    expect(getText(language, 'track.speed', 'imperial')).toContain(texts[language].unit.mph);
    expect([findReportUnit(language, 'km'), findReportUnit(language, 'km', 'imperial')]).toEqual(['km', texts[language].unit.mi]);
    expect(findReportUnit(language, 'litres', 'imperial')).toBe(findReportUnit(language, 'litres'));
  });
});

it('every listed exception matches a text', () => {
  const keys = new Set(languages.flatMap(all).map(([key]) => key));
  expect(ALWAYS_METRIC.filter(([, pattern]) => ![...keys].some((key) => pattern.test(key)))).toEqual([]);
});
