import { create } from 'zustand';

/** What the map shows, for whoever must save it: the page that has a map writes it, logging out reads it. WGS-84 degrees. */
export type MapView = { readonly center: readonly [lng: number, lat: number]; readonly zoom: number };

export const useMapState = create<{ readonly view: MapView | null }>(() => ({ view: null }));
