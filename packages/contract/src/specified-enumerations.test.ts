import { ENUMERATIONS, type EnumerationType } from '@fleetwarden/domain/enumerations';
import { getText } from '@fleetwarden/locale/languages';
import { expect, it } from 'vitest';

const numbered = (first: number, ...names: readonly string[]) => names.map((name, at) => [first + at, name] as const);
const levels = (...names: readonly string[]) => names.flatMap((name) => [`${name}一级`, `${name}二级`]);

/** Values with their names: screen catalogue 0.5, 4, 5, 8.2 to 8.7 and 12.5 (terminals, alarms, video), console.md 4 and 9. */
const SPECIFIED: readonly (readonly [EnumerationType, readonly (readonly [number, string])[]])[] = [
  ['CMD_STATE', numbered(0, '离线排队', '已发送', '成功', '失败', '超时', '已取消', '数据已返回')],
  ['ANSWER_RESULT', numbered(0, '成功', '失败', '消息有误', '不支持', '报警处理确认')],
  [
    'MESSAGE_CHANNEL',
    [
      [4, '终端显示器'],
      [8, 'TTS 播读'],
      [16, '广告屏'],
    ],
  ],
  ['REPORT_STRATEGY', numbered(0, '定时', '定距', '定时和定距')],
  ['REPORT_PLAN', numbered(0, '根据 ACC 状态', '根据登录状态和 ACC 状态，先判断登录状态')],
  ['EVENT_ACTION', numbered(0, '清空', '更新', '追加', '修改', '删除')],
  ['LIST_ACTION', numbered(0, '清空', '更新', '追加', '修改')],
  ['CALL_KIND', numbered(0, '通话', '监听')],
  ['PHOTO_SAVE', numbered(0, '上传', '保存')],
  ['PHOTO_RESOLUTION', numbered(1, '320×240', '640×480', '800×600', '1024×768', '176×144', '352×288', '704×288', '704×576')],
  ['VIDEO_ENCODING', numbered(0, 'CBR', 'VBR', 'ABR')],
  ['VIDEO_RESOLUTION', numbered(0, 'QCIF', 'CIF', 'WCIF', 'D1', 'WD1', '720P', '1080P')],
  ['PHOTO_TIME_UNIT', numbered(0, '秒', '分')],
  ['PHOTO_DISTANCE_UNIT', numbered(0, '米', '公里')],
  ['GNSS_MODE', numbered(0, 'GPS', '北斗', 'GLONASS', 'Galileo')],
  ['GNSS_BAUD', numbered(0, '4800', '9600', '19200', '38400', '57600', '115200')],
  ['GNSS_OUTPUT', numbered(0, '500 ms', '1000 ms', '2000 ms', '3000 ms', '4000 ms')],
  [
    'GNSS_UPLOAD',
    [
      ...numbered(0, '仅本地存储，不上传', '按时间间隔上传', '按距离间隔上传'),
      ...numbered(0x0b, '按累计时间上传，到时停止', '按累计距离上传，到达停止', '按累计条数上传，到数停止'),
    ],
  ],
  ['CAN_CHANNEL', numbered(0, 'CAN 1', 'CAN 2')],
  ['CAN_FRAME', numbered(0, '标准', '扩展')],
  [
    'UPGRADE_KIND',
    [
      [0, '终端'],
      [12, 'IC卡'],
      [52, '北斗'],
    ],
  ],
  ['CALL_DIRECTION', numbered(1, '呼入', '呼出', '呼入/呼出')],
  ['TERMINAL_AREA', numbered(1, '圆', '矩形', '多边形', '路线')],
  ['MEDIA_EVENT', numbered(0, ...['平台', '定时', '劫警', '碰撞侧翻', '开门', '关门', '开门行驶', '定距'])],
  ['AFTER_UPLOAD', numbered(0, '保留', '删除')],
  ['RECORDING_RATE', numbered(0, '8K', '11K', '23K', '32K')],
  ['SAFETY_PHOTO_STRATEGY', numbered(0, '不开启', '定时', '定距')],
  ['SAFETY_PHOTO_RESOLUTION', numbered(1, '352×288', '704×288', '704×576', '640×480', '1280×720', '1920×1080')],
  ['SAFETY_VIDEO_RESOLUTION', numbered(1, 'CIF', 'HD1', 'D1', 'WD1', 'VGA', '720P', '1080P')],
  [
    'ADAS_ALARM',
    [...numbered(0, ...levels('障碍', '频繁变道', '车道偏离', '前向碰撞', '行人碰撞', '车距过近')), [16, '道路标识超限']],
  ],
  ['ADAS_EVENT', numbered(0, '标识识别', '主动拍照')],
  ['DSM_ALARM', numbered(0, ...levels('疲劳', '电话', '抽烟', '分神', '驾驶异常'))],
  ['DSM_EVENT', numbered(0, '驾驶员更换', '主动拍照')],
  ['IDENTITY_TRIGGER', numbered(0, '不开启', '定时', '定距', '插卡开始行驶')],
  ['TYRE_PRESSURE_UNIT', numbered(0, 'kg/cm²', 'bar', 'kPa', 'PSI')],
  ['PERIPHERAL', numbered(0x64, 'ADAS 高级驾驶辅助', 'DSM 驾驶员状态监控', 'TPMS 胎压监测', 'BSD 盲区监测')],
  ['PERIPHERAL_STATE', [...numbered(1, '正常', '待机', '升级', '异常'), [16, '断开']]],
  ['CHANNEL_KIND', numbered(0, '音视频', '音频', '视频')],
  // console.md 3: 0 no, else yes
  ['YUNTAI', numbered(0, '否', '是')],
  ['STORED_MEDIA', numbered(0, '图像', '音频', '视频')],
  ['CAMERA_CHANNEL', numbered(0, '通道 1', '通道 2', '通道 3', '通道 4', '通道 5')],
  ['WAKE_WINDOW', numbered(0, '时间段 1', '时间段 2', '时间段 3', '时间段 4')],
  ['WAKE_DAY', numbered(0, '周一', '周二', '周三', '周四', '周五', '周六', '周日')],
  [
    'VIDEO_ALARM',
    [
      ...numbered(0, '视频信号丢失', '视频信号遮挡', '存储单元故障', '其他视频设备故障'),
      ...numbered(4, '客车超员', '异常驾驶行为', '特殊报警录像达到存储阈值'),
    ],
  ],
  // of a raw value or the computed one of the interval
  ['CAN_METHOD', numbered(0, '原始数据', '采集区间的计算值')],
  ['DOOR_CONTROL', numbered(0, '开锁', '加锁')],
  ['RECORDING', numbered(0, '停止录音', '开始录音')],
  ['DATA_FORMAT', numbered(0, '十六进制', '文本')],
  ['EDU_COURSE_KIND', numbered(1, '视频', '图文', 'PDF')],
  ['EDU_SUBJECT', numbered(1, '法规', '疲劳', '超速', '应急', '恶劣天气', '危货')],
  ['EDU_QUESTION_KIND', numbered(1, '单选', '多选', '判断')],
  // 2 to 4 are named, and offered by no form
  [
    'DEAL',
    [[1, '下发消息'], [5, '电话处理'], [6, '确认误报'], ...numbered(2, '现场处置', '教育培训', '监听核实'), [7, '系统自动']],
  ],
  ['WARN_STATUS', numbered(0, '未处理', '处理中', '已处理', '误报')],
  ['WARM_STATUS', numbered(0, '未处理', '处理中', '已处理', '误报', '全部')],
  ['CONFIRM_STATUS', numbered(0, '处理中', '已处理完毕', '不做处理', '将来处理', '已下发报文')],
  ['MAIN_TYPE', [...numbered(1, 'ADAS', 'DSM', 'TPMS', 'BSD', '激烈驾驶'), [9, '平台']]],
  ['VIDEO_STREAM', numbered(0, '主码流', '子码流')],
  ['STORED_MEDIA', numbered(0, '图像', '音频', '视频')],
  ['ICON', numbered(1, '摄像机', '网络摄像机', '传感器')],
  // a camera that can be moved, or not: the display map has 否 and 是
  ['YUNTAI', numbered(0, '否', '是')],
  ['AUDIO_RATE', numbered(0, '8 kHz', '22.05 kHz', '44.1 kHz', '48 kHz')],
  ['RISK', numbered(0, '无风险', '高风险', '中风险', '低风险')],
  // the file provider is for trials
  ['SMS_PROVIDER', numbered(1, '阿里云', '文件（演示）')],
  ['SMS_RECEIVER', numbered(1, '驾驶员', '车主', '安全员', '指定')],
];

it.each(SPECIFIED)('%s has the values and names of the specification', (type, rows) => {
  expect(ENUMERATIONS[type].map(({ value, key }) => [value, key === null ? String(value) : getText('zh', key)])).toEqual(rows);
});
