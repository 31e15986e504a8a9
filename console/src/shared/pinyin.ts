/** Pinyin of a Chinese text: in full (`jiankongzhongxin`) and initials (`jkzx`); empty for other texts. */
type Sounds = (text: string) => string[];

/** Loads the library on demand. */
export async function loadSounds(): Promise<Sounds> {
  const { pinyin } = await import('pinyin-pro');
  return (text) => {
    const full = pinyin(text, { toneType: 'none', type: 'array', v: true }).join('');
    const initials = pinyin(text, { toneType: 'none', type: 'array', pattern: 'first' }).join('');
    return full === text ? [] : [full, initials];
  };
}
