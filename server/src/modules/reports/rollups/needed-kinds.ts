import { ALARM_TYPES, type AlarmTypeKey } from '@fleetwarden/domain/alarm-types';

/** Kinds nobody has to decide (report catalogue 2.5), apart from events: faults of devices, of data, and what only warns a driver. */
const UNNEEDED: ReadonlySet<AlarmTypeKey> = new Set<AlarmTypeKey>([
  // devices; that a terminal's power was cut is another matter
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
  // data; that a vehicle moved while it was offline is another matter
  ...(['pLongOffline', 'pNoFix', 'pDrift', 'pGap', 'pSpeedDiff'] as const),
  // prompts
  ...(['preOverspeed', 'preFatigue', 'pPreOverspeed', 'pPreFatigue', 'pRoadWarn'] as const),
  // what active safety only notes
  ...(['adasSignEvt', 'adasPhotoEvt', 'dsmPhotoEvt', 'dsmChangeEvt'] as const),
]);

/** Numbers of the kinds somebody has to decide. */
export const NEEDED_KINDS: readonly number[] = ALARM_TYPES.filter(
  (type) => type.class !== 'event' && !UNNEEDED.has(type.key),
).map(({ id }) => id);
