import type { CommandCode } from '@fleetwarden/contract/commands/terminal-commands';
import { choice, decimal, instant, integer, text } from '@fleetwarden/contract/resources/resource';
import { rules } from '@fleetwarden/domain/form-rules';
import type { FormField, NumbersField, Values } from './form-fields.ts';

/** A form whose fields depend on a value, or that no row of the command table states. Labels: `terminalSetup.field_<key>`. */
export type SpecialForm = {
  readonly fields: Readonly<Record<string, FormField>>;
  /** The fields that these values need; all if absent. */
  readonly shown?: (values: Values) => readonly string[];
  /** The parameters of the command from the values of the form; equal if absent. */
  readonly toParams?: (values: Values) => Values;
};

/** Ids in one frame. */
const MAX_AREAS = 125;
const areaNos: NumbersField = { kind: 'numbers', min: 1, max: 4_294_967_295, most: MAX_AREAS };
const areas: SpecialForm = { fields: { areaNos } };

/** Data blocks of GB/T 19056; those from 0x08 need times. */
const RECORDER_BLOCKS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15] as const;
const FIRST_TIMED = 8;

/** Parameters of the recorder that 0x8701 sets, with the fields of each. The modes of verification (0xE0-0xE4) are not offered. */
const STATUS_NAMES = ['name0', 'name1', 'name2', 'name3', 'name4', 'name5', 'name6', 'name7'] as const;
const RECORDER_SETTINGS: Readonly<Record<number, readonly string[]>> = {
  130: ['vin', 'plate', 'plateClass'],
  131: ['at'],
  132: STATUS_NAMES,
  194: ['clock'],
  195: ['pulsesPerKm'],
  196: ['clock', 'initialKm'],
};
const STATUS_BYTES = 10;

const options = (values: readonly number[], label: (value: number) => string) =>
  values.map((value) => ({ value, label: label(value) }));

export const specialForms: Readonly<Partial<Record<CommandCode, SpecialForm>>> = {
  '8601': areas,
  '8603': areas,
  '8605': areas,
  '8607': areas,
  '8608': { fields: { kind: choice('TERMINAL_AREA', { required: true, initial: 1 }), areaNos } },
  '8700': {
    fields: {
      command: {
        kind: 'select',
        required: true,
        initial: 0,
        options: options(RECORDER_BLOCKS, (value) => `terminalSetup.block_${value}`),
      },
      start: instant({ required: true }),
      end: instant({ required: true }),
      most: integer({ min: 1, max: 65_535, required: true, initial: 65_535 }),
    },
    shown: ({ command }) => (Number(command) < FIRST_TIMED ? ['command'] : ['command', 'start', 'end', 'most']),
  },
  '8701': {
    fields: {
      command: {
        kind: 'select',
        required: true,
        initial: 130,
        options: options(Object.keys(RECORDER_SETTINGS).map(Number), (value) => `terminalSetup.recorder_${value}`),
      },
      vin: text({ required: true, max: 17, rule: rules.vin }),
      plate: text({ required: true, rule: rules.gbkBytes(12) }),
      plateClass: text({ required: true, rule: rules.gbkBytes(12) }),
      at: instant({ required: true }),
      clock: instant({}),
      pulsesPerKm: integer({ min: 1, max: 65_535, required: true }),
      initialKm: decimal({ min: 0, max: 999_999.9, digits: 1, unit: 'km', required: true }),
      ...Object.fromEntries(STATUS_NAMES.map((key) => [key, text({ rule: rules.gbkBytes(STATUS_BYTES) })])),
    },
    shown: ({ command }) => ['command', ...(RECORDER_SETTINGS[Number(command)] ?? [])],
    toParams: ({ command, clock, ...values }) =>
      command === 132
        ? { command, names: STATUS_NAMES.map((key) => values[key] ?? '') }
        : { command, ...(clock == null ? {} : { at: clock }), ...values },
  },
};
