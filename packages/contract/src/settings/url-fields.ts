/** Placeholders of the address service's URL: degrees in WGS-84, GCJ-02 and BD-09. */
export const ADDRESS_URL_FIELDS = ['lng', 'lat', 'gcjLng', 'gcjLat', 'bdLng', 'bdLat'] as const;
/** Placeholders of a tile URL. */
export const TILE_URL_FIELDS = ['z', 'x', 'y'] as const;
