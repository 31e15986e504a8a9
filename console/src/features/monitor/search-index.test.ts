import fc from 'fast-check';
import { pinyin } from 'pinyin-pro';
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

async function ready(of = store) {
  const index = new SearchIndex(of);
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

  it('finds by original text before pinyin is loaded', () => {
    const index = new SearchIndex(store);
    expect(found(index, '粤b')).toEqual(['2']);
    expect(found(index, '0001x')).toEqual(['1']);
    expect(found(index, 'yb')).toEqual([]);
  });

  it('returns null for an empty query', async () => {
    expect((await ready()).find('  ')).toBeNull();
  });

  // 瓩 has no pinyin of its own
  const letters = fc.stringMatching(/^[京粤沪张瓩ABa1 -]{0,6}$/);

  it('finds the same rows as a scan of each row', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(letters, letters), { maxLength: 20 }), letters, async (names, wanted) => {
        fc.pre(wanted.trim() !== '' && names.length > 0);
        const fleet = storeOf(names.map(([cno, drv], i) => vehicle(String(i), { cno, drv, phone: '', term: 'T1' })));
        const text = wanted.trim().toLowerCase();
        const sounded = (plain: string) =>
          plain.replace(/[一-鿿]/g, (one) => pinyin(one, { pattern: 'first', toneType: 'none' }));
        const each = names.map(([cno, drv]) => {
          const plain = [cno, drv, '', 'T1'].join('\n').toLowerCase();
          return Number(plain.includes(text) || sounded(plain).includes(text));
        });
        expect([...(await ready(fleet)).find(wanted)!]).toEqual(each);
      }),
    );
  });

  it('finds rows in the first and last chunks of a large fleet', async () => {
    const many = storeOf(Array.from({ length: 9_001 }, (_, i) => vehicle(String(i), { cno: `京A${100_000 + i}`, term: '' })));
    const index = await ready(many);
    for (const row of [0, 3_999, 4_000, 7_999, 8_000, 9_000]) {
      expect([...index.find(`ja${100_000 + row}`)!].flatMap((hit, at) => (hit ? [at] : []))).toEqual([row]);
    }
  });

  it('does not find a deleted vehicle by its plate or pinyin', async () => {
    const fleet = storeOf([vehicle('1', { cno: '京A1' }), vehicle('2', { cno: '粤B2' })]);
    const index = await ready(fleet);
    fleet.applyInit([vehicle('2', { cno: '粤B2' })]);
    fleet.endInit();
    expect(['ja1', '京', '粤b2'].map((text) => [...index.find(text)!])).toEqual([[0], [0], [1]]);
  });

  it('keeps the pinyin of existing vehicles while it reads that of a new vehicle', async () => {
    const fleet = storeOf([vehicle('1', { cno: '京A1' })]);
    const index = await ready(fleet);
    fleet.applyInit([vehicle('1', { cno: '京A1' }), vehicle('2', { cno: '京B2' })]);
    const done = new Promise<void>((read) => index.rebuild(read));
    expect(['ja', 'jb', '京b'].map((text) => [...index.find(text)!])).toEqual([
      [1, 0],
      [0, 0],
      [0, 1],
    ]);
    await done;
    expect([...index.find('jb')!]).toEqual([0, 1]);
  });
});
