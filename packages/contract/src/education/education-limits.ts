/** A class hour, minutes. */
export const CLASS_HOUR_MIN = 45;
/** Bytes of a course's file (screen catalogue 8.6). */
export const MAX_COURSE_BYTES = 500 * 1024 * 1024;
/** File types of courses, by EDU_COURSE_KIND. */
export const COURSE_FILES: Readonly<Record<number, readonly string[]>> = {
  1: ['mp4'],
  2: ['jpg', 'png'],
  3: ['pdf'],
};
/** Bytes and types of a cover. */
export const MAX_COVER_BYTES = 2 * 1024 * 1024;
export const COVER_FILES = ['jpg', 'png'] as const;
/** Minutes of one learning record. */
export const MAX_RECORD_MIN = 1440;
