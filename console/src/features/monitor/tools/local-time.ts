import dayjs from 'dayjs';
import { businessTime, instantOf } from '../../../api/business-time.ts';

/** Formats epoch ms for a datetime-local input, by the platform's clock: 2026-11-21T16:05 */
export const localInput = (at: number): string => businessTime(at).format('YYYY-MM-DDTHH:mm');

/** Parses a datetime-local input; null if invalid. */
export function readLocalInput(text: string): number | null {
  const at = instantOf(dayjs(text));
  return text === '' || Number.isNaN(at) ? null : at;
}
