import { pinyin } from 'pinyin-pro';

/** Names that differ from the pinyin of their characters: names from other languages and local readings. */
const USUAL: Readonly<Record<string, string>> = {
  南海诸岛: 'Nanhai Zhudao',
  内蒙古: 'Inner Mongolia',
  陕西: 'Shaanxi',
  香港: 'Hong Kong',
  澳门: 'Macao',
  哈尔滨: 'Harbin',
  齐齐哈尔: 'Qiqihar',
  大兴安岭: 'Da Hinggan Ling',
  呼和浩特: 'Hohhot',
  呼伦贝尔: 'Hulun Buir',
  鄂尔多斯: 'Ordos',
  巴彦淖尔: 'Bayannur',
  乌兰察布: 'Ulanqab',
  锡林郭勒: 'Xilin Gol',
  阿拉善: 'Alxa',
  兴安: 'Hinggan',
  乌鲁木齐: 'Ürümqi',
  克拉玛依: 'Karamay',
  吐鲁番: 'Turpan',
  喀什: 'Kashgar',
  和田: 'Hotan',
  阿克苏: 'Aksu',
  阿勒泰: 'Altay',
  塔城: 'Tacheng',
  伊犁: 'Ili',
  博尔塔拉: 'Bortala',
  巴音郭楞: 'Bayingolin',
  克孜勒苏: 'Kizilsu',
  阿拉尔: 'Aral',
  图木舒克: 'Tumxuk',
  五家渠: 'Wujiaqu',
  拉萨: 'Lhasa',
  日喀则: 'Xigazê',
  昌都: 'Qamdo',
  林芝: 'Nyingchi',
  山南: 'Shannan',
  那曲: 'Nagqu',
  阿里: 'Ngari',
  甘孜: 'Garzê',
  阿坝: 'Aba',
  闵行区: 'Minhang',
};

/** Romanises a place name: 西安 is Xi'an, 东城区 is Dongcheng. */
export function latinName(zh: string): string {
  const usual = USUAL[zh];
  if (usual) return usual;
  const core = zh.length > 2 ? zh.replace(/[区县]$/, '') : zh;
  const syllables = pinyin(core, { toneType: 'none', type: 'array' });
  const joined = syllables.map((syllable, i) => (i > 0 && /^[aoe]/.test(syllable) ? `'${syllable}` : syllable)).join('');
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

/** Names of ethnic groups at the end of an autonomous area's name. */
const PEOPLES =
  /(?:维吾尔|哈萨克|蒙古族|蒙古|回族|藏族|彝族|壮族|苗族|侗族|傣族|白族|羌族|土家族|布依族|哈尼族|傈僳族|景颇族|朝鲜族|黎族|柯尔克孜)$/;

/** Shortens a name for map labels: 湘西土家族苗族自治州 is 湘西, 襄阳市 is 襄阳, 东城区 stays. */
export function shortName(name: string): string {
  if (name.startsWith('克孜勒苏')) return '克孜勒苏';
  let short = name;
  if (/自治[州县]$/.test(short)) {
    short = short.replace(/自治[州县]$/, '');
    for (let before = ''; before !== short; ) {
      before = short;
      const cut = short.replace(PEOPLES, '');
      if (cut.length >= 2) short = cut;
    }
    return short;
  }
  const cut = short.replace(/(?:市|地区|林区|盟)$/, '');
  return cut.length >= 2 ? cut : short;
}
