import type { route as zh } from '../zh/route.ts';

export const route: Record<keyof typeof zh, string> = {
  pendingTitle: '{{page}} is not available yet',
  pendingHint: 'This page comes with a later version.',
  back: 'Go back',
  needs: 'Opening {{page}} needs the permission {{permissions}}. Ask an administrator for it.',
};
