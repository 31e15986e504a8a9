/** What may stand in the address of the address service: WGS-84 degrees, those of GCJ-02 and of the Baidu system. */
export const ADDRESS_URL_FIELDS = ['lng', 'lat', 'gcjLng', 'gcjLat', 'bdLng', 'bdLat'] as const;
/** What stands in the address of a source of tiles. */
export const TILE_URL_FIELDS = ['z', 'x', 'y'] as const;
