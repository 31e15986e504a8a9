import { rules } from '@fleetwarden/domain/form-rules';
import { choice, type Field, integer, type RowRule, text } from '../resources/resource.ts';

/** Fields of a command's form, and rules across them; pages need nothing else of a command. */
export type CommandForm = { readonly fields: Readonly<Record<string, Field>>; readonly rules?: readonly RowRule[] };

/** 0x8801: number of photos, or one of these commands. */
export const PHOTO_STOP = 0;
export const PHOTO_RECORD = 65_535;
export const MAX_PHOTOS = 10;
/** 0x8202: stops tracking; the shortest interval, s. */
export const TRACK_STOP = 0;
export const MIN_TRACK_S = 5;

/** Forms of commands that windows of their own draw, by the command's code. */
export const commandForms = {
  '8202': {
    fields: {
      interval: integer({ min: TRACK_STOP, max: 300, unit: 's', required: true, initial: 10 }),
      validMinutes: integer({ min: 1, max: 1_440, unit: 'min', required: true, initial: 30 }),
    },
    rules: [
      {
        field: 'interval',
        check: ({ interval }) =>
          interval !== TRACK_STOP && Number(interval) < MIN_TRACK_S ? { key: 'rule.min', params: { min: MIN_TRACK_S } } : null,
      },
    ],
  },
  '8400': {
    fields: {
      kind: choice('CALL_KIND', { required: true, initial: 1 }),
      phone: text({ required: true, rule: rules.phone }),
    },
  },
  '8801': {
    fields: {
      channel: integer({ min: 1, max: 255, required: true, initial: 1 }),
      command: integer({ min: PHOTO_STOP, max: PHOTO_RECORD, required: true, initial: 1 }),
      interval: integer({ min: 0, max: 65_535, unit: 's', required: true, initial: 0 }),
      save: choice('PHOTO_SAVE', { required: true, initial: 0 }),
      resolution: choice('PHOTO_RESOLUTION', { required: true, initial: 2 }),
      // 1 is the best
      quality: integer({ min: 1, max: 10, required: true, initial: 5 }),
      brightness: integer({ min: 0, max: 255, required: true, initial: 127 }),
      contrast: integer({ min: 0, max: 127, required: true, initial: 64 }),
      saturation: integer({ min: 0, max: 127, required: true, initial: 64 }),
      chroma: integer({ min: 0, max: 255, required: true, initial: 127 }),
    },
    rules: [
      {
        field: 'command',
        check: ({ command }) =>
          command !== PHOTO_RECORD && Number(command) > MAX_PHOTOS ? { key: 'rule.max', params: { max: MAX_PHOTOS } } : null,
      },
    ],
  },
} as const satisfies Readonly<Record<string, CommandForm>>;
