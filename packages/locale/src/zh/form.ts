/** Drawers with a form, and leaving them. */
export const form = {
  save: '保存',
  cancel: '取消',
  unsaved: '有未保存的修改',
  unsavedHint: '离开后，修改的内容将丢失',
  discard: '放弃修改',
  keepEditing: '继续编辑',
} as const;
