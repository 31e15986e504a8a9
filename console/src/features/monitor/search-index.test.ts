import { describe, expect, it } from 'vitest';
import { storeOf, vehicle } from '../../ui/testing.tsx';
import { SearchIndex } from './search-index.ts';

const store = storeOf([
  vehicle('1', { cno: '京A12345', drv: '张伟', phone: '13800001111', term: 'BD0001X' }),
  vehicle('2', { cno: '粤B54321', drv: '李静', phone: '13900002222' }),
  vehicle('3', { cno: '津C00001', drv: '', phone: '' }),
]);

const found = (index: SearchIndex, text: string) =>
  [...(index.find(text) ?? [])].flatMap((hit, row) => (hit ? [store.idOf(row)] : []));

async function ready() {
  const index = new SearchIndex(store);
  await new Promise<void>((done) => index.rebuild(done));
  return index;
}

describe('SearchIndex', () => {
  it.each([
    ['京a', ['1']],
    ['543', ['2']],
    ['139', ['2']],
    ['张', ['1']],
    ['ja', ['1']],
    ['jc', ['3']],
    ['YB5', ['2']],
    ['zw', ['1']],
    ['lj', ['2']],
    ['bd0001', ['1']],
    ['zz', []],
  ])('finds by plate, phone, terminal id, driver and pinyin initials: %s', async (text, ids) => {
    expect(found(await ready(), text)).toEqual(ids);
  });

  it('finds by what stands there before the sounds are known', () => {
    const index = new SearchIndex(store);
    expect(found(index, '粤b')).toEqual(['2']);
    expect(found(index, '0001x')).toEqual(['1']);
    expect(found(index, 'yb')).toEqual([]);
  });

  it('is no search without a text', async () => {
    expect((await ready()).find('  ')).toBeNull();
  });
});
