import { terminalCommands } from '@fleetwarden/contract/commands/terminal-commands';
import { errors } from '@fleetwarden/contract/errors';
import { MEDIA_AUDIO, MEDIA_IMAGE, MEDIA_LIST_DAYS, MEDIA_VIDEO } from '@fleetwarden/contract/media/media-kinds';
import { platformSettings } from '@fleetwarden/contract/settings/platform-settings';
import { LIMIT_WARNING_MS, TRAFFIC_WARNING_PERCENT } from '@fleetwarden/contract/video/live-video';
import { DEFAULT_PTZ_SPEED, MAX_PTZ_SPEED } from '@fleetwarden/contract/video/ptz';
import { RECORDING_CACHE_MS, RECORDING_LIMIT_MS, replayControls, replaySpeeds } from '@fleetwarden/contract/video/replay';
import { MAX_ROTATION_S, MIN_ROTATION_S } from '@fleetwarden/contract/video/rotation-limits';
import { videoCalls } from '@fleetwarden/contract/video/routes';
import { MAX_BROADCAST_VEHICLES } from '@fleetwarden/contract/video/talk-schemas';
import { UPLOAD_CONTROL } from '@fleetwarden/contract/video/upload-states';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@fleetwarden/domain/durations';
import { describe, expect, it } from 'vitest';
import { MEDIA_LIMITS } from '../../media/limits.ts';
import { UPKEEP_MS } from './limits.ts';
import { UPLOAD_LIMITS } from './uploads/limits.ts';

/** The numbers of the screen catalogue, 5.1, 5.2 and 8.4. */
describe('live video', () => {
  it.each([
    ['timeout for the reply to a request', terminalCommands['9101'].limitMs, 10 * SECOND_MS],
    ['timeout for the first media', MEDIA_LIMITS.streamMs, 15 * SECOND_MS],
    ['grace period of a stream', MEDIA_LIMITS.graceMs, 10 * SECOND_MS],
    ['warning before the time limit', LIMIT_WARNING_MS, 30 * SECOND_MS],
    ['interval of packet loss reports to the terminal', UPKEEP_MS, 10 * SECOND_MS],
    ['traffic warning, %', TRAFFIC_WARNING_PERCENT, 80],
    ['maximum number of vehicles in a broadcast', MAX_BROADCAST_VEHICLES, 50],
    ['default PTZ speed of a camera', DEFAULT_PTZ_SPEED, 128],
    ['maximum PTZ speed of a camera', MAX_PTZ_SPEED, 255],
    ['minimum time per page of a rotation, s', MIN_ROTATION_S, 10],
    ['maximum time per page of a rotation, s', MAX_ROTATION_S, 300],
  ])('%s', (_, number, specified) => expect(number).toBe(specified));
});

it('has the calls of the catalogue', () => {
  const paths = Object.values<{ readonly path: string }>(videoCalls).map(({ path }) => path);
  const names = [
    ...['realtime', 'controlRealtime', 'controlPtz', 'startTalk', 'stopTalk', 'startBroadcast', 'startRecord', 'stopRecord'],
    ...['savePreset', 'listPreset', 'queryAvAttr', 'listSession', 'controlReplay', 'controlUpload', 'listServerFile'],
    ...['listUploadTask', 'clipFile', 'listRecordDay'],
  ];
  expect(paths).toEqual(expect.arrayContaining(names.map((name) => `video/${name}`)));
});

it.each([
  ['traffic above its limit', 'videoTraffic', '4011'],
  ['an offline terminal', 'terminalOffline', '4020'],
] as const)('%s has the code of the catalogue', (_, error, code) => expect(errors[error].code).toBe(code));

describe('a setting', () => {
  it.each([
    ['videoIdleMinutes', 5, [1, 60]],
    ['videoCells', 16, undefined],
    ['videoStreams', 4, undefined],
    ['videoMonthlyGB', 0, undefined],
    ['recordMinutes', 30, undefined],
    ['videoDays', 30, undefined],
  ] as const)('%s is %d', (key, value, range) => {
    const row = platformSettings.find((each) => each.key === key)!;
    expect(row.default).toBe(value);
    if (range && row.kind === 'int') expect([row.min, row.max]).toEqual(range);
  });
});

describe('recorded video', () => {
  it.each([
    ['timeout for a recording list', RECORDING_LIMIT_MS, 30 * SECOND_MS],
    ['lifetime of a cached recording list', RECORDING_CACHE_MS, 10 * MINUTE_MS],
    ['lifetime of an FTP account', UPLOAD_LIMITS.lifeMs, DAY_MS],
    ['maximum days per query of the multimedia library', MEDIA_LIST_DAYS, 31],
    ['media types: photo, audio, video', [MEDIA_IMAGE, MEDIA_AUDIO, MEDIA_VIDEO], [0, 1, 2]],
  ])('%s', (_, number, specified) => expect(number).toEqual(specified));

  it('has the commands and speeds of 0x9202, and the commands of 0x9207', () => {
    expect(replayControls).toEqual({ start: 0, pause: 1, end: 2, fast: 3, keyFramesBack: 4, seek: 5, keyFrames: 6 });
    expect(replaySpeeds).toEqual([1, 2, 4, 8, 16]);
    expect(UPLOAD_CONTROL).toEqual({ pause: 0, resume: 1, cancel: 2 });
  });
});
