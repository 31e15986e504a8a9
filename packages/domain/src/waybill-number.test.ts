import { describe, expect, it } from 'vitest';
import { waybillNumber } from './waybill-number.ts';

describe('the waybill number', () => {
  it.each([
    ['运单号：YD20260314-0007；货物：钢材', 'YD20260314-0007'],
    ['货物：液氯，电子运单编号 440100123456789', '440100123456789'],
    ['{"waybillNo":"WB_2026/88","goods":"汽油"}', 'WB_2026/88'],
    ['<shippingNoteNumber>TYD2026001</shippingNoteNumber>', 'TYD2026001'],
    ['Waybill No. ab-1234, steel', 'ab-1234'],
    ['托运单号=T2026001', 'T2026001'],
    // the trade's number before any other
    ['单号: 99999, 运单号: A1234', 'A1234'],
    ['SF1234567890', 'SF1234567890'],
  ])('of %s is %s', (text, number) => expect(waybillNumber(text)).toBe(number));

  it.each([
    '京津普货',
    '',
    '运单号：',
    '运单号：暂无',
    '单号：no-number',
    'Waybill No. 12',
    `运单号：${'1'.repeat(41)}`,
    '起运地 310000，目的地 320000',
  ])('is null for %s', (text) => expect(waybillNumber(text)).toBeNull());
});
