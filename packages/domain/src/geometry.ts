/** Mean earth radius. */
const EARTH_KM = 6371;
export const EARTH_M = EARTH_KM * 1000;
/** Radians of a degree. */
export const RAD = Math.PI / 180;
/** Metres of a degree along a meridian. */
export const METRES_A_DEGREE = EARTH_M * RAD;
/** Beyond it a Web Mercator map ends. */
const MAX_LAT = 85;

/** Latitude on a Mercator map whose unit is a degree of longitude: edges are straight as they were drawn, and distances true but for a factor. */
export function mercatorLat(lat: number): number {
  // one place is asked about many areas, one after the other
  if (lat === lastLat) return lastMercator;
  const within = Math.min(Math.max(lat, -MAX_LAT), MAX_LAT);
  lastLat = lat;
  lastMercator = Math.log(Math.tan(Math.PI / 4 + (within * RAD) / 2)) / RAD;
  return lastMercator;
}
let lastLat = 0;
let lastMercator = 0;

/**
 * Great-circle distance in km between two WGS-84 positions in degrees (haversine on a sphere: within 0.5 % of the
 * ellipsoid, exact to well under a metre at the distances between two reports).
 */
export function greatCircleKm(lng1: number, lat1: number, lng2: number, lat2: number): number {
  const sinLat = Math.sin((lat2 - lat1) * RAD * 0.5);
  const sinLng = Math.sin((lng2 - lng1) * RAD * 0.5);
  const h = sinLat * sinLat + Math.cos(lat1 * RAD) * Math.cos(lat2 * RAD) * sinLng * sinLng;
  // Rounding may lift h a hair over 1 for antipodes; asin would answer NaN.
  return 2 * EARTH_KM * Math.asin(Math.sqrt(Math.min(h, 1)));
}

/** Initial course from the first position to the second, degrees 0 (inclusive) to 360 (exclusive), 0 is north, clockwise. */
export function bearing(lng1: number, lat1: number, lng2: number, lat2: number): number {
  const dLng = (lng2 - lng1) * RAD;
  const cosLat2 = Math.cos(lat2 * RAD);
  const y = Math.sin(dLng) * cosLat2;
  const x = Math.cos(lat1 * RAD) * Math.sin(lat2 * RAD) - Math.sin(lat1 * RAD) * cosLat2 * Math.cos(dLng);
  const degrees = (Math.atan2(y, x) / RAD + 360) % 360;
  return degrees === 360 ? 0 : degrees;
}

/**
 * The position at `share` (0 to 1) of the way between two positions, degrees. Straight in longitude and latitude, the short
 * way over the 180th meridian: meant for the steps between two reports, not for oceans.
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
