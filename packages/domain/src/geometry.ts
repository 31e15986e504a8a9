/** Mean earth radius. */
const EARTH_KM = 6371;
export const EARTH_M = EARTH_KM * 1000;
/** Radians of a degree. */
export const RAD = Math.PI / 180;
/** Metres per degree along a meridian. */
export const METRES_A_DEGREE = EARTH_M * RAD;
/** Limit of a Web Mercator map. */
const MAX_LAT = 85;

/** Mercator latitude in degrees of longitude: edges are straight as drawn, and distances are true up to a factor. */
export function mercatorLat(lat: number): number {
  // Cached: one position is tested against many geofences.
  if (lat === lastLat) return lastMercator;
  const within = Math.min(Math.max(lat, -MAX_LAT), MAX_LAT);
  lastLat = lat;
  lastMercator = Math.log(Math.tan(Math.PI / 4 + (within * RAD) / 2)) / RAD;
  return lastMercator;
}
let lastLat = 0;
let lastMercator = 0;

/** Great-circle distance in km between two WGS-84 positions in degrees (haversine: within 0.5 % of the ellipsoid). */
export function greatCircleKm(lng1: number, lat1: number, lng2: number, lat2: number): number {
  const sinLat = Math.sin((lat2 - lat1) * RAD * 0.5);
  const sinLng = Math.sin((lng2 - lng1) * RAD * 0.5);
  const h = sinLat * sinLat + Math.cos(lat1 * RAD) * Math.cos(lat2 * RAD) * sinLng * sinLng;
  // Rounding may lift h slightly over 1 for antipodes, and asin would return NaN.
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(h, 1)));
}

/** Initial course between two positions, degrees in [0, 360), 0 is north, clockwise. */
export function bearing(lng1: number, lat1: number, lng2: number, lat2: number): number {
  const dLng = (lng2 - lng1) * RAD;
  const cosLat2 = Math.cos(lat2 * RAD);
  const y = Math.sin(dLng) * cosLat2;
  const x = Math.cos(lat1 * RAD) * Math.sin(lat2 * RAD) - Math.sin(lat1 * RAD) * cosLat2 * Math.cos(dLng);
  const degrees = (Math.atan2(y, x) / RAD + 360) % 360;
  return degrees === 360 ? 0 : degrees;
}

/**
 * The position at `share` (0 to 1) between two positions, degrees. Linear in longitude and latitude, the short way over the 180th
 * meridian: for steps between two reports.
 */
export function interpolate(lng1: number, lat1: number, lng2: number, lat2: number, share: number): [lng: number, lat: number] {
  let dLng = lng2 - lng1;
  if (dLng > 180) dLng -= 360;
  else if (dLng < -180) dLng += 360;
  let lng = lng1 + dLng * share;
  if (lng > 180) lng -= 360;
  else if (lng < -180) lng += 360;
  return [lng, lat1 + (lat2 - lat1) * share];
}
