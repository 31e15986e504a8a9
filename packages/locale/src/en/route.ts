import type { route as zh } from '../zh/route.ts';

export const route: Record<keyof typeof zh, string> = {
  pendingTitle: '{{page}} is not available yet',
  pendingHint: 'This page will be available in a later version.',
  back: 'Go back',
  needs: 'You need the permission {{permissions}} to open {{page}}. Ask your administrator for access.',
};
