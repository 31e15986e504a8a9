import { describe, expect, it } from 'vitest';
import { displayName } from './display-maps.ts';

describe('display maps', () => {
  it('platform standard: 0 is the 2011 standard, other values are 2019', () => {
    expect([0, 1, 2, -1].map((n) => displayName('platformStandard', n))).toEqual(['2011', '2019', '2019', '2019']);
  });
  it('encryption: 0 is unencrypted, other values are encrypted', () => {
    expect([0, 1, 9].map((n) => displayName('encryption', n))).toEqual(['unencrypted', 'encrypted', 'encrypted']);
  });
  it('link status: 0 is not linked now, other values are link immediately', () => {
    expect([0, 1, 9].map((n) => displayName('linkStatus', n))).toEqual(['notLinked', 'immediate', 'immediate']);
  });
  it('audio sampling rate: 0, 1, 2 are 8, 22.05, 44.1 kHz, other values are 48 kHz', () => {
    expect([0, 1, 2, 3, 9].map((n) => displayName('audioSamplingRate', n))).toEqual(['8k', '22k', '44k', '48k', '48k']);
  });
  it('icon type: 1 camera, 2 network camera, 3 sensor, other values have no name', () => {
    expect([1, 2, 3, 0, 4].map((n) => displayName('iconType', n))).toEqual(['camera', 'networkCamera', 'sensor', null, null]);
  });
  it('yuntai: 0 is no, other values are yes', () => {
    expect([0, 1, 9].map((n) => displayName('yuntai', n))).toEqual(['no', 'yes', 'yes']);
  });
  it('risk level: 0 no risk, 1 high, 2 medium, other values are low', () => {
    expect([0, 1, 2, 3, 9].map((n) => displayName('riskLevel', n))).toEqual(['none', 'high', 'medium', 'low', 'low']);
  });
  it('plate colour: 1 blue, 2 yellow, 3 small yellow, 4 white, 5 green, other values are other', () => {
    expect([1, 2, 3, 4, 5, 0, 6, 9].map((n) => displayName('plateColour', n))).toEqual([
      'blue',
      'yellow',
      'smallYellow',
      'white',
      'green',
      'other',
      'other',
      'other',
    ]);
  });
  it('treats NaN like other numbers', () => {
    expect(displayName('riskLevel', Number.NaN)).toBe('low');
  });
});
