import i18next from 'i18next';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTexts } from '../../api/i18n.ts';
import { type RecorderReading, recorderTable } from './recorder-tables.ts';

beforeEach(() => startTexts('zh'));

const at = Date.parse('2026-11-21T06:22:00+08:00');
const tableOf = (command: number, said?: RecorderReading) =>
  recorderTable({ command, block: '', ...(said ? { said } : {}) }, { t: i18next.t, language: 'zh' });
const place = { lng: 113.2644, lat: 23.1291, altitudeM: 21 };

describe('data of a driving recorder', () => {
  it('are values with names, if the block has values', () => {
    expect(tableOf(5, { vin: 'LGWEF4A59GS000001', plate: '京A12345', plateClass: '黄牌' })?.rows).toEqual([
      ['车辆识别代号', 'LGWEF4A59GS000001'],
      ['号牌号码', '京A12345'],
      ['号牌分类', '黄牌'],
    ]);
    expect(tableOf(6, { clockAt: null, signals: ['制动', '左转'] })?.rows).toEqual([
      ['记录仪时间', ''],
      ['信号 D0', '制动'],
      ['信号 D1', '左转'],
    ]);
  });

  it('are speeds by second', () => {
    const table = tableOf(8, { records: [{ at, kmh: [60, null], signalBits: [0b1000_0001, 0] }] });
    expect(table?.titles).toEqual(['时间', '速度 (km/h)', '状态信号']);
    expect(table?.rows.map(([time, ...rest]) => [time!.slice(-8), ...rest])).toEqual([
      ['06:22:00', '60', '10000001'],
      ['06:22:01', '', '00000000'],
    ]);
  });

  it('are positions by minute', () => {
    const nowhere = { lng: null, lat: null, altitudeM: null };
    const rows = tableOf(9, { records: [{ at, places: [place, nowhere], kmh: [60, 0] }] })!.rows;
    expect(rows.map((cells) => cells.slice(1))).toEqual([
      ['113.264400', '23.129100', '21', '60'],
      ['', '', '', '0'],
    ]);
    expect(rows[1]![0]).toContain('06:23:00');
  });

  it('are speeds counted back from a stop', () => {
    const rows = tableOf(16, { records: [{ at, licenceNo: '1101', kmh: [0, 20, 30, 40, 50, 60], signalBits: [], place }] })!.rows;
    expect(rows[0]).toMatchObject([expect.stringContaining('06:22:00'), '1101', '0', '', '113.264400', '23.129100']);
    expect(rows[5]![0]).toContain('06:21:59');
  });

  it.each([
    [18, { at, licenceNo: '1101', event: 2 }, '退出'],
    [19, { at, event: 1 }, '通电'],
    [20, { at, event: 0x82 }, '82H'],
    [21, { at, event: 2, kmh: [60], referenceKmh: [58] }, '异常'],
  ])('have events with names (%i)', (command, record, name) => {
    expect(tableOf(command, { records: [record] })!.rows[0]).toContain(name);
  });

  it('have no table if the block could not be read', () => {
    expect(tableOf(8)).toBeNull();
  });
});
