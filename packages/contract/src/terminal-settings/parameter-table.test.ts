import { getText } from '@fleetwarden/locale/languages';
import { describe, expect, it } from 'vitest';
import { choiceRows } from '../resources/resource.ts';
import { findParameterProblem, innerKeys, type ParameterField, packParts, unpackParts } from './parameter-fields.ts';
import { findParameter, findParameterByKey, hasParameter, hideSecretParameters, terminalParameters } from './parameter-table.ts';

/** A valid value of a field: its default, its first choice, or its lower limit. */
function sampleOf(field: ParameterField): unknown {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
      return field.initial ?? field.min;
    case 'text':
      return field.rule?.name === 'clock' ? '0830' : field.rule?.name === 'phone' ? '13800000000' : '10.0.0.1';
    case 'choice':
      return choiceRows(field.of)[0]!.value;
    case 'bits':
      return field.initial ?? 1;
    case 'packed':
      return packParts(
        field,
        Object.fromEntries(Object.entries(field.parts).map(([key, part]) => [key, Number(sampleOf(part.field))])),
      );
    case 'struct':
      return Object.fromEntries(Object.entries(field.fields).map(([key, inner]) => [key, sampleOf(inner)]));
    case 'list':
      return [sampleOf(field.of)];
  }
}

const problem = (key: string, value: unknown) => findParameterProblem(findParameterByKey(key)!.field, value);

describe('the table of terminal parameters', () => {
  it('has unique ids and names', () => {
    expect(new Set(terminalParameters.map(({ id }) => id)).size).toBe(terminalParameters.length);
    expect(new Set(terminalParameters.map(({ key }) => key)).size).toBe(terminalParameters.length);
    expect(terminalParameters).toHaveLength(97);
  });

  it.each(terminalParameters.map((row) => [row.key, row] as const))('%s has texts and accepts its default', (key, { field }) => {
    for (const each of [key, ...innerKeys(field)]) {
      const text = `terminalParameter.${each}`;
      expect(getText('zh', text)).not.toBe(text);
    }
    expect(findParameterProblem(field, sampleOf(field))).toBeNull();
    for (const wrong of [null, {}, [[]], Number.NaN]) expect(findParameterProblem(field, wrong)).not.toBeNull();
  });

  it('returns a parameter by its id as a number or a text', () => {
    expect(findParameter(0x55)?.key).toBe('maxSpeedKmh');
    expect(findParameter('85')?.key).toBe('maxSpeedKmh');
    expect(findParameter('62310')?.key).toBe('tpms');
    expect(findParameter('61712')).toBeUndefined();
  });

  it('contains the protocol versions of each parameter', () => {
    const has = (key: string) => [2011, 2013, 2019].filter((version) => hasParameter(findParameterByKey(key)!, version));
    expect(has('maxSpeedKmh')).toEqual([2011, 2013, 2019]);
    expect(has('overspeedWarningKmh')).toEqual([2013, 2019]);
    expect(has('nightWindow')).toEqual([2019]);
    expect(has('tcpPort')).toEqual([2011, 2013]);
  });
});

describe('a value', () => {
  it('has the limits of its row', () => {
    expect(problem('maxSpeedKmh', 220)).toBeNull();
    expect(problem('maxSpeedKmh', 221)).toEqual({ path: '', key: 'rule.max', params: { max: 220 } });
    expect(problem('maxSpeedKmh', -1)).toEqual({ path: '', key: 'rule.min', params: { min: 0 } });
    expect(problem('maxSpeedKmh', 80.5)).toMatchObject({ key: 'field.integer' });
    expect(problem('maxSpeedKmh', '80')).toMatchObject({ key: 'field.invalid' });
    expect(problem('overspeedWarningKmh', 5.5)).toBeNull();
    expect(problem('overspeedWarningKmh', 5.55)).toMatchObject({ key: 'rule.decimal' });
    // 1 minute to 7 days, in seconds
    expect([59, 60, 604_800, 604_801].map((s) => problem('maxParkingS', s) === null)).toEqual([false, true, true, false]);
  });

  it('of an address is a host, or a list of hosts with ports', () => {
    for (const good of ['gps.example.com', '10.0.0.1:7611', 'a.example:7611;b.example:7612', ''])
      expect([good, problem('server', good)]).toEqual([good, null]);
    for (const bad of ['http://a.example', 'a.example:70000', 'a.example:', 'a b', 'a.example;'])
      expect([bad, problem('server', bad)]).toMatchObject([bad, { key: 'rule.host' }]);
  });

  it('of packed parts is checked part by part', () => {
    const { field } = findParameterByKey('timedPhotoBits')!;
    if (field.kind !== 'packed') throw new Error('not packed');
    const parts = { photoChannels: 0b101, storedChannels: 0b100, photoUnit: 1, photoInterval: 30 };
    expect(packParts(field, parts)).toBe(0b101 + 0b100 * 2 ** 8 + 2 ** 16 + 30 * 2 ** 17);
    expect(unpackParts(field, packParts(field, parts))).toEqual(parts);
    // acceleration 80 of 0.1 g
    expect(problem('collisionAlarm', 80 * 256)).toMatchObject({ path: 'impactAcceleration', key: 'rule.max' });
    expect(problem('gnssModeBits', 0)).toMatchObject({ key: 'field.required' });
  });

  it('of an object can omit unchanged fields only if the terminal accepts a partial object', () => {
    expect(problem('dsm', { volume: 4, fatiguePhotos: 2 })).toBeNull();
    expect(problem('dsm', { fatiguePhotos: 11 })).toMatchObject({ path: 'fatiguePhotos', key: 'rule.max' });
    expect(problem('dsm', { loudness: 4 })).toMatchObject({ path: 'loudness', key: 'field.unknown' });
    expect(problem('nightWindow', { startHour: 22 })).toMatchObject({ path: 'startMinute', key: 'field.required' });
  });

  it('of a time of day has four digits', () => {
    const windows = Object.fromEntries(
      [1, 2, 3, 4].flatMap((i) => [
        [`wake${i}`, '0600'],
        [`sleep${i}`, '2200'],
      ]),
    );
    const modes = { modeBits: 2, conditionBits: 0, dayBits: 31, periodBits: 1 };
    expect(problem('sleepMode', { ...modes, ...windows })).toBeNull();
    expect(problem('sleepMode', { ...modes, ...windows, wake2: '2460' })).toMatchObject({ path: 'wake2', key: 'rule.clock' });
  });

  it('of a list is checked item by item', () => {
    const channel = { physical: 1, logical: 1, kind: 0, pantilt: 0 };
    const counts = { audioVideoCount: 1, audioCount: 0, videoCount: 0 };
    expect(problem('channelTable', { ...counts, channels: [channel] })).toBeNull();
    expect(problem('channelTable', { ...counts, channels: [channel, { ...channel, logical: 0 }] })).toMatchObject({
      path: 'channels.1.logical',
      key: 'rule.min',
    });
  });
});

describe('passwords of terminals', () => {
  it('are removed from values or masked, by id and by name', () => {
    const values = { 18: 'secret', 85: 80, apnPassword: 'secret', maxSpeedKmh: 80, '0xff01': 'ab' };
    const others = { 85: 80, maxSpeedKmh: 80, '0xff01': 'ab' };
    expect(hideSecretParameters(values)).toEqual(others);
    expect(hideSecretParameters(values, '***')).toEqual({ ...others, 18: '***', apnPassword: '***' });
  });
});
