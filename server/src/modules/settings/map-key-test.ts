import type { MapKeyResult } from '@fleetwarden/contract/settings/test-results';
import { MAP_KEY_ANSWER_BYTES, MAP_KEY_TIMEOUT_MS } from './limits.ts';

/** Map settings whose key a provider can be asked about. */
export type TestedKey = 'baiduMapKey' | 'gaodeMapKey' | 'tenxunMapKey';

type Provider = {
  /** A small query of its web service; the key follows. */
  readonly url: string;
  /** Field with the code of the answer. */
  readonly field: string;
  /** Codes that say more than that the key is known. A key for browsers is refused here with other codes, which is expected. */
  readonly codes: Readonly<Record<string, MapKeyResult>>;
};

const table = (result: MapKeyResult, ...codes: readonly number[]) => Object.fromEntries(codes.map((code) => [code, result]));

/** Codes by the documentation of the providers. */
export const MAP_PROVIDERS: Readonly<Record<TestedKey, Provider>> = {
  baiduMapKey: {
    url: 'https://api.map.baidu.com/reverse_geocoding/v3/?output=json&location=39.9,116.4&ak=',
    field: 'status',
    codes: { ...table('unknown', 5, 101, 200, 201, 202, 250, 251, 252), ...table('exhausted', 4, 301, 302, 401, 402) },
  },
  gaodeMapKey: {
    url: 'https://restapi.amap.com/v3/geocode/regeo?location=116.4,39.9&key=',
    field: 'infocode',
    codes: {
      ...table('unknown', 10_001, 10_013),
      ...table('exhausted', 10_003, 10_004, 10_044, 10_045),
      ...table('wrongType', 10_000),
    },
  },
  tenxunMapKey: {
    url: 'https://apis.map.qq.com/ws/geocoder/v1/?location=39.9,116.4&key=',
    field: 'status',
    codes: { ...table('unknown', 190, 311), ...table('exhausted', 120, 121) },
  },
};

/** Requests a URL and resolves with the text of the answer. Rejects if there is none. */
export type FetchText = (url: string) => Promise<string>;

/** Hosts are those of the table, and a redirect is an error: the call leads nowhere else. */
export const fetchText: FetchText = async (url) => {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(MAP_KEY_TIMEOUT_MS) });
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of reply.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > MAP_KEY_ANSWER_BYTES) throw new Error('the map provider answered too much');
  }
  return text;
};

/** What a provider says about a key. Never rejects. */
export async function testMapKey(
  name: TestedKey,
  key: string,
  fetchAnswer: FetchText,
): Promise<{ readonly result: MapKeyResult; readonly code: string }> {
  const { url, field, codes } = MAP_PROVIDERS[name];
  try {
    const answer: unknown = JSON.parse(await fetchAnswer(url + encodeURIComponent(key)));
    const code = (answer as Readonly<Record<string, unknown>> | null)?.[field];
    if (typeof code !== 'number' && typeof code !== 'string') return { result: 'noAnswer', code: '' };
    return { result: codes[code] ?? 'valid', code: String(code).slice(0, 20) };
  } catch {
    return { result: 'noAnswer', code: '' };
  }
}
