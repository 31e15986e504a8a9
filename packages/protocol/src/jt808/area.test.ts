import { describe, expect, it } from 'vitest';
import { toHex } from '../hex.ts';
import { encodeCircle, encodePolygon, encodeRectangle, encodeRoute, type PolygonInput } from './area.ts';
import type { Content, Version } from './index.ts';
import { encodeBody } from './message.ts';

const silent = { inDriver: false, inPlat: false, outDriver: false, outPlat: false };
const open = { ...silent, forbidDoor: false, closeComm: false, collectGnss: false };
const circle = { ...open, areaNo: 7, name: '车场', lng: 121.473701, lat: 31.230416, radius: 500 };
const hex = (content: Content, version: Version) => toHex(encodeBody(content, version));

describe('an area for a terminal', () => {
  it('sets a bit for each option', () => {
    expect(encodeCircle(circle).attributes).toBe(0);
    expect(encodeCircle({ ...circle, inDriver: true, outPlat: true }).attributes).toBe(0b100100);
    expect(encodeCircle({ ...circle, inPlat: true, outDriver: true }).attributes).toBe(0b011000);
    expect(encodeCircle({ ...circle, forbidDoor: true, closeComm: true, collectGnss: true }).attributes).toBe(0xc100);
    expect(encodeCircle({ ...circle, lng: -70.5, lat: -33.4 })).toMatchObject({
      attributes: 0xc0,
      latitude: 33.4,
      longitude: 70.5,
    });
  });

  it('is valid between two times, or every day at fixed hours, in GMT+8', () => {
    const days = { mode: 1, start: Date.UTC(2026, 0, 31, 16), end: Date.UTC(2026, 1, 28, 15, 59, 59) } as const;
    expect(encodeCircle({ ...circle, times: days })).toMatchObject({
      attributes: 1,
      startTime: '260201000000',
      endTime: '260228235959',
    });
    const hours = { mode: 2, start: '22:00', end: '05:30' } as const;
    expect(encodeCircle({ ...circle, times: hours })).toMatchObject({
      attributes: 1,
      startTime: '000000220000',
      endTime: '000000053000',
    });
  });

  it('has night speed and name only in the 2019 version', () => {
    const speed = { maxSpeed: 60, overDuration: 10, nightMaxSpeed: 45 };
    const content: Content = { type: 'setCircles', body: { action: 1, items: [encodeCircle({ ...circle, speed })] } };
    const before = '010100000007000201dc89d0073d8aa5000001f4003c0a';
    expect(hex(content, 2011)).toBe(before);
    expect(hex(content, 2013)).toBe(before);
    expect(hex(content, 2019)).toBe(`${before}002d0004b3b5b3a1`);
    const alike = encodeCircle({ ...circle, speed: { maxSpeed: 60, overDuration: 10 } });
    expect(hex({ type: 'setCircles', body: { action: 1, items: [alike] } }, 2019)).toBe(`${before}003c0004b3b5b3a1`);
  });

  it('is encoded as a rectangle from its upper left to its lower right corner, in every hemisphere', () => {
    const sides = { west: -71, south: -34, east: -70, north: -33 };
    expect(encodeRectangle({ ...open, areaNo: 1, name: '', ...sides })).toMatchObject({
      attributes: 0xc0,
      top: 33,
      left: 71,
      bottom: 34,
      right: 70,
    });
  });

  it('is encoded as a polygon of its points in order', () => {
    const points = [
      { lng: 1, lat: 2 },
      { lng: 3, lat: 4 },
      { lng: 5, lat: 1 },
    ];
    const polygon: PolygonInput = { ...open, areaNo: 9, name: '', points };
    expect(encodePolygon(polygon).vertices).toEqual([
      { latitude: 2, longitude: 1 },
      { latitude: 4, longitude: 3 },
      { latitude: 1, longitude: 5 },
    ]);
  });

  it('is encoded as a route with times, limits and hemispheres per segment', () => {
    const corners = [
      { lng: 0.5, lat: 1, width: 20, minSec: 60, speed: { maxSpeed: 80, overDuration: 5 } },
      { lng: -0.5, lat: -1, width: 30, maxSec: 600 },
      { lng: 1, lat: 1, width: 30 },
    ];
    const route = encodeRoute({ ...silent, areaNo: 3, name: '去程', inPlat: true, corners });
    expect(route).toMatchObject({ id: 3, attributes: 0b1000, name: '去程' });
    expect(route.corners).toEqual([
      {
        id: 1,
        segmentId: 1,
        latitude: 1,
        longitude: 0.5,
        widthM: 20,
        attributes: 3,
        tooLongS: 65_535,
        tooShortS: 60,
        maxSpeedKmh: 80,
        overspeedS: 5,
        nightMaxSpeedKmh: 80,
      },
      { id: 2, segmentId: 2, latitude: 1, longitude: 0.5, widthM: 30, attributes: 0b1101, tooLongS: 600, tooShortS: 0 },
      { id: 3, segmentId: 3, latitude: 1, longitude: 1, widthM: 30, attributes: 0 },
    ]);
  });
});
