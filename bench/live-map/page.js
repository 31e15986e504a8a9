import { zh } from '@fleetwarden/locale/zh/index';
import i18next from 'i18next';
import { createElement, createRef } from 'react';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { connectLive } from '../../console/src/live/connection.ts';
import { VehicleStore } from '../../console/src/live/vehicle-store.ts';
import { MapView } from '../../console/src/map/MapView.tsx';
import { VehicleLayer } from '../../console/src/map/vehicles/vehicle-layer.ts';
import { applyTheme } from '../../console/src/ui/theme/theme.ts';
import { openGeoJsonMap } from './geojson-way.js';
import '../../console/src/ui/theme/base.css';

/**
 * ?way=layer: the console's own way (&clusters=0: with every vehicle drawn); circle, symbol: the peers' way, a GeoJSON source made anew with each update.
 * Also ?dark=1, ?selected=<id>, ?at=<lng>,<lat>,<zoom>. `window.bench` tells what happened.
 */
const query = new URLSearchParams(location.search);
const way = query.get('way') ?? 'layer';
const dark = query.get('dark') === '1';

const bench = { ready: false, updates: [], map: createRef(), store: null, picked: [] };
window.bench = bench;
const done = new WebSocket(`${location.origin.replace('http', 'ws')}/done`);
/** Tells the feed that an update is through. */
bench.done = () => done.send('');

applyTheme({ mode: dark ? 'dark' : 'light', colour: '', size: 'default' });

/** Adds the time of each call of a method to `bench.current`, the update under way. */
function timed(owner, method) {
  const original = owner[method];
  owner[method] = function (...args) {
    const start = performance.now();
    const result = original.apply(this, args);
    if (bench.current) bench.current[method] = (bench.current[method] ?? 0) + performance.now() - start;
    return result;
  };
}

async function openLayer() {
  // From the socket's worker: reading the message and filling the store. Then the marker buffers, and the draw that uploads them.
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    set onmessage(listener) {
      super.onmessage = (event) => {
        const start = performance.now();
        listener(event);
        if (event.data.kind !== 'gps') return;
        bench.current = { receive: performance.now() - start };
        bench.updates.push(bench.current);
      };
    }
  };
  timed(VehicleLayer.prototype, 'sync');
  const draw = VehicleLayer.prototype.draw;
  VehicleLayer.prototype.draw = function (...args) {
    const start = performance.now();
    draw.apply(this, args);
    if (bench.current?.sync === undefined || bench.current.draw !== undefined) return;
    bench.current.draw = performance.now() - start;
    // After the frame: the plates are drawn in it, too.
    setTimeout(bench.done);
  };
  await i18next.use(initReactI18next).init({ lng: 'zh', resources: { zh: { translation: zh } } });
  const store = new VehicleStore();
  bench.store = store;
  const [lng, lat, zoom] = (query.get('at') ?? '').split(',').map(Number);
  const root = document.getElementById('root');
  const selected = (query.get('selected') ?? '').split(',').filter(Boolean);
  createRoot(root).render(
    createElement(MapView, {
      store,
      selected,
      dark,
      smooth: query.get('smooth') !== '0',
      clusters: query.get('clusters') !== '0',
      ref: bench.map,
      position: Number.isFinite(zoom) ? { lng, lat, zoom } : null,
      onSelect: (id) => bench.picked.push([id]),
      onSelectMany: (ids) => bench.picked.push(ids),
    }),
  );
  connectLive({
    prefix: 'bench',
    store,
    delayMs: 0,
    onState: (state) => {
      bench.ready = state.init === 2;
    },
  });
}

if (way === 'layer') await openLayer();
else openGeoJsonMap(bench, way, document.getElementById('root'));
