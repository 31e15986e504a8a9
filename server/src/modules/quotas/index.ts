import { createQuotaCalls } from './calls.ts';
import { createQuotaService } from './service.ts';

export { refuseOverCommitment } from './refuse-over-commitment.ts';
export { listGains, requireQuota } from './require-quota.ts';
export { hasSmsQuota } from './sms-quota.ts';
export { lockQuotas } from './store.ts';

export type Quotas = ReturnType<typeof createQuotas>;

/** Limits of vehicles, users and other items per department. */
export function createQuotas(options: Parameters<typeof createQuotaCalls>[1]) {
  const service = createQuotaService(options);
  return { save: service.save, handlers: createQuotaCalls(service, options) };
}
