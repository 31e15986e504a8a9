import { sql } from './database.ts';

/**
 * The adopted mileage (report catalogue 3.4) of a day `f` of `vehicle_day`; WITH_SOURCE joins its vehicle `m`. The rule of
 * `adoptedKm` in `domain/mileage`.
 */
export const ADOPTED_KM = sql`case m.mileage_source
  when 1 then f.odo_km when 2 then f.gnss_km
  else case when f.odo_km > 0 and abs(f.odo_km - f.gnss_km) <= 0.2 * greatest(f.odo_km, f.gnss_km) then f.odo_km else f.gnss_km end end`;

export const WITH_SOURCE = sql`join (select k.id as source_of, k.mileage_source from vehicle k) m on m.source_of = f.vehicle_id`;

/** A day counts as driven from this distance. */
export const RAN_KM = 1;
