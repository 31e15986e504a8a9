import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/** Settings of the embedded PostgreSQL for a steady stream of positions beside the server on the same machine. Durability stays at its strict default. */
export function productionSettings(): Record<string, string> {
  const eighth = Math.floor(totalmem() / 8 / MIB);
  return {
    shared_buffers: `${Math.min(Math.max(eighth, 64), 1024)}MB`,
    // fewer, longer checkpoints: full-page images are most of the log's volume under a position stream
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    // compiling short queries costs more than it saves
    jit: 'off',
    max_connections: '60',
  };
}
