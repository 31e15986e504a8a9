import { expect, it } from 'vitest';
import { NO_MAP, widenPolicy } from './map-policy.ts';

const policy =
  "default-src 'self';script-src 'self';script-src-attr 'none';img-src 'self' data:;connect-src 'self' ws:;object-src 'none'";
const directive = (text: string, name: string) => text.split(';').find((part) => part.startsWith(`${name} `));

it('without a map provider the policy is unchanged', () => {
  expect(widenPolicy(policy, NO_MAP)).toBe(policy);
});

it.each([
  [1, 'https://*.baidu.com', ['amap', 'qq.com']],
  [2, 'https://*.amap.com', ['baidu', 'qq.com']],
  [3, 'https://*.qq.com', ['baidu', 'amap']],
] as const)('map mode %i allows its own hosts and no hosts of other providers', (mode, host, others) => {
  const open = widenPolicy(policy, { ...NO_MAP, mode });
  for (const name of ['script-src', 'img-src', 'connect-src']) expect(directive(open, name)).toContain(host);
  expect(directive(open, 'script-src')).toContain("'self'");
  for (const other of others) expect(open).not.toContain(other);
  // inline scripts never run, with any map
  expect(open).not.toContain("'unsafe-inline'");
  expect([directive(open, 'default-src'), directive(open, 'script-src-attr'), directive(open, 'object-src')]).toEqual([
    "default-src 'self'",
    "script-src-attr 'none'",
    "object-src 'none'",
  ]);
});

it('a map source of the platform may provide images and data, but no scripts', () => {
  const open = widenPolicy(policy, { ...NO_MAP, origins: ['https://*.tiles.example'] });
  expect(directive(open, 'img-src')).toBe("img-src 'self' data: https://*.tiles.example");
  expect(directive(open, 'connect-src')).toBe("connect-src 'self' ws: https://*.tiles.example");
  expect(directive(open, 'script-src')).toBe("script-src 'self'");
});
