import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leavePage } from '../../api/page-signal.ts';
import { useSession } from '../../api/session.ts';
import { refuse, stubServer } from '../../ui/testing.tsx';
import { testTrack } from './testing.ts';
import { prefetchTracks, requestTrack } from './track-calls.ts';

const RANGE = { start: 1_000_000, end: 2_000_000 };
const wish = (targId: string) => ({ targId, ...RANGE, interval: 0 as const, filterDrift: true });
const address = (targId: string) => new URLSearchParams({ targId, start: String(RANGE.start), end: String(RANGE.end) });
const take = (targId: string) => requestTrack(wish(targId), new AbortController().signal);

let server: ReturnType<typeof stubServer>;
const asked = () => server.of('track/listTrack').length;

beforeEach(() => {
  useSession.setState({ token: 'one.secret' });
  server = stubServer({
    'track/listTrack': ({ data }) => testTrack([{ at: RANGE.start }], { targId: String((data as { targId: string }).targId) }),
  });
});
afterEach(() => useSession.setState({ token: null }));

describe('a prefetched track', () => {
  it('is used once per vehicle by the page that opens, and loading continues when the previous page is left', async () => {
    prefetchTracks(address('7,8'));
    leavePage();
    expect((await Promise.all([take('8'), take('7')])).map(({ targId }) => targId)).toEqual(['8', '7']);
    expect(asked()).toBe(2);
    await take('7');
    expect(asked()).toBe(3);
  });

  it('is not used after another user signs in', async () => {
    prefetchTracks(address('9'));
    useSession.setState({ token: 'two.secret' });
    await take('9');
    expect(server.of('track/listTrack').map(({ authorization }) => authorization?.includes('two.secret'))).toEqual([false, true]);
  });

  it('rejects the request of the page if the server refused it', async () => {
    server = stubServer({ 'track/listTrack': () => refuse('4003', 'no') });
    prefetchTracks(address('10'));
    await expect(take('10')).rejects.toThrow('no');
    expect(asked()).toBe(1);
  });
});

it('without a range no track is prefetched, because the range of the page ends at the time it opens', () => {
  prefetchTracks(new URLSearchParams({ targId: '7' }));
  expect(asked()).toBe(0);
});
