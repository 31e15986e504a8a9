import { freezeMapView } from './frozen-map-view.ts';
import { lendMap } from './map-host.ts';
import type { BaseMap, BaseMapEvents, MapPosition, MapProvider } from './map-provider.ts';
import type { MapPalette } from './palette.ts';

/** The place of the base map below a page's layers. */
export type BaseSlot = {
  readonly base: BaseMap;
  /** The element of the base map; null while there is none. */
  readonly holder: HTMLElement | null;
  open(provider: MapProvider, position: MapPosition | null): void;
  /** Opens another provider's map at the same position. If that throws, the frozen view of the previous one remains. */
  replace(provider: MapProvider): void;
  /** Returns the base map to the host; a frozen view of it remains. */
  leave(): void;
};

/** Creates an empty slot; `base` is available after `open`. */
export function createBaseSlot(
  container: HTMLElement,
  look: () => { readonly palette: MapPalette; readonly language: string },
  events: BaseMapEvents,
): BaseSlot {
  let base: BaseMap | null = null;
  let holder: HTMLElement | null = null;
  const slot: BaseSlot = {
    get base() {
      return base!;
    },
    get holder() {
      return holder;
    },
    open(provider, position) {
      const lent = lendMap({ provider, container, ...look(), position, events });
      holder = lent.holder;
      base = lent.base;
    },
    replace(provider) {
      const position = slot.base.position();
      // until the next map is open, vehicles stay over the frozen view
      slot.leave();
      slot.open(provider, position);
    },
    leave() {
      const frozen = freezeMapView(slot.base);
      slot.base.remove();
      base = frozen;
      holder = null;
    },
  };
  return slot;
}
