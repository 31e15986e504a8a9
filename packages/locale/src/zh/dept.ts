/** Why the tree of departments refuses a place. */
export const dept = {
  circle: '上级部门不能是自己或自己的下级',
  tooDeep: '部门最多 {{max}} 级',
} as const;
