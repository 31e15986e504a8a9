import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/** Settings for a steady stream of positions, with the server on the same machine. Durability keeps its strict default. */
export function productionSettings(): Record<string, string> {
  const eighth = Math.floor(totalmem() / 8 / MIB);
  return {
    shared_buffers: `${Math.min(Math.max(eighth, 64), 1024)}MB`,
    // Fewer, longer checkpoints: full-page images are most of the WAL volume.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    // JIT compilation of short queries costs more than it saves.
    jit: 'off',
    max_connections: '60',
  };
}
