import i18next from 'i18next';
import { Refusal } from '../../api/client.ts';
import { notify } from '../../api/feedback.ts';
import type { Complaint } from './conditions.ts';

/** Refusal: the caller has no permission. */
const FORBIDDEN = '4003';

export const isForbidden = (failure: Error | null): boolean => failure instanceof Refusal && failure.code === FORBIDDEN;

const TEXTS = {
  company: 'reports.chooseCompany',
  alarmType: 'reports.chooseAlarmType',
  vehicle: 'reports.chooseVehicle',
  vehicles: 'reports.noVehicle',
  region: 'error.chooseRegion',
  recheck: 'reports.recheck',
} as const satisfies Record<Complaint, string>;

/** Shows why a report cannot be requested. */
export const complain = (complaint: Complaint): void => notify('error', i18next.t(TEXTS[complaint]));
