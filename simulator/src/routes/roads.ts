import type { PlaceName } from './places.ts';

/** What a stretch of road allows; `city` is a street. */
export type RoadClass = 'expressway' | 'national' | 'city';

export type Road = {
  readonly code: string;
  readonly kind: Exclude<RoadClass, 'city'>;
  /** Winds more, and has tunnels. */
  readonly mountain: boolean;
  readonly places: readonly PlaceName[];
};

const expressway = (code: string, ...places: PlaceName[]): Road => ({ code, kind: 'expressway', mountain: false, places });
const mountainExpressway = (code: string, ...places: PlaceName[]): Road => ({ code, kind: 'expressway', mountain: true, places });
const national = (code: string, ...places: PlaceName[]): Road => ({ code, kind: 'national', mountain: false, places });
const mountainNational = (code: string, ...places: PlaceName[]): Road => ({ code, kind: 'national', mountain: true, places });

/** The rough course of the trunk roads: which places each one joins, in order. */
export const ROADS: readonly Road[] = [
  expressway('G1', '北京', '唐山', '秦皇岛', '葫芦岛', '锦州', '盘锦', '沈阳', '铁岭', '四平', '长春', '松原', '哈尔滨'),
  expressway('G2', '北京', '廊坊', '天津', '沧州', '德州', '济南', '泰安', '临沂', '淮安', '江都', '无锡', '苏州', '上海'),
  expressway('G3', '德州', '济南', '泰安', '曲阜', '徐州', '蚌埠', '合肥', '铜陵', '黄山', '上饶', '南平', '福州'),
  expressway('G4', '北京', '保定', '石家庄', '邢台', '邯郸', '安阳', '新乡', '郑州', '许昌', '漯河', '驻马店', '信阳', '孝感', '武汉'),
  expressway('G4南', '武汉', '咸宁', '岳阳', '长沙', '湘潭', '衡阳', '郴州', '韶关', '清远', '广州', '东莞', '深圳'),
  expressway('G5北', '北京', '保定', '石家庄', '阳泉', '太原', '临汾', '运城', '渭南', '西安'),
  mountainExpressway('G5南', '西安', '汉中', '广元', '绵阳', '德阳', '成都', '雅安', '西昌', '攀枝花', '昆明'),
  expressway('G6', '北京', '张家口', '乌兰察布', '呼和浩特', '包头'),
  expressway('G6西', '银川', '吴忠', '中卫', '白银', '兰州', '西宁'),
  expressway('G7', '哈密', '吐鲁番', '乌鲁木齐'),
  expressway('G11', '丹东', '大连'),
  expressway('G15', '沈阳', '鞍山', '营口', '大连'),
  expressway('G15中', '烟台', '青岛', '日照', '连云港', '盐城', '南通', '上海', '嘉兴', '宁波', '台州', '温州'),
  mountainExpressway('G15南', '温州', '宁德', '福州', '莆田', '泉州', '厦门', '漳州', '汕头', '汕尾', '深圳', '广州', '佛山'),
  expressway('G15西', '佛山', '江门', '阳江', '茂名', '湛江'),
  expressway('G18', '威海', '烟台', '潍坊', '东营', '滨州', '沧州', '保定'),
  expressway('G20', '青岛', '潍坊', '淄博', '济南', '衡水', '石家庄', '阳泉', '太原'),
  mountainExpressway('G20西', '太原', '榆林', '银川'),
  expressway('G22', '青岛', '临沂', '曲阜', '济宁', '菏泽', '新乡', '晋城', '临汾'),
  mountainExpressway('G22西', '平凉', '固原', '定西', '兰州'),
  expressway('G25', '滨州', '淄博', '临沂', '连云港', '淮安', '南京', '湖州', '杭州'),
  expressway('G30', '连云港', '徐州', '商丘', '开封', '郑州', '洛阳', '三门峡', '渭南', '西安', '咸阳', '宝鸡'),
  mountainExpressway('G30西', '宝鸡', '天水', '定西', '兰州', '武威', '张掖', '酒泉', '哈密'),
  expressway('G36', '南京', '滁州', '蚌埠', '阜阳', '漯河', '平顶山', '洛阳'),
  expressway('G40', '上海', '南通', '泰州', '江都', '扬州', '南京', '合肥', '六安', '信阳', '南阳', '商洛', '西安'),
  expressway('G42', '上海', '昆山', '苏州', '无锡', '常州', '镇江', '南京', '合肥', '六安', '麻城', '武汉', '荆州', '宜昌'),
  mountainExpressway('G42西', '宜昌', '恩施', '万州', '广安', '南充', '遂宁', '成都'),
  expressway('G45', '大庆', '松原', '长春'),
  expressway('G45南', '衡水', '菏泽', '商丘', '阜阳', '六安', '麻城', '黄石', '九江', '南昌', '吉安', '赣州', '河源', '广州'),
  mountainExpressway('G50', '宜昌', '万州', '涪陵', '重庆', '遂宁', '成都'),
  expressway('G50东', '上海', '湖州', '芜湖', '铜陵', '安庆', '黄石', '武汉'),
  mountainExpressway('G55', '乌兰察布', '大同', '太原', '长治', '晋城', '洛阳', '平顶山', '南阳', '襄阳', '荆州', '常德', '益阳', '娄底', '邵阳', '永州'),
  mountainExpressway('G56', '杭州', '黄山', '景德镇', '九江', '咸宁', '岳阳', '常德', '吉首', '铜仁', '遵义', '毕节', '六盘水', '曲靖', '昆明'),
  expressway('G56西', '昆明', '楚雄', '大理'),
  expressway('G60', '上海', '嘉兴', '杭州', '金华', '衢州', '上饶', '鹰潭', '南昌', '新余', '宜春', '萍乡', '株洲', '湘潭'),
  mountainExpressway('G60西', '湘潭', '娄底', '邵阳', '怀化', '铜仁', '凯里', '贵阳', '安顺', '曲靖', '昆明'),
  mountainExpressway('G65', '包头', '鄂尔多斯', '榆林', '延安', '铜川', '西安', '安康', '达州', '广安', '重庆', '黔江', '吉首', '怀化', '桂林'),
  mountainExpressway('G70', '福州', '三明', '抚州', '鹰潭', '南昌', '九江', '黄石', '武汉', '孝感', '随州', '襄阳', '十堰', '商洛', '西安', '平凉', '固原'),
  expressway('G72', '泉州', '三明', '赣州', '郴州', '永州', '桂林', '柳州', '来宾', '南宁'),
  mountainExpressway('G75', '兰州', '广元', '南充', '广安', '重庆', '遵义', '贵阳', '都匀', '河池', '南宁', '钦州', '北海'),
  mountainExpressway('G76', '厦门', '漳州', '龙岩', '赣州', '郴州', '永州', '桂林', '凯里', '都匀', '贵阳', '毕节', '泸州', '内江', '成都'),
  mountainExpressway('G78', '汕头', '揭阳', '梅州', '河源', '韶关', '贺州', '柳州', '河池', '百色', '昆明'),
  expressway('G80', '广州', '佛山', '肇庆', '梧州', '贵港', '南宁', '百色', '文山', '玉溪', '昆明'),
  mountainExpressway('G85', '银川', '吴忠', '固原', '平凉', '宝鸡', '汉中', '巴中', '南充', '遂宁', '重庆', '内江', '自贡', '宜宾', '昭通', '昆明'),
  expressway('G93', '成都', '乐山', '宜宾', '泸州', '重庆'),
  expressway('G94', '深圳', '中山', '江门', '佛山', '广州', '东莞', '惠州'),
  expressway('G0425', '广州', '中山', '珠海'),
  expressway('G10', '牡丹江', '哈尔滨', '大庆', '齐齐哈尔'),
  expressway('G1011', '哈尔滨', '佳木斯'),
  expressway('G12', '长春', '吉林'),
  mountainExpressway('G45北', '北京', '承德'),
  expressway('G1512', '宁波', '绍兴', '义乌', '金华', '丽水', '温州'),
  expressway('G92', '杭州', '绍兴', '宁波'),
  expressway('S89', '本溪', '沈阳'),
  mountainExpressway('G1113', '丹东', '本溪'),
  expressway('G0411', '安阳', '长治'),
  expressway('G2513', '淮安', '宿迁', '徐州'),
  expressway('G3W', '宿州', '蚌埠'),
  expressway('G0321', '徐州', '宿州'),
  expressway('G1516', '盐城', '淮安'),
  expressway('G59', '运城', '三门峡'),
  expressway('G35', '商丘', '周口', '漯河'),
  expressway('G7211', '玉林', '贵港'),
  expressway('G59南', '湛江', '北海'),
  expressway('G25南', '龙岩', '梅州'),
  national('G102', '北京', '唐山', '秦皇岛', '葫芦岛', '锦州', '沈阳'),
  national('G104', '北京', '天津', '沧州', '德州', '济南', '泰安', '曲阜', '徐州', '蚌埠', '滁州', '南京', '湖州', '杭州'),
  national('G107', '北京', '保定', '石家庄', '邢台', '邯郸', '安阳', '新乡', '郑州', '许昌', '漯河', '驻马店', '信阳', '武汉'),
  mountainNational('G108', '成都', '德阳', '绵阳', '广元', '汉中', '西安'),
  national('G204', '青岛', '日照', '连云港', '盐城', '南通', '上海'),
  national('G312', '上海', '苏州', '无锡', '常州', '镇江', '南京', '滁州', '合肥', '六安', '信阳', '南阳'),
  national('G320', '杭州', '金华', '衢州', '上饶', '鹰潭', '南昌'),
  national('G321', '广州', '肇庆', '梧州'),
  mountainNational('G319', '厦门', '漳州', '龙岩'),
  national('G212', '重庆', '南充'),
  national('G309', '济南', '淄博', '潍坊', '青岛'),
  national('G310', '徐州', '商丘', '开封', '郑州', '洛阳'),
  national('G316', '孝感', '随州', '襄阳'),
  national('G205', '淄博', '临沂'),
];
