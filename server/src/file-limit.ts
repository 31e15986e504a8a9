/** Without a known limit: the usual soft limit of Linux. */
const DEFAULT_FILES = 1_024;
/** Files for the database, stored files, links to platforms and subordinate connections. */
const RESERVE_SHARE = 0.1;
const MIN_RESERVE = 200;
/** Share of the rest for console and calls; terminals have the others. */
const HTTP_SHARE = 0.25;
/** Shares of one address. A whole fleet may be behind one NAT; the gateway replaces silent connections. */
const ADDRESS_SHARES = { gateway: 1, http: 0.25 } as const;

export type ConnectionLimits = { readonly connections: number; readonly connectionsPerAddress: number };

/** Open files that the operating system allows this process. */
export function readFileLimit(): number {
  if (process.report) {
    // looking up the network takes long
    Object.assign(process.report, { excludeNetwork: true });
    const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } };
    const soft = userLimits?.open_files?.soft;
    if (soft === 'unlimited') return Number.MAX_SAFE_INTEGER;
    if (soft !== undefined) return soft;
  }
  return DEFAULT_FILES;
}

/**
 * Divides the files of the process among terminals, console and the rest, so that a flood of connections to one part leaves the
 * others and the database alone. `most`: limits beyond which more files change nothing.
 */
export function divideFiles(
  files: number,
  most: { readonly gateway: ConnectionLimits; readonly http: ConnectionLimits },
): { readonly gateway: ConnectionLimits; readonly http: ConnectionLimits } {
  const free = Math.max(0, files - Math.max(MIN_RESERVE, Math.ceil(files * RESERVE_SHARE)));
  const part = (name: 'gateway' | 'http', share: number): ConnectionLimits => {
    const connections = Math.max(1, Math.min(most[name].connections, Math.floor(free * share)));
    const perAddress = Math.max(1, Math.floor(connections * ADDRESS_SHARES[name]));
    return { connections, connectionsPerAddress: Math.min(most[name].connectionsPerAddress, perAddress) };
  };
  return { gateway: part('gateway', 1 - HTTP_SHARE), http: part('http', HTTP_SHARE) };
}
