import type { BaseMap } from './map-provider.ts';

/** A snapshot of a base map that was returned: it keeps its last view and ignores all calls. */
export function freezeMapView(base: BaseMap): BaseMap {
  const [camera, position, bounds] = [base.camera(), base.position(), base.bounds()];
  const nothing = () => {};
  return {
    projection: base.projection,
    grounds: ['normal'],
    camera: () => camera,
    position: () => position,
    bounds: () => bounds,
    search: async () => [],
    addressOf: async () => null,
    moveTo: nothing,
    zoomBy: nothing,
    fitBounds: nothing,
    home: nothing,
    resize: nothing,
    remove: nothing,
    restyle: nothing,
    setGround: nothing,
    setPointer: nothing,
    setGestures: nothing,
  };
}
