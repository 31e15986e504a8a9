import type { vehicleAction as zh } from '../zh/vehicleAction.ts';

export const vehicleAction: Record<keyof typeof zh, string> = {
  menu: 'Actions for {{name}}',
  tracking: 'Track',
  trackingTime: 'Timed tracking',
  playback: 'Track playback',
  message: 'Send message',
  photograph: 'Take photo',
  listen: 'Listen in',
  rollCall: 'Ask for position',
  sendAreas: 'Send areas',
  clearAlarm: 'Clear alarm',
  noAlarmToClear: 'There is no alarm to clear',
  ownerInfo: 'Owner',
  tyres: 'Tyre pressure',
  copyPlate: 'Copy plate',
  followAll: 'Follow all',
  unfollowAll: 'Unfollow all',
  groupMessage: 'Message to all',
  expandOnline: 'Expand all online',
  exportPositions: 'Export positions',
};
