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
