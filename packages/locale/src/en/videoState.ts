import type { videoState as zh } from '../zh/videoState.ts';

export const videoState: Record<keyof typeof zh, string> = {
  requesting: 'Requesting video',
  waitingStream: 'Terminal accepted. Waiting for its stream',
  waitingKeyFrame: 'Stream received. Waiting for a key frame',
  playing: 'Playing',
  ended: 'Stopped',
  terminalOffline: 'Vehicle is offline',
  refused: 'The terminal refused',
  unsupported: 'The terminal has no live video',
  noAnswer: 'The terminal did not answer',
  noStream: 'The terminal sent no stream',
  codecNotSupported: 'Video codec not supported. Set the terminal to H.264',
  timeLimit: 'Time limit reached',
  notAllowed: 'You may not watch this vehicle',
  signedOut: 'Signed out',
  tooSlow: 'The network is too slow for video',
  stopping: 'The server is restarting. Try again in a moment',
};
