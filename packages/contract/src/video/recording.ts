import { viewReasons } from './live-video.ts';

/** Recordings and other files of video, apart from the schemas: a page that plays needs no schema library. */

/** Where a file came from. */
export const videoSource = { recording: 0, upload: 1, clip: 2 } as const;
export type VideoSource = (typeof videoSource)[keyof typeof videoSource];

export const fileState = { growing: 0, complete: 1, failed: 2 } as const;
export type FileState = (typeof fileState)[keyof typeof fileState];

/** Sound of a file, each with the key of its text. */
export const fileSounds = {
  none: 'videoState.noSound',
  recorded: 'videoState.soundRecorded',
  /** The terminal sent sound that the server cannot decode. */
  notDecoded: 'videoState.soundNotDecoded',
  /** Not looked into: files that terminals uploaded. */
  unknown: 'videoState.soundUnknown',
} as const;
export type FileSound = keyof typeof fileSounds;

/** Why a recording ended, or failed, each with the key of its text. */
export const recordReasons = {
  ...viewReasons,
  timeLimit: 'videoState.recordLimit',
  diskFull: 'videoState.diskFull',
  /** The disk does not take the pictures as fast as they come, or not at all. */
  diskSlow: 'videoState.diskSlow',
  diskFault: 'videoState.diskFault',
  /** The storage of the department is used up. */
  storageFull: 'videoState.storageFull',
  /** The server ended without a stop; the file reaches to the last key frame before. */
  interrupted: 'videoState.interrupted',
  noPicture: 'videoState.noPicture',
  /** Codec or resolution changed, or the stream paused: the recording goes on in another file. */
  split: 'videoState.split',
} as const;
export type RecordReason = keyof typeof recordReasons;

/** Below BASE_PATH; the address of `video/openFile` names the file there. */
export const VIDEO_FILE_PATH = 'videoFile';
