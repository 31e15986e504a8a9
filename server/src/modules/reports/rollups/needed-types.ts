import { ALARM_TYPES, type AlarmTypeKey } from '@fleetwarden/domain/alarm-types';

/** Types that need no handling (report catalogue 2.5), apart from events: device faults, data faults and driver prompts. */
const UNNEEDED: ReadonlySet<AlarmTypeKey> = new Set<AlarmTypeKey>([
  // devices, except a power cut
  ...([
    'gnssFault',
    'antennaOpen',
    'antennaShort',
    'mainUnder',
    'lcdFault',
    'ttsFault',
    'cameraFault',
    'icFault',
    'vssFault',
  ] as const),
  ...([
    'videoLoss',
    'videoCover',
    'storageFault',
    'videoFault',
    'recThreshold',
    'videoReserved',
    'pAsDevice',
    'pChannel',
  ] as const),
  // data, except a move while offline
  ...(['pLongOffline', 'pNoFix', 'pDrift', 'pGap', 'pSpeedDiff'] as const),
  // prompts
  ...(['preOverspeed', 'preFatigue', 'pPreOverspeed', 'pPreFatigue', 'pRoadWarn'] as const),
  // active safety events
  ...(['adasSignEvt', 'adasPhotoEvt', 'dsmPhotoEvt', 'dsmChangeEvt'] as const),
]);

/** Types that must be handled. */
export const NEEDED_KINDS: readonly number[] = ALARM_TYPES.filter(
  (type) => type.class !== 'event' && !UNNEEDED.has(type.key),
).map(({ id }) => id);
