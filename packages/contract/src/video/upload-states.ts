/** Downloads of recordings from terminals, apart from the schemas: pages need no schema library. */

/** Commands of 0x9207. */
export const UPLOAD_CONTROL = { pause: 0, resume: 1, cancel: 2 } as const;
export type UploadControl = (typeof UPLOAD_CONTROL)[keyof typeof UPLOAD_CONTROL];

/** States of a task. A vehicle uploads one task at a time; its other tasks are queued. */
export const UPLOAD_STATE = { queued: 0, uploading: 1, paused: 2, done: 3, failed: 4, cancelled: 5 } as const;
export type UploadState = (typeof UPLOAD_STATE)[keyof typeof UPLOAD_STATE];

/** Keys of the texts of states. */
export const uploadStateTexts: Readonly<Record<UploadState, string>> = {
  0: 'videoUpload.queued',
  1: 'videoUpload.uploading',
  2: 'videoUpload.paused',
  3: 'videoUpload.done',
  4: 'videoUpload.failed',
  5: 'videoUpload.cancelled',
};

/** Which commands a task takes, by its state. */
export const uploadControls: Readonly<Record<UploadState, readonly UploadControl[]>> = {
  0: [UPLOAD_CONTROL.cancel],
  1: [UPLOAD_CONTROL.pause, UPLOAD_CONTROL.cancel],
  2: [UPLOAD_CONTROL.resume, UPLOAD_CONTROL.cancel],
  3: [],
  4: [],
  5: [],
};

/** Why a task failed, or waits, each with the key of its text. */
export const uploadReasons = {
  terminalOffline: 'videoUpload.terminalOffline',
  refused: 'videoUpload.refused',
  unsupported: 'videoUpload.unsupported',
  noAnswer: 'videoUpload.noAnswer',
  /** The terminal reported a failure (0x1206 result 1). */
  terminalFailed: 'videoUpload.terminalFailed',
  /** The upload was interrupted, or reported as finished without a file. */
  interrupted: 'videoUpload.interrupted',
  tooLarge: 'videoUpload.tooLarge',
  diskFull: 'videoUpload.diskFull',
  /** Not finished within a day. */
  expired: 'videoUpload.expired',
} as const;
export type UploadReason = keyof typeof uploadReasons;

/** `commonmsg` of type `videoFile`: a task of a vehicle in the scope changed. Sent to holders of 20402. */
export type VideoFileNews = {
  readonly seqId: string;
  readonly targId: string;
  readonly state: UploadState;
  /** Of the call that replies the address of the file; null until the file is complete. */
  readonly url: string | null;
};
