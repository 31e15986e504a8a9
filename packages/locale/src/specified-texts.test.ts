import { expect, it } from 'vitest';
import { getText } from './languages.ts';

/**
 * The texts of alarms, notices and supervision, letter by letter as the specification has them (console.md 4, 5, 8, 9), of reports
 * (routes.md 5.1, 8), and of video (screen catalogue 5).
 */
const SPECIFIED: readonly (readonly [key: string, text: string])[] = [
  ['alarmHandling.done', '报警处理成功!'],
  ['alarmHandling.already', '该信息已被处理!'],
  ['alarmHandling.submitFailed', '报警信息发送失败!'],
  ['alarmHandling.messageFailed', '报警处理失败!'],
  ['alarmHandling.handledMark', '已处理'],
  ['message.contentRequired', '请输入自定义内容'],
  ['message.contentTooLong', '最大长度为250个字'],
  ['message.templateRequired', '请选择发送模板'],
  ['message.channelRequired', '请选择具体的下发报文的方式!'],
  ['regulators.replied', '应答成功!'],
  ['regulators.replyFailed', '应答失败,请稍后重试!'],
  ['regulators.done', '处理成功!'],
  ['regulators.replyEmpty', '应答内容不能为空!'],
  ['alarmPopup.noFiles', '未找到附件!'],
  ['alarmPopup.noVideo', '此视频暂无法播放，请稍后再试'],
  ['notices.first', '当前已是第一条!'],
  ['notices.last', '当前已是最后一条!'],
  ['reports.chooseCompany', '请选择公司!'],
  ['reports.chooseAlarmType', '请选择报警类型!'],
  ['reports.chooseVehicle', '请先选择车辆!'],
  ['reports.noVehicle', '没有已选中车辆,请选择！'],
  ['reports.recheck', '请重新核对输入信息！'],
  ['reports.loading', '正在加载,请稍候'],
  ['videoState.terminalOffline', '车辆不在线'],
  ['videoState.refused', '终端拒绝'],
  ['videoState.noAnswer', '终端未应答'],
  ['videoState.noStream', '终端未推流'],
  ['videoState.trafficLimit', '流量已超限'],
  ['error.videoTraffic', '流量已超限'],
  ['error.talkBusy', '该车辆正在对讲中({{name}})'],
  ['video.ending', '视频即将关闭（{{seconds}} 秒）'],
  ['video.keepRetrying', '保持重试'],
  ['video.unplayable', '浏览器不支持{{codec}},请使用Chrome/Edge 新版本'],
  ['recordedVideo.none', '该时段无录像'],
  ['recordedVideo.received_other', '已收到 {{count}} 条'],
  ['videoUpload.queued', '排队'],
  ['videoUpload.uploading', '上传中'],
  ['videoUpload.done', '完成'],
  ['videoUpload.failed', '失败'],
  ['alarmHandling.defaultText', '您的车辆当前发生{{type}}，请注意'],
];

it.each(SPECIFIED)('%s is %s', (key, text) => {
  expect(getText('zh', key)).toBe(text);
});
