import type { form as zh } from '../zh/form.ts';

export const form: Record<keyof typeof zh, string> = {
  save: 'Guardar',
  cancel: 'Cancelar',
  unsaved: 'Hay cambios sin guardar',
  unsavedHint: 'Si sale, se perderán estos cambios.',
  discard: 'Descartar cambios',
  keepEditing: 'Seguir editando',
};
