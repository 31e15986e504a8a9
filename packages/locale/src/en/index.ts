import { account } from './account.ts';
import { action } from './action.ts';
import { agent } from './agent.ts';
import { alarm } from './alarm.ts';
import { alarmHandling } from './alarmHandling.ts';
import { alarmHistory } from './alarmHistory.ts';
import { alarmPopup } from './alarmPopup.ts';
import { area } from './area.ts';
import { attachment } from './attachment.ts';
import { auditAction } from './auditAction.ts';
import { auditArea } from './auditArea.ts';
import { bar } from './bar.ts';
import { batch } from './batch.ts';
import { command } from './command.ts';
import { commandBatch } from './commandBatch.ts';
import { commandResult } from './commandResult.ts';
import { commandTray } from './commandTray.ts';
import { common } from './common.ts';
import { deletedVehicle } from './deletedVehicle.ts';
import { department } from './department.ts';
import { dept } from './dept.ts';
import { device } from './device.ts';
import { display } from './display.ts';
import { documents } from './documents.ts';
import { drawer } from './drawer.ts';
import { driver } from './driver.ts';
import { eduCourse } from './eduCourse.ts';
import { education } from './education.ts';
import { eduPlan } from './eduPlan.ts';
import { eduQuestion } from './eduQuestion.ts';
import { eduTask } from './eduTask.ts';
import { eduTrigger } from './eduTrigger.ts';
import { enumeration } from './enumeration.ts';
import { error } from './error.ts';
import { errorLog } from './errorLog.ts';
import { evidence } from './evidence.ts';
import { evidencePackage } from './evidencePackage.ts';
import { expiry } from './expiry.ts';
import { expiryRule } from './expiryRule.ts';
import { field } from './field.ts';
import { firmware } from './firmware.ts';
import { fleetVehicle } from './fleetVehicle.ts';
import { followUps } from './followUps.ts';
import { form } from './form.ts';
import { forward } from './forward.ts';
import { geofences } from './geofences.ts';
import { identity } from './identity.ts';
import { inspection } from './inspection.ts';
import { install } from './install.ts';
import { learn } from './learn.ts';
import { ledgers } from './ledgers.ts';
import { login } from './login.ts';
import { lowerPlatform } from './lowerPlatform.ts';
import { map } from './map.ts';
import { mapSetting } from './mapSetting.ts';
import { mapTools } from './mapTools.ts';
import { marker } from './marker.ts';
import { media } from './media.ts';
import { message } from './message.ts';
import { messages } from './messages.ts';
import { monitor } from './monitor.ts';
import { notice } from './notice.ts';
import { notices } from './notices.ts';
import { operations } from './operations.ts';
import { operator } from './operator.ts';
import { page } from './page.ts';
import { platforms } from './platforms.ts';
import { quotas } from './quotas.ts';
import { recordedVideo } from './recordedVideo.ts';
import { recorder } from './recorder.ts';
import { regions } from './regions.ts';
import { regulators } from './regulators.ts';
import { repair } from './repair.ts';
import { report } from './report.ts';
import { reports } from './reports.ts';
import { resource } from './resource.ts';
import { riskArea } from './riskArea.ts';
import { riskEvent } from './riskEvent.ts';
import { role } from './role.ts';
import { route } from './route.ts';
import { rule } from './rule.ts';
import { safety } from './safety.ts';
import { schedules } from './schedules.ts';
import { screens } from './screens.ts';
import { search } from './search.ts';
import { sessionEnd } from './sessionEnd.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { sms } from './sms.ts';
import { smsAccount } from './smsAccount.ts';
import { smsLog } from './smsLog.ts';
import { smsRule } from './smsRule.ts';
import { smsTemplate } from './smsTemplate.ts';
import { superior } from './superior.ts';
import { superiorLink } from './superiorLink.ts';
import { table } from './table.ts';
import { tableFile } from './tableFile.ts';
import { tags } from './tags.ts';
import { tasks } from './tasks.ts';
import { terminalModel } from './terminalModel.ts';
import { terminalParameter } from './terminalParameter.ts';
import { terminalSettings } from './terminalSettings.ts';
import { terminalSetup } from './terminalSetup.ts';
import { texts } from './texts.ts';
import { track } from './track.ts';
import { tracking } from './tracking.ts';
import { tracks } from './tracks.ts';
import { transfer } from './transfer.ts';
import { unit } from './unit.ts';
import { use } from './use.ts';
import { user } from './user.ts';
import { vehicle } from './vehicle.ts';
import { vehicleAction } from './vehicleAction.ts';
import { vehiclePicker } from './vehiclePicker.ts';
import { vehicleWindow } from './vehicleWindow.ts';
import { video } from './video.ts';
import { videoState } from './videoState.ts';
import { videoUpload } from './videoUpload.ts';
import { videoViews } from './videoViews.ts';
import { viewKind } from './viewKind.ts';
import { warnScheme } from './warnScheme.ts';

export const en = {
  account,
  action,
  agent,
  alarm,
  alarmPopup,
  alarmHandling,
  alarmHistory,
  area,
  geofences,
  attachment,
  auditAction,
  auditArea,
  bar,
  batch,
  command,
  commandBatch,
  commandResult,
  commandTray,
  common,
  deletedVehicle,
  department,
  documents,
  dept,
  device,
  display,
  drawer,
  driver,
  education,
  eduCourse,
  eduPlan,
  eduQuestion,
  eduTask,
  eduTrigger,
  enumeration,
  error,
  evidencePackage,
  errorLog,
  evidence,
  expiry,
  expiryRule,
  field,
  firmware,
  fleetVehicle,
  followUps,
  form,
  forward,
  safety,
  screens,
  identity,
  inspection,
  install,
  learn,
  ledgers,
  login,
  lowerPlatform,
  map,
  mapSetting,
  mapTools,
  marker,
  media,
  message,
  messages,
  monitor,
  notice,
  notices,
  operations,
  operator,
  page,
  platforms,
  tracks,
  quotas,
  recordedVideo,
  recorder,
  regions,
  regulators,
  repair,
  report,
  reports,
  resource,
  riskArea,
  riskEvent,
  role,
  route,
  rule,
  schedules,
  search,
  sessionEnd,
  sessions,
  settings,
  shell,
  sms,
  smsAccount,
  smsLog,
  smsRule,
  smsTemplate,
  superior,
  superiorLink,
  table,
  tableFile,
  tags,
  tasks,
  terminalModel,
  terminalParameter,
  terminalSettings,
  terminalSetup,
  texts,
  track,
  tracking,
  transfer,
  unit,
  use,
  user,
  vehicle,
  vehicleAction,
  vehiclePicker,
  vehicleWindow,
  video,
  videoState,
  videoViews,
  viewKind,
  videoUpload,
  warnScheme,
};
