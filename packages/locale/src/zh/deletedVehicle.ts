/** The recycle bin of vehicles. */
export const deletedVehicle = {
  carNo: '车牌号',
  plateColor: '车牌颜色',
  deptId: '所属部门',
  vin: '车架号',
  terminalNo: '终端ID',
  phone: '终端手机号',
  deletedAt: '删除时间',
  deletedByName: '删除人',
  deleteReason: '删除原因',
  keptUntil: '保留至',
} as const;
