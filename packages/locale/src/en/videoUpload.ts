import type { videoUpload as zh } from '../zh/videoUpload.ts';

export const videoUpload: Record<keyof typeof zh, string> = {
  queued: 'Queued',
  uploading: 'Uploading',
  paused: 'Paused',
  done: 'Complete',
  failed: 'Failed',
  cancelled: 'Cancelled',
  terminalOffline: 'Vehicle offline. The upload starts when it is online',
  refused: 'The terminal refused',
  unsupported: 'The terminal cannot upload recordings',
  noAnswer: 'No response from the terminal',
  terminalFailed: 'The terminal reported a failure',
  interrupted: 'The upload was interrupted',
  tooLarge: 'The file is too large',
  diskFull: 'The server disk is full',
  expired: 'Not complete within 24 hours',
};
