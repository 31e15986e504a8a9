import type { vehicleAction as zh } from '../zh/vehicleAction.ts';

export const vehicleAction: Record<keyof typeof zh, string> = {
  menu: 'Actions for {{name}}',
  tracking: 'Follow live',
  trackingTime: 'Temporary tracking',
  playback: 'Track playback',
  message: 'Send message',
  photograph: 'Take photo',
  listen: 'Listen in',
  rollCall: 'Request position',
  sendAreas: 'Send geofences',
  clearAlarm: 'Clear alarm',
  noAlarmToClear: 'No alarm to clear',
  ownerInfo: 'Owner details',
  tyres: 'Tyre pressure',
  copyPlate: 'Copy plate',
  followAll: 'Follow all',
  unfollowAll: 'Unfollow all',
  groupMessage: 'Group message',
  expandOnline: 'Expand all online',
  exportPositions: 'Export positions',
};
