import AlertOutlined from '@ant-design/icons/AlertOutlined';
import ApartmentOutlined from '@ant-design/icons/ApartmentOutlined';
import AreaChartOutlined from '@ant-design/icons/AreaChartOutlined';
import AuditOutlined from '@ant-design/icons/AuditOutlined';
import BankOutlined from '@ant-design/icons/BankOutlined';
import BarChartOutlined from '@ant-design/icons/BarChartOutlined';
import BellOutlined from '@ant-design/icons/BellOutlined';
import BookOutlined from '@ant-design/icons/BookOutlined';
import CarOutlined from '@ant-design/icons/CarOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import CloudOutlined from '@ant-design/icons/CloudOutlined';
import CloudUploadOutlined from '@ant-design/icons/CloudUploadOutlined';
import CoffeeOutlined from '@ant-design/icons/CoffeeOutlined';
import CompassOutlined from '@ant-design/icons/CompassOutlined';
import ControlOutlined from '@ant-design/icons/ControlOutlined';
import DashboardOutlined from '@ant-design/icons/DashboardOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import FieldTimeOutlined from '@ant-design/icons/FieldTimeOutlined';
import FileSearchOutlined from '@ant-design/icons/FileSearchOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import FlagOutlined from '@ant-design/icons/FlagOutlined';
import FormOutlined from '@ant-design/icons/FormOutlined';
import HddOutlined from '@ant-design/icons/HddOutlined';
import IdcardOutlined from '@ant-design/icons/IdcardOutlined';
import LaptopOutlined from '@ant-design/icons/LaptopOutlined';
import MessageOutlined from '@ant-design/icons/MessageOutlined';
import MonitorOutlined from '@ant-design/icons/MonitorOutlined';
import MoonOutlined from '@ant-design/icons/MoonOutlined';
import NotificationOutlined from '@ant-design/icons/NotificationOutlined';
import PieChartOutlined from '@ant-design/icons/PieChartOutlined';
import ProfileOutlined from '@ant-design/icons/ProfileOutlined';
import ReadOutlined from '@ant-design/icons/ReadOutlined';
import SafetyCertificateOutlined from '@ant-design/icons/SafetyCertificateOutlined';
import SafetyOutlined from '@ant-design/icons/SafetyOutlined';
import ScheduleOutlined from '@ant-design/icons/ScheduleOutlined';
import SendOutlined from '@ant-design/icons/SendOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import ShopOutlined from '@ant-design/icons/ShopOutlined';
import SlidersOutlined from '@ant-design/icons/SlidersOutlined';
import SolutionOutlined from '@ant-design/icons/SolutionOutlined';
import SwapOutlined from '@ant-design/icons/SwapOutlined';
import TeamOutlined from '@ant-design/icons/TeamOutlined';
import ThunderboltOutlined from '@ant-design/icons/ThunderboltOutlined';
import ToolOutlined from '@ant-design/icons/ToolOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import type { ComponentType } from 'react';

/** Icons of groups and their pages, by the last part of the path. */
const icons: Readonly<Record<string, ComponentType>> = {
  alarmrule: AlertOutlined,
  platWarmplans: ProfileOutlined,
  platOverSpeedSet: DashboardOutlined,
  bjzdclsz: ThunderboltOutlined,
  automatically: MoonOutlined,
  bjbwzdxfsz: SendOutlined,
  alarmdelaySettingsetup: FieldTimeOutlined,
  zdaqbjzdclsz: SafetyOutlined,
  dsbwzdxfsz: ScheduleOutlined,
  roadwarningalarm: FlagOutlined,
  platformfatigueSettings: CoffeeOutlined,
  roadspeedalarm: CompassOutlined,

  report: BarChartOutlined,
  navigationReporting: BarChartOutlined,
  downloadCenter: DownloadOutlined,
  statusData: FileSearchOutlined,
  basicstatementreport: FileTextOutlined,
  drivertrainingreport: ReadOutlined,
  smsstatisticsreport: MessageOutlined,
  assessmentreport: AuditOutlined,
  regulatory: BankOutlined,
  alarmqueryreport: BellOutlined,
  caroperationreport: CarOutlined,
  positionanalysisreport: CompassOutlined,
  carperipheralreport: ControlOutlined,
  localcustomreport: FlagOutlined,
  monitorledgerreport: BookOutlined,
  statementchuanreport: FormOutlined,

  activesafety: SafetyCertificateOutlined,
  safetyalarm: AlertOutlined,
  safetytoday: ClockCircleOutlined,
  safetyoverview: DashboardOutlined,
  safetyevidencecenter: FileSearchOutlined,
  safetyanalysis: PieChartOutlined,
  alarmstatistics: AreaChartOutlined,
  adasAlarm: SafetyOutlined,
  adasAlarmDeal: SolutionOutlined,
  adasAlarmEvidenceSel: FileSearchOutlined,

  platform: ProfileOutlined,
  echarForTable: UserOutlined,
  echarForTableSF: UserOutlined,
  roleManagement: TeamOutlined,
  roleManagementSF: TeamOutlined,
  carInfoManagement: CarOutlined,
  carInfoCDManagement: ShopOutlined,
  departManagement: ApartmentOutlined,
  driverManagement: IdcardOutlined,
  agentManagement: SolutionOutlined,
  operatorManagement: BankOutlined,
  devicePropertiesManagement: HddOutlined,
  terminalModelManagement: HddOutlined,
  supPlatformManagement: CloudUploadOutlined,
  supPlatformMonitoring: MonitorOutlined,
  distributPlatformManagement: SwapOutlined,
  quotaManagement: PieChartOutlined,
  deletedCarsManagement: DeleteOutlined,
  publicnoticeManagement: NotificationOutlined,
  expirreminderagement: ClockCircleOutlined,
  repairManagement: ToolOutlined,
  terminalinstallationManagement: ControlOutlined,
  operationLog: FileSearchOutlined,
  sessionManagement: LaptopOutlined,

  setup: SettingOutlined,
  common: SettingOutlined,
  terminal: HddOutlined,
  platsettings: SlidersOutlined,
  adasalarm: SafetyOutlined,
  safeEdusettings: ReadOutlined,
  alibbcloundsms: CloudOutlined,
};

/** The icon of a sidebar group or page. */
export function MenuIcon({ path }: { path: string }) {
  const Icon = icons[path.slice(path.lastIndexOf('/') + 1)] ?? FileTextOutlined;
  return (
    <span aria-hidden>
      <Icon />
    </span>
  );
}
