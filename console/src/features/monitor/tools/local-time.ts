import dayjs from 'dayjs';
import { businessTime, instantOf } from '../../../api/business-time.ts';

/** epoch ms as an input of kind datetime-local has it, by the platform's clock: 2026-11-21T16:05 */
export const localInput = (at: number): string => businessTime(at).format('YYYY-MM-DDTHH:mm');

/** And back; null for what is no time. */
export function readLocalInput(text: string): number | null {
  const at = instantOf(dayjs(text));
  return text === '' || Number.isNaN(at) ? null : at;
}
