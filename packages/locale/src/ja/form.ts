import type { form as zh } from '../zh/form.ts';

export const form: Record<keyof typeof zh, string> = {
  save: '保存',
  cancel: 'キャンセル',
  unsaved: '保存していない変更があります',
  unsavedHint: 'このまま離れると、変更は失われます。',
  discard: '変更を破棄',
  keepEditing: '編集を続ける',
};
