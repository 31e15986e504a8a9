import { describe, expect, it } from 'vitest';
import type { ParameterField } from './parameter-fields.ts';
import { PARAMETER_GROUPS, type ParameterGroup } from './parameter-groups.ts';
import { findParameter, hasParameter, type TerminalParameter } from './parameter-table.ts';

const parameter = (id: number): TerminalParameter => findParameter(id)!;
const fieldOf = (id: number): ParameterField => parameter(id).field;
const structOf = (id: number): Readonly<Record<string, ParameterField>> => {
  const field = fieldOf(id);
  return field.kind === 'struct' ? field.fields : {};
};
const partsOf = (id: number) => {
  const field = fieldOf(id);
  return field.kind === 'packed' ? field.parts : {};
};
const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
const VERSIONS = [2011, 2013, 2019] as const;

/** Parameters of each page: screen catalogue 8.2, 8.3 and 8.5. */
const PAGES: readonly (readonly [page: string, group: ParameterGroup, ids: readonly number[]])[] = [
  ['70402', 'overspeed', [0x55, 0x56, 0x5b]],
  ['70403', 'fatigue', [...span(0x57, 0x5a), 0x5c]],
  ['70404', 'alarmMasks', [...span(0x50, 0x54), 0x7a]],
  ['70404', 'collision', [0x5d, 0x5e]],
  ['70406', 'server', [...span(0x01, 0x07), ...span(0x10, 0x19), ...span(0x1a, 0x1d), ...span(0x23, 0x26)]],
  ['70102', 'report', [0x20, 0x21, 0x22, 0x27, 0x28, 0x29, ...span(0x2c, 0x31)]],
  ['70103', 'period', [0x32]],
  ['70105', 'call', span(0x40, 0x49)],
  ['70106', 'image', span(0x70, 0x74)],
  ['70106', 'video', [0x75, 0x76, 0x77, 0x79, 0x7b, 0x7c]],
  ['70107', 'timedPhoto', [0x64, 0x65]],
  ['70108', 'gnss', span(0x90, 0x95)],
  ['70108', 'can', [...span(0x100, 0x103), 0x110]],
  ['703', 'adas', [0xf364]],
  ['703', 'dsm', [0xf365]],
  ['703', 'tpms', [0xf366]],
  ['703', 'bsd', [0xf367]],
];

describe('the parameters of a page', () => {
  it.each(PAGES)('%s: %s', (page, group, ids) => {
    expect(PARAMETER_GROUPS[group]).toEqual({ page, view: `${page}01`, send: `${page}09` });
    expect(ids.map((id) => findParameter(id)?.group)).toEqual(ids.map(() => group));
  });

  it('of the slave server and the period exist only in 2019; addresses of 2019 contain the ports', () => {
    const versions = (id: number) => VERSIONS.filter((version) => hasParameter(parameter(id), version));
    for (const id of [...span(0x23, 0x26), 0x32]) expect([id, versions(id)]).toEqual([id, [2019]]);
    for (const id of [0x18, 0x19]) {
      expect([id, versions(id)]).toEqual([id, [2011, 2013]]);
      expect(parameter(id).usual?.name).toBe('port');
    }
    for (const id of [0x13, 0x17, 0x1a, 0x1d, 0x26])
      expect([id, fieldOf(id)]).toMatchObject([id, { rule: { name: 'addressList' } }]);
  });

  it('show fatigue driving times in minutes', () => {
    for (const id of span(0x57, 0x5a)) expect(parameter(id).shown).toEqual({ unit: 'min', factor: 60 });
  });
});

/** Choices and bits there; their values are in specified-enumerations. */
it.each([
  [0x20, 'choice', 'REPORT_STRATEGY'],
  [0x21, 'choice', 'REPORT_PLAN'],
  [0x45, 'choice', 'ANSWER_STRATEGY'],
  ...span(0x50, 0x54).map((id) => [id, 'bits', 'alarm'] as const),
  [0x7a, 'bits', 'VIDEO_ALARM'],
  [0x90, 'bits', 'GNSS_MODE'],
  [0x91, 'choice', 'GNSS_BAUD'],
  [0x92, 'choice', 'GNSS_OUTPUT'],
  [0x94, 'choice', 'GNSS_UPLOAD'],
] as const)('parameter %i has the kind %s with the values of %s', (id, kind, of) =>
  expect(fieldOf(id)).toMatchObject({ kind, of }),
);

describe('values of parameters', () => {
  it('have a default rollover angle of 30°', () => expect(fieldOf(0x5e)).toMatchObject({ initial: 30, unit: '°' }));

  it('need at least one satellite system', () => expect(fieldOf(0x90)).toMatchObject({ some: true }));

  it.each([0x40, 0x41, 0x42, 0x43, 0x44, 0x48, 0x49])('%i is a phone number of at most 20 characters', (id) => {
    expect(fieldOf(id)).toMatchObject({ kind: 'text', max: 20, rule: { name: 'phone' } });
  });

  it.each([0x64, 0x65])('%i: channels in bits 0 to 4, those stored in 8 to 12, unit in 16, interval in 17 to 31', (id) => {
    expect(Object.values(partsOf(id)).map(({ shift, width }) => [shift, width])).toEqual([
      [0, 5],
      [8, 5],
      [16, 1],
      [17, 15],
    ]);
  });

  it('of CAN have an id up to 1FFFFFFF, and an interval of 0 turns them off', () => {
    expect(structOf(0x110)['canBits']).toMatchObject({
      parts: { canId: { field: { min: 0, max: 0x1fff_ffff } }, canFrame: { width: 1 }, canChannel: { width: 1 } },
    });
    for (const [id, unit] of [
      [0x100, 'ms'],
      [0x101, 's'],
      [0x102, 'ms'],
      [0x103, 's'],
    ] as const)
      expect(fieldOf(id)).toMatchObject({ min: 0, unit });
    expect(fieldOf(0x93)).toMatchObject({ unit: 's' });
  });

  it('of video have a live and a stored stream, with their ranges', () => {
    for (const prefix of ['live', 'stored'])
      expect(structOf(0x75)).toMatchObject({
        [`${prefix}Encoding`]: { of: 'VIDEO_ENCODING' },
        [`${prefix}Resolution`]: { of: 'VIDEO_RESOLUTION' },
        [`${prefix}KeyFrames`]: { min: 1, max: 1_000 },
        [`${prefix}Fps`]: { min: 1, max: 120 },
        [`${prefix}Kbps`]: { unit: 'kbit/s' },
      });
    expect(structOf(0x75)).toMatchObject({ overlayBits: { of: 'VIDEO_OSD' }, audioOn: { of: 'ENABLE_STATE' } });
    expect(structOf(0x76)['channels']).toMatchObject({
      of: { fields: { physical: {}, logical: {}, kind: { of: 'CHANNEL_KIND' }, pantilt: { of: 'YUNTAI' } } },
    });
    expect(structOf(0x77)['channels']).toMatchObject({ kind: 'list', of: { fields: { channel: {}, liveFps: {} } } });
  });

  it('of video contain seats, fatigue degree, and the wake-up times of the terminal', () => {
    expect(Object.keys(structOf(0x7b))).toEqual(['seats', 'fatigueDegree']);
    const windows = [1, 2, 3, 4].flatMap((i) => [`wake${i}`, `sleep${i}`]);
    expect(Object.keys(structOf(0x7c))).toEqual(['modeBits', 'conditionBits', 'dayBits', 'periodBits', ...windows]);
  });

  it('of the period are the hours and minutes of its start and end', () => {
    const [hour, minute] = [{ max: 23 }, { max: 59 }];
    expect(structOf(0x32)).toMatchObject({ startHour: hour, startMinute: minute, endHour: hour, endMinute: minute });
  });

  it('of active safety can be incomplete; a tyre model has at most 12 characters', () => {
    for (const id of span(0xf364, 0xf367)) expect(fieldOf(id)).toMatchObject({ kind: 'struct', partial: true });
    expect(structOf(0xf366)['tyreModel']).toMatchObject({ kind: 'text', max: 12 });
  });
});
