import { ENUMERATIONS } from '@fleetwarden/domain/enumerations';
import type { i18n as I18n } from 'i18next';
import { enumerationName } from '../enumeration.ts';

/** The kind of a media file as text; a file that is no image, sound or video has no value of the enumeration. */
export const mediaKindName = (i18n: I18n, kind: number): string =>
  ENUMERATIONS.STORED_MEDIA.some(({ value }) => value === kind)
    ? enumerationName(i18n, 'STORED_MEDIA', kind)
    : i18n.t('media.other');
