import type { BaseMapName } from '@fleetwarden/contract/settings/map-sources';

/** Content policy for a map. */
export type PageMap = {
  /** Map mode whose hosts are allowed (1 Baidu, 2 Amap, 3 Tencent); 0: none. */
  readonly mode: 0 | 1 | 2 | 3;
  /** The base map without a key whose source is allowed. */
  readonly baseMap: BaseMapName;
  /** Origins of that source. */
  readonly origins: readonly string[];
};

export const NO_MAP: PageMap = { mode: 0, baseMap: 'platform', origins: [] };

/**
 * Hosts and script permissions of each provider. All three evaluate code from text, so they need 'unsafe-eval'. See
 * docs/map-providers.md.
 */
const HOSTS: Record<1 | 2 | 3, readonly string[]> = {
  1: ['https://*.baidu.com', 'https://*.bdimg.com', 'https://*.bdstatic.com', 'https://*.bcebos.com'],
  2: ['https://*.amap.com', 'https://*.autonavi.com', 'https://*.is.autonavi.com'],
  3: ['https://*.qq.com', 'https://*.gtimg.com', 'https://*.qpic.cn'],
};

/** Adds a map's hosts to a policy; existing directives stay. */
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
