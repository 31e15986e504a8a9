import type { TFunction } from 'i18next';
import { notify } from '../api/feedback.ts';
import { MapServiceFault, type Place } from './map-provider.ts';

/** Searches places with the map's provider. Shows a notice if there are none or the service fails (specification 8). */
export async function findPlaces(map: { search(text: string): Promise<Place[]> }, text: string, t: TFunction): Promise<Place[]> {
  try {
    const places = await map.search(text);
    if (places.length === 0) notify('warning', t('map.notFound'));
    return places;
  } catch (error) {
    if (!(error instanceof MapServiceFault)) throw error;
    notify('error', t(error.fault === 'refused' ? 'map.searchRefused' : 'map.searchFailed'));
    return [];
  }
}
