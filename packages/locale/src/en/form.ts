import type { form as zh } from '../zh/form.ts';

export const form: Record<keyof typeof zh, string> = {
  save: 'Save',
  cancel: 'Cancel',
  unsaved: 'There are unsaved changes',
  unsavedHint: 'If you leave, these changes are lost.',
  discard: 'Discard changes',
  keepEditing: 'Keep editing',
};
