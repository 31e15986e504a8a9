import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS } from '@fleetwarden/domain/durations';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isExternalAddress } from '../../platforms/index.ts';
import { ADDRESS_MAX, SERVICE_A_MINUTE, SERVICE_AT_ONCE } from '../limits.ts';
import { type AskService, addressIn, addressUrl, createAskService } from './address-service.ts';
import { createAddresses } from './addresses.ts';

const none = async () => '';

describe('addresses from the boundaries', () => {
  const addresses = createAddresses({ serviceUrl: none, cacheDays: async () => 30 });

  it.each([
    [114.0579, 22.5431, '广东省深圳市'],
    [121.4737, 31.2304, '上海市黄浦区'],
    // since the boundaries were drawn this became a part of another district
    [116.3625, 39.8936, '北京市西城区'],
    [112.1225, 32.009, '湖北省襄阳市'],
    [113.4536, 30.3645, '湖北省仙桃市'],
    [114.17, 22.28, '香港特别行政区'],
    [113.545, 22.19, '澳门特别行政区'],
    [87.6168, 43.8256, '新疆维吾尔自治区乌鲁木齐市'],
  ])('%s, %s lies in %s', async (lng, lat, address) => {
    expect(await addresses.of(lng, lat, 'zh')).toBe(address);
  });

  it.each([
    [114.0579, 22.5431, 'Shenzhen, Guangdong'],
    [121.4737, 31.2304, 'Huangpu, Shanghai'],
    [114.17, 22.28, 'Hong Kong'],
    [87.6168, 43.8256, 'Ürümqi, Xinjiang'],
    [109.738, 28.314, 'Xiangxi, Hunan'],
    [111.67, 40.82, 'Hohhot, Inner Mongolia'],
  ])('%s, %s has Latin names in languages without Chinese: %s', async (lng, lat, address) => {
    expect(await Promise.all((['en', 'es', 'ja'] as const).map((language) => addresses.of(lng, lat, language)))).toEqual(
      Array.from({ length: 3 }, () => address),
    );
  });

  it.each([
    [0, 0],
    [139.6917, 35.6895],
    [125, 28],
    [180, 90],
  ])('at %s, %s the address is unknown', async (lng, lat) => {
    expect(await addresses.of(lng, lat, 'zh')).toBeNull();
  });
});

describe('a configured address service', () => {
  const TEMPLATE = 'https://maps.example/reverse?x={lng}&y={lat}';
  const setUp = (ask: AskService) => {
    const clock = { now: 1_000 };
    const asked = vi.fn(ask);
    const failed = vi.fn();
    const addresses = createAddresses({
      serviceUrl: async () => TEMPLATE,
      cacheDays: async () => 30,
      ask: asked,
      failed,
      now: () => clock.now,
    });
    return { addresses, asked, failed, clock };
  };

  it('returns streets', async () => {
    const { addresses, asked } = setUp(async () => '深圳市南山区科技路1号');
    expect(await addresses.of(113.95, 22.54, 'zh')).toBe('深圳市南山区科技路1号');
    expect(asked).toHaveBeenCalledExactlyOnceWith(TEMPLATE, 113.95, 22.54, 'zh');
  });

  it('is queried once per place, and again after the cache days of the setting', async () => {
    const { addresses, asked, clock } = setUp(async () => 'somewhere');
    await addresses.of(113.95, 22.54, 'zh');
    await addresses.of(113.950001, 22.54, 'zh');
    expect(asked).toHaveBeenCalledOnce();
    await addresses.of(113.96, 22.54, 'zh');
    clock.now += 29 * DAY_MS;
    await addresses.of(113.95, 22.54, 'zh');
    expect(asked).toHaveBeenCalledTimes(2);
    clock.now += DAY_MS + 1;
    await addresses.of(113.95, 22.54, 'zh');
    expect(asked).toHaveBeenCalledTimes(3);
  });

  it('is queried once per language', async () => {
    const { addresses, asked } = setUp(async (_template, _lng, _lat, language) =>
      language === 'zh' ? '科技路1号' : '1 Keji Road',
    );
    for (const [language, address] of [
      ['zh', '科技路1号'],
      ['en', '1 Keji Road'],
      ['zh', '科技路1号'],
    ] as const)
      expect(await addresses.of(113.95, 22.54, language)).toBe(address);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it.each(['knows nothing', 'fails'])('falls back to the boundaries if it %s', async (how) => {
    const { addresses, failed } = setUp(async () => {
      if (how === 'fails') throw new Error('away');
      return null;
    });
    expect(await addresses.of(114.0579, 22.5431, 'zh')).toBe('广东省深圳市');
    expect(failed).toHaveBeenCalledTimes(how === 'fails' ? 1 : 0);
  });

  it('is not queried above the limit per minute', async () => {
    const { addresses, asked, clock } = setUp(async () => 'a street');
    for (let i = 0; i < SERVICE_A_MINUTE; i++) await addresses.of(100 + i / 100, 30, 'zh');
    expect(await addresses.of(114.0579, 22.5431, 'zh')).toBe('广东省深圳市');
    // a cached address needs no request
    expect(await addresses.of(100, 30, 'zh')).toBe('a street');
    expect(asked).toHaveBeenCalledTimes(SERVICE_A_MINUTE);
    clock.now += 60_000;
    expect(await addresses.of(114.0579, 22.5431, 'zh')).toBe('a street');
  });

  it('is not queried above the concurrency limit', async () => {
    let end = () => {};
    const answered = new Promise<string>((resolve) => {
      end = () => resolve('a street');
    });
    const { addresses, asked } = setUp(() => answered);
    const waiting = Array.from({ length: SERVICE_AT_ONCE }, (_, i) => addresses.of(100 + i, 30, 'zh'));
    expect(await addresses.of(114.0579, 22.5431, 'zh')).toBe('广东省深圳市');
    expect(asked).toHaveBeenCalledTimes(SERVICE_AT_ONCE);
    end();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['a street']));
  });
});

describe('URL and answer of the address service', () => {
  it('the URL has the position in the requested coordinate system', () => {
    expect(addressUrl('https://a.example/{lng},{lat}?k={key}', 116.397, 39.909)).toBe(
      'https://a.example/116.397000,39.909000?k={key}',
    );
    const [, gcj, bd] = addressUrl('{lng} {gcjLng} {bdLng}', 116.397, 39.909).split(' ').map(Number);
    expect(gcj).toBeCloseTo(116.4032, 3);
    expect(bd).toBeCloseTo(116.4096, 3);
  });

  it.each([
    [{ code: 200, data: { addressInfo: 'ours' } }, 'ours'],
    [{ status: 0, result: { formatted_address: 'Baidu' } }, 'Baidu'],
    [{ status: '1', regeocode: { formatted_address: 'Amap' } }, 'Amap'],
    [{ status: 0, result: { address: 'Tencent' } }, 'Tencent'],
    [{ display_name: 'Nominatim' }, 'Nominatim'],
    // Amap's reply for a place at sea
    [{ status: '1', regeocode: { formatted_address: [] } }, null],
    [{ status: 240 }, null],
    [{ display_name: 'x'.repeat(10_000) }, 'x'.repeat(ADDRESS_MAX)],
    [null, null],
  ])('%j has the address %s', (answer, address) => {
    expect(addressIn(answer)).toBe(address);
  });
});

describe('address service requests', () => {
  const service = createServer((request, reply) => {
    if (request.url === '/moved') return reply.writeHead(302, { location: '/ok' }).end();
    if (request.url === '/refused') return reply.writeHead(403).end();
    // longer than the limit: it sends until the connection closes
    if (request.url === '/endless') {
      const more = () => {
        while (reply.write(' '.repeat(16 * 1024)));
      };
      reply.on('drain', more);
      return more();
    }
    reply.end(
      request.url === '/ok' ? JSON.stringify({ display_name: `Main street ${request.headers['accept-language']}` }) : 'no JSON',
    );
  });
  const ask = createAskService(() => true);
  let origin = '';
  beforeAll(async () => {
    await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  });
  afterAll(() => service.close());

  it('return an answer in the language of the reader', async () => {
    expect(await ask(`${origin}/ok`, 1, 2, 'es')).toBe('Main street es');
  });
  it.each(['moved', 'refused', 'garbage', 'endless'])('fail for an answer that is %s', async (path) => {
    await expect(ask(`${origin}/${path}`, 1, 2, 'zh')).rejects.toThrow();
  });
  it('to the local machine are refused, by any host name', async () => {
    const guarded = createAskService(isExternalAddress);
    const { port } = service.address() as AddressInfo;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '0.0.0.0'])
      await expect(guarded(`http://${host}:${port}/ok`, 1, 2, 'zh')).rejects.toThrow(/not allowed/);
  });
});
