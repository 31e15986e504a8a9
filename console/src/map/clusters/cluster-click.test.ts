import type { InitRecord } from '@fleetwarden/contract/live/live';
import { type Camera, mercatorX, mercatorY, worldSizeAt } from '@fleetwarden/domain/mercator';
import { describe, expect, it } from 'vitest';
import { initRecord } from '../../live/testing-records.ts';
import { VehicleStore } from '../../live/vehicle-store.ts';
import { palettes } from '../../ui/theme/theme.ts';
import { webMercator } from '../projection.ts';
import { VehicleLayer } from '../vehicles/vehicle-layer.ts';
import { openCluster } from './cluster-click.ts';

const camera: Camera = {
  x: mercatorX(108),
  y: mercatorY(35),
  worldSize: worldSizeAt(4),
  width: 1_440,
  height: 900,
  pixelRatio: 1,
};
const record = (i: number, x: number, y: number) => initRecord(String(i), { x, y });
const layerOf = (records: InitRecord[]) => {
  const store = new VehicleStore();
  store.applyInit(records);
  store.endInit();
  const layer = new VehicleLayer(store, palettes.light);
  layer.sync(camera);
  return { store, layer };
};

describe('openCluster', () => {
  it('moves to a view that its vehicles fill', () => {
    const { layer } = layerOf(Array.from({ length: 80 }, (_, i) => record(i, 116 + (i % 9) / 8, 39.5 + Math.floor(i / 9) / 8)));
    const opened = openCluster(layer, layer.clusters.rings()[0]!, camera, webMercator);
    expect(opened).toHaveProperty('position');
    const { lng, lat, zoom } = (opened as { position: { lng: number; lat: number; zoom: number } }).position;
    expect([lng, lat]).toEqual([expect.closeTo(116.5, 6), expect.closeTo(40, 1)]);
    expect(zoom).toBeGreaterThan(8);
    expect(zoom).toBeLessThan(9.5);
  });

  it('returns the vehicles if all are at one place, nearest to the centre first', () => {
    const { store, layer } = layerOf(Array.from({ length: 80 }, (_, i) => record(i, 116 + i * 1e-6, 39.9)));
    const opened = openCluster(layer, layer.clusters.rings()[0]!, camera, webMercator);
    const ids = (opened as { rows: number[] }).rows.map((row) => store.idOf(row));
    expect(ids).toHaveLength(80);
    expect(ids.slice(0, 2).sort()).toEqual(['39', '40']);
  });

  it('zooms in by two steps for a cluster from the server, because the distances are unknown', () => {
    const { store, layer } = layerOf([record(1, 116, 39.9)]);
    store.applyGps({ data: [], cells: [[116, 39.9, [0, 0, 5_000, 0, 0, 0, 0], []]] });
    layer.sync(camera);
    const opened = openCluster(layer, layer.clusters.rings()[0]!, camera, webMercator);
    expect(opened).toEqual({ position: { lng: expect.closeTo(116, 6), lat: expect.closeTo(39.9, 6), zoom: 6 } });
  });

  it('draws a selected vehicle separately, outside its cluster', () => {
    const { store, layer } = layerOf(Array.from({ length: 80 }, (_, i) => record(i, 116 + i / 1_000, 39.9)));
    expect([layer.count, layer.clusters.rings()[0]!.count]).toEqual([0, 80]);
    layer.setSelected(new Set(['7']));
    layer.sync(camera);
    expect([layer.count, layer.drawn(store.rowOf('7')), layer.clusters.rings()[0]!.count]).toEqual([1, true, 79]);
    layer.setSelected(new Set());
    layer.sync(camera);
    expect([layer.count, layer.clusters.rings()[0]!.count]).toEqual([0, 80]);
  });
});
