import { MAX_USABLE_KMH, UNUSABLE } from '@fleetwarden/domain/quality';
import { sql } from '../../../platform/db/database.ts';

/** Whether a position `p` is trusted: `usable` in the domain, and the first of its second. */
export const USABLE = sql`p.quality & ${UNUSABLE}::integer = 0 and p.speed_kmh between 0 and ${MAX_USABLE_KMH}::float4
  and p.gnss_at = date_trunc('second', p.gnss_at) and p.lng between -180 and 180 and p.lat between -90 and 90
  and not (p.lng = 0 and p.lat = 0)`;
