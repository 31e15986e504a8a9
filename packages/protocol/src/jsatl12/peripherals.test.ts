import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../hex.ts';
import {
  decodePeripheralQuery,
  encodePeripheralQuery,
  encodePeripheralReports,
  PERIPHERAL_DATA,
  readPeripheralReports,
} from './peripherals.ts';

const ascii = (text: string): string => toHex(new TextEncoder().encode(text));
const prefixed = (hex: string): string => (hex.length / 2).toString(16).padStart(2, '0') + hex;

describe('peripherals of T/JSATL 12', () => {
  it('are listed in a query', () => {
    expect(toHex(encodePeripheralQuery([0x64, 0x65]))).toBe('026465');
    expect(decodePeripheralQuery(fromHex('026465'))).toEqual([0x64, 0x65]);
  });

  it('report their state and faults', () => {
    const hex = '026405' + '0100000000' + '6505' + '0400000c01';
    const reports = [
      { peripheral: 0x64, workState: 1, faultBits: 0 },
      { peripheral: 0x65, workState: 4, faultBits: 0xc01 },
    ];
    expect(readPeripheralReports(PERIPHERAL_DATA.status, fromHex(hex))).toEqual(reports);
    expect(toHex(encodePeripheralReports(PERIPHERAL_DATA.status, reports))).toBe(hex);
  });

  it('report their identity, with texts in GBK', () => {
    const texts = ['b9abcbbe', ascii('AS-1'), ascii('V1.0'), ascii('2.3'), ascii('S1'), ''].map(prefixed).join('');
    const hex = `0167${prefixed(texts)}`;
    const reports = [
      { peripheral: 0x67, company: '公司', product: 'AS-1', hardware: 'V1.0', firmware: '2.3', device: 'S1', customer: '' },
    ];
    expect(readPeripheralReports(PERIPHERAL_DATA.system, fromHex(hex))).toEqual(reports);
    expect(toHex(encodePeripheralReports(PERIPHERAL_DATA.system, reports))).toBe(hex);
  });

  it('are not read from data of another kind, truncated data, or reports of another length', () => {
    for (const [kind, hex] of [
      [0x41, '0164050100000000'],
      [0xf7, ''],
      [0xf7, '0264050100000000'],
      [0xf7, '016406010000000000'],
      [0xf8, '01640301410000'],
    ] as const)
      expect([hex, readPeripheralReports(kind, fromHex(hex))]).toEqual([hex, null]);
  });
});
