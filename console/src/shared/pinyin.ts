/** Sounds of a Chinese text: in full (`jiankongzhongxin`) and by first letters (`jkzx`); none of any other. */
type Sounds = (text: string) => string[];

/** The library is loaded when first needed. */
export async function loadSounds(): Promise<Sounds> {
  const { pinyin } = await import('pinyin-pro');
  return (text) => {
    const full = pinyin(text, { toneType: 'none', type: 'array', v: true }).join('');
    const initials = pinyin(text, { toneType: 'none', type: 'array', pattern: 'first' }).join('');
    return full === text ? [] : [full, initials];
  };
}
