import type { route as zh } from '../zh/route.ts';

export const route: Record<keyof typeof zh, string> = {
  pendingTitle: '{{page}}はまだ利用できません',
  pendingHint: 'このページは今後のバージョンで提供されます。',
  back: '前のページに戻る',
  needs: '「{{page}}」を開くには権限「{{permissions}}」が必要です。管理者に依頼してください。',
};
