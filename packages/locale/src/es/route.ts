import type { route as zh } from '../zh/route.ts';

export const route: Record<keyof typeof zh, string> = {
  pendingTitle: '{{page}} aún no está disponible',
  pendingHint: 'Esta página llegará en una versión posterior.',
  back: 'Volver',
  needs: 'Para abrir {{page}} se necesita el permiso {{permissions}}. Pídalo a un administrador.',
};
