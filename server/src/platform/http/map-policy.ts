/** What the console's page is opened for. */
export type PageMap = {
  /** The map mode whose hosts it may load from (1 Baidu, 2 Amap, 3 Tencent); 0: none. */
  readonly mode: 0 | 1 | 2 | 3;
  /** Origins of the platform's own source of tiles. */
  readonly origins: readonly string[];
};

export const NO_MAP: PageMap = { mode: 0, origins: [] };

/**
 * Whom a provider's map asks, and what its script needs beyond: all three keep parts of themselves as text and evaluate it, so
 * 'unsafe-eval' is open while they are. See docs/map-providers.md.
 */
const HOSTS: Record<1 | 2 | 3, readonly string[]> = {
  1: ['https://*.baidu.com', 'https://*.bdimg.com', 'https://*.bdstatic.com', 'https://*.bcebos.com'],
  2: ['https://*.amap.com', 'https://*.autonavi.com', 'https://*.is.autonavi.com'],
  3: ['https://*.qq.com', 'https://*.gtimg.com', 'https://*.qpic.cn'],
};

/** The policy of a page with what its map needs; each directive keeps what it has. */
export function widenPolicy(policy: string, { mode, origins }: PageMap): string {
  const hosts = mode === 0 ? [] : HOSTS[mode];
  const added: Readonly<Record<string, readonly string[]>> = {
    'script-src': mode === 0 ? [] : [...hosts, "'unsafe-eval'"],
    'style-src': hosts,
    'img-src': [...hosts, ...origins],
    'font-src': hosts,
    'connect-src': [...hosts, ...origins],
  };
  return policy
    .split(';')
    .map((directive) => {
      const [name = ''] = directive.trim().split(/\s+/);
      const more = added[name] ?? [];
      return more.length === 0 ? directive : `${directive} ${more.join(' ')}`;
    })
    .join(';');
}
