import { Map as MapLibre } from 'maplibre-gl';
import { baseStyle } from '../../console/src/map/maplibre/base-style.ts';
// For its worker and style sheet.
import '../../console/src/map/maplibre/maplibre-provider.ts';
import { palettes } from '../../console/src/ui/theme/theme.ts';

/** The usual way: parse the message in the page, keep the vehicles in a map, rebuild the collection, give it to the source. */
export function openGeoJsonMap(bench, kind, container) {
  const map = new MapLibre({
    container,
    style: baseStyle(palettes.light, 'zh'),
    bounds: [73.5, 17.5, 135, 53.6],
    fadeDuration: 0,
  });
  const vehicles = new Map();
  map.on('load', () => {
    map.addSource('vehicles', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } });
    if (kind === 'circle')
      map.addLayer({ id: 'v', type: 'circle', source: 'vehicles', paint: { 'circle-radius': 5, 'circle-color': '#16A06A' } });
    else {
      map.addImage('arrow', arrow());
      map.addLayer({
        id: 'v',
        type: 'symbol',
        source: 'vehicles',
        layout: {
          'icon-image': 'arrow',
          'icon-rotate': ['get', 'd'],
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        },
      });
    }
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/gpsmsg/receive/bench`);
    socket.onopen = () => {
      bench.ready = true;
    };
    socket.onmessage = ({ data }) => {
      const start = performance.now();
      const message = JSON.parse(data);
      for (const record of message.data) vehicles.set(record.tid, record);
      const features = [...vehicles.values()].map((v) => ({
        type: 'Feature',
        properties: { tid: v.tid, d: v.d, status: v.status },
        geometry: { type: 'Point', coordinates: [v.x, v.y] },
      }));
      map.getSource('vehicles').setData({ type: 'FeatureCollection', features });
      bench.updates.push({ receive: performance.now() - start });
      // Its tiles are cut and uploaded in later tasks; idle says that the map is through with them.
      map.once('idle', bench.done);
    };
  });
}

function arrow() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 24;
  const context = canvas.getContext('2d');
  context.fillStyle = '#16A06A';
  context.beginPath();
  context.moveTo(12, 2);
  context.lineTo(19, 20);
  context.lineTo(12, 16);
  context.lineTo(5, 20);
  context.fill();
  return context.getImageData(0, 0, 24, 24);
}
