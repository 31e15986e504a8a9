/** MEDIA_KIND: 0 image, 1 audio, 2 video, 3 other file. */
export const MEDIA_IMAGE = 0;
