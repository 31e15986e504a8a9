/** MEDIA_KIND: 0 image, 1 audio, 2 video, 3 other file. */
export const [MEDIA_IMAGE, MEDIA_AUDIO, MEDIA_VIDEO] = [0, 1, 2] as const;

/** Longest time of a search in the multimedia library, days; also its default. */
export const MEDIA_LIST_DAYS = 31;
/** Most files of one deletion or zip. */
export const MAX_CHOSEN_MEDIA = 500;
