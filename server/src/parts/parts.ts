import { serveCalls } from '../serve-calls.ts';
import { createAccess } from './access.ts';
import { createFoundation } from './foundation.ts';
import { createLive, type Live } from './live.ts';
import type { PartsOptions, PartsOverrides, Stops } from './options.ts';
import { createRecords } from './records.ts';
import { createReporting } from './reporting.ts';
import { createSafety } from './safety.ts';

export type Parts = Awaited<ReturnType<typeof createParts>>;

/**
 * Composition root of the product and of its tests: creates every part in dependency order and registers its calls. It starts
 * nothing. Each part adds to `stops`: run it in reverse, also if this throws.
 */
export async function createParts(options: PartsOptions, overrides: PartsOverrides, stops: Stops) {
  const foundation = createFoundation(options, overrides, stops);
  let live: Live | undefined;
  const vehicleRecord = (vehicleId: number) => live?.monitor.recordOf(vehicleId);
  const access = await createAccess(options, overrides, foundation, vehicleRecord, stops);
  live = createLive(options, overrides, foundation, access, stops);
  const records = createRecords(options, overrides, foundation, access, live, stops);
  const safety = createSafety(options, overrides, foundation, access, live, records, stops);
  const reporting = createReporting(options, overrides, foundation, access, live, safety, stops);
  const parts = { ...options, ...foundation, ...access, ...live, ...records, ...safety, ...reporting };
  serveCalls(parts.http, parts);
  return parts;
}
