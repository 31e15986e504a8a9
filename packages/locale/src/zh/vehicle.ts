/** Fields of a vehicle, by their keys. */
export const vehicle = {
  carNo: '车牌号',
  deptId: '所属部门',
} as const;
