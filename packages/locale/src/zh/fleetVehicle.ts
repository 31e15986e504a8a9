/** Fields of a vehicle for the clerk of a fleet. */
export const fleetVehicle = {
  carNo: '车牌号',
  plateColor: '车牌颜色',
  deptId: '所属部门',
  online: '在线',
  lastSeenAt: '最后上报时间',
  innerNo: '自编号',
  vehicleType: '车辆类型',
  phone: '终端手机号',
  runState: '营运状态',
  driverId: '主驾驶员',
  contact: '联系人',
  contactTel: '联系电话',
  remark: '备注',
} as const;
