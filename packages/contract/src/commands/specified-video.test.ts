import { describe, expect, it } from 'vitest';
import { commandParams } from './command-params.ts';
import type { CommandCode } from './terminal-commands.ts';

const times = { startTime: 0, endTime: 60_000 };
const address = { server: '10.0.0.1', tcpPort: 6_688, udpPort: 0 };
const kinds = { mediaType: 0, streamType: 0, storage: 0 };
const alarms = { videoAlarmBits: 0, alarmBits: 0 };
const search = { channel: 1, ...times, ...alarms, ...kinds };
const account = { server: '10.0.0.1', port: 21, user: 'u', sealedPassword: 's', path: '/' };
const MAX_BITS = 0xffff_ffff;

/** Parameters that are accepted. */
const GOOD = {
  '9101': { ...address, channel: 1, dataType: 0, streamType: 0 },
  '9102': { channel: 1, control: 0, closeKind: 0, streamType: 0 },
  '9201': { ...address, channel: 1, ...kinds, mode: 0, speed: 0, ...times },
  '9202': { channel: 1, control: 0, speed: 0, position: null },
  '9205': search,
  '9206': { ...account, ...search, conditionBits: 7 },
  '9207': { serial: 0, control: 0 },
  '9301': { channel: 1, direction: 0, speed: 0 },
  '9302': { channel: 1, action: 0 },
  '9303': { channel: 1, action: 0 },
  '9304': { channel: 1, action: 0 },
  '9305': { channel: 1, action: 0 },
  '9306': { channel: 1, action: 0 },
} as const satisfies Partial<Record<CommandCode, object>>;

/** Values of the field reference, section 4, that the product sends, and the nearest that it does not. */
const VALUES: readonly (readonly [keyof typeof GOOD, field: string, sent: readonly number[], refused: readonly number[]])[] = [
  ['9101', 'channel', [1, 127], [0, 128]],
  ['9101', 'tcpPort', [0, 65_535], [-1, 65_536]],
  // listening is the sound of 0; transparent data has no viewer
  ['9101', 'dataType', [0, 1, 2, 4], [3, 5, 6]],
  ['9101', 'streamType', [0, 1], [2]],
  // 1 to 3 are sent beside commands, for the view that plays
  ['9102', 'control', [0, 4], [1, 2, 3, 5]],
  ['9102', 'closeKind', [0], [1, 2, 3]],
  ['9102', 'streamType', [0, 1], [2]],
  ['9201', 'mediaType', [0, 1, 2, 3], [4]],
  ['9201', 'streamType', [0, 1, 2], [3]],
  ['9201', 'storage', [0, 1, 2], [3]],
  // a playback begins as a normal one; 9202 changes it
  ['9201', 'mode', [0], [1, 2, 3, 4]],
  ['9202', 'control', [0, 1, 2, 3, 4, 5, 6], [7]],
  ['9202', 'speed', [0, 1, 2, 3, 4, 5], [6]],
  // 0: all
  ['9205', 'channel', [0, 1, 127], [128]],
  ['9205', 'mediaType', [0, 1, 2, 3], [4]],
  ['9205', 'streamType', [0, 1, 2], [3]],
  ['9205', 'storage', [0, 1, 2], [3]],
  ['9205', 'alarmBits', [0, MAX_BITS], [-1, MAX_BITS + 1]],
  ['9205', 'videoAlarmBits', [0, MAX_BITS], [-1, MAX_BITS + 1]],
  // WiFi, LAN, mobile network: one at least
  ['9206', 'conditionBits', [1, 2, 4, 7], [0, 8]],
  ['9206', 'mediaType', [0, 1, 2, 3], [4]],
  ['9206', 'streamType', [0, 1, 2], [3]],
  ['9206', 'storage', [0, 1, 2], [3]],
  ['9207', 'control', [0, 1, 2], [3]],
  ['9301', 'direction', [0, 1, 2, 3, 4], [5]],
  ['9301', 'speed', [0, 255], [-1, 256]],
  ...(['9302', '9303', '9304', '9305', '9306'] as const).map((code) => [code, 'action', [0, 1], [2]] as const),
];

describe('the parameters of a command', () => {
  it.each(VALUES)('%s: %s', (code, field, sent, refused) => {
    const isAccepted = (value: number) => commandParams(code).safeParse({ ...GOOD[code], [field]: value }).success;
    expect(sent.filter((value) => !isAccepted(value))).toEqual([]);
    expect(refused.filter(isAccepted)).toEqual([]);
  });
});
