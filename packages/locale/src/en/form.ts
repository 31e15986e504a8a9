import type { form as zh } from '../zh/form.ts';

export const form: Record<keyof typeof zh, string> = {
  save: 'Save',
  cancel: 'Cancel',
  unsaved: 'Unsaved changes',
  unsavedHint: 'Your changes are lost if you leave.',
  discard: 'Discard changes',
  keepEditing: 'Keep editing',
};
