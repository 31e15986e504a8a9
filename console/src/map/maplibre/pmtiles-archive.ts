import { addProtocol } from 'maplibre-gl';
import { PMTiles, Protocol, TileType } from 'pmtiles';
import { MapUnavailable } from '../map-provider.ts';

/** Metadata of a tile archive, or of a remote vector source. */
export type TileArchive = {
  /** URL of an archive. */
  readonly url?: string;
  /** URL templates of a remote source. */
  readonly tiles?: string[];
  readonly vector: boolean;
  readonly maxZoom: number;
  /** Layer names of a vector archive. */
  readonly layers: readonly string[];
  /** What a remote source says of itself. */
  readonly attribution?: string;
};

let protocol: Protocol | null = null;

/** Opens a PMTiles archive on a file server with range requests. Rejects with `MapUnavailable` if it cannot be read. */
export async function openArchive(url: string): Promise<TileArchive> {
  if (!protocol) {
    protocol = new Protocol();
    addProtocol('pmtiles', protocol.tile);
  }
  const archive = new PMTiles(url);
  try {
    const header = await archive.getHeader();
    const vector = header.tileType === TileType.Mvt;
    const metadata = vector ? ((await archive.getMetadata()) as { vector_layers?: { id: string }[] }) : {};
    protocol.add(archive);
    return {
      url: `pmtiles://${url}`,
      vector,
      maxZoom: header.maxZoom,
      layers: (metadata.vector_layers ?? []).map(({ id }) => id),
    };
  } catch (error) {
    throw new MapUnavailable(`tile archive ${url}: ${String(error)}`, 'blocked');
  }
}
