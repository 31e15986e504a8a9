/** Seconds that the video wall shows a page of a rotation (screen catalogue 5.1). */
export const MIN_ROTATION_S = 10;
export const MAX_ROTATION_S = 300;
/** Channels of one rotation. */
export const MAX_ROTATION_CHANNELS = 256;
