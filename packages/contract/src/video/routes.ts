import { defineRoutes } from '../call.ts';
import { permission } from '../permissions.ts';
import type { videoSchemas } from './schemas.ts';

/** Live video and files of video. Live pictures come over a socket: see live-video.ts. */
export const videoCalls = defineRoutes<typeof videoSchemas>()({
  realtime: { method: 'POST', path: 'video/realtime', permission: permission.liveVideo },
  controlRealtime: { method: 'POST', path: 'video/controlRealtime', permission: permission.liveVideo },
  listChannel: { method: 'POST', path: 'video/listChannel', permission: permission.liveVideo, read: true },
  countChannel: { method: 'POST', path: 'video/countChannel', permission: permission.liveVideo, read: true },
  listDeptChannel: { method: 'POST', path: 'video/listDeptChannel', permission: permission.liveVideo, read: true },
  listView: {
    method: 'POST',
    path: 'video/listView',
    permission: [permission.liveVideo, permission.viewOperationLog],
    read: true,
    paged: true,
  },
  startTalk: { method: 'POST', path: 'video/startTalk', permission: permission.talk },
  startBroadcast: { method: 'POST', path: 'video/startBroadcast', permission: permission.broadcast },
  stopTalk: { method: 'POST', path: 'video/stopTalk', permission: [permission.talk, permission.broadcast] },
  controlPtz: { method: 'POST', path: 'video/controlPtz', permission: permission.ptz },
  queryAvAttr: { method: 'POST', path: 'video/queryAvAttr', permission: permission.liveVideo },
  savePreset: { method: 'POST', path: 'video/savePreset', permission: permission.liveVideo },
  listPreset: { method: 'POST', path: 'video/listPreset', permission: permission.liveVideo, read: true },
  delPreset: { method: 'POST', path: 'video/delPreset', permission: permission.liveVideo },
  listSession: { method: 'POST', path: 'video/listSession', permission: permission.liveVideo, read: true },
  listTraffic: { method: 'POST', path: 'video/listTraffic', permission: permission.liveVideo, read: true },
  listTerminalFile: { method: 'POST', path: 'video/replay/filelist', permission: permission.queryVideo },
  getTerminalFile: { method: 'POST', path: 'video/replay/filelist/get', permission: permission.queryVideo, read: true },
  replay: { method: 'POST', path: 'video/replay', permission: permission.playVideo },
  controlReplay: { method: 'POST', path: 'video/controlReplay', permission: permission.playVideo },
  fileUpload: { method: 'POST', path: 'video/fileUpload', permission: permission.uploadRecordings },
  fileUploadReply: { method: 'GET', path: 'video/fileUploadReply', permission: permission.uploadRecordings, read: true },
  fileDownload: { method: 'GET', path: 'video/fileDownload', permission: permission.downloadVideo, read: true },
  controlUpload: { method: 'POST', path: 'video/controlUpload', permission: permission.controlUploads },
  listUploadTask: {
    method: 'POST',
    path: 'video/listUploadTask',
    permission: [permission.uploadRecordings, permission.downloadVideo, permission.controlUploads],
    read: true,
    paged: true,
  },
  startRecord: { method: 'POST', path: 'video/startRecord', permission: permission.recordVideo, audited: true },
  stopRecord: { method: 'POST', path: 'video/stopRecord', permission: permission.recordVideo },
  // the wall shows what is being recorded
  listServerFile: {
    method: 'POST',
    path: 'video/listServerFile',
    permission: [permission.queryVideo, permission.recordVideo],
    read: true,
  },
  listRecordDay: { method: 'POST', path: 'video/listRecordDay', permission: permission.queryVideo, read: true },
  clipFile: { method: 'POST', path: 'video/clipFile', permission: permission.clipVideo, audited: true },
  openFile: { method: 'POST', path: 'video/openFile', permission: permission.playVideo },
  downloadFile: { method: 'POST', path: 'video/downloadFile', permission: permission.downloadVideo, audited: true },
  deleteFile: { method: 'POST', path: 'video/deleteFile', permission: permission.deleteVideo, audited: true },
});
