import type { videoViews as zh } from '../zh/videoViews.ts';

export const videoViews: Record<keyof typeof zh, string> = {
  title: 'Who watched',
  ofVehicle: 'Who watched - {{plate}}',
  user: 'User',
  kind: 'Action',
  channel: 'Channel',
  start: 'Started',
  played: 'Duration',
  bytes: 'Traffic',
  ip: 'IP address',
  reason: 'Ended because',
  now: 'In progress',
  never: 'Not played',
  empty: 'Nobody in the last 31 days',
};
