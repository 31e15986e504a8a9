import type { platforms as zh } from '../zh/platforms.ts';

export const platforms: Record<keyof typeof zh, string> = {
  superiorHint:
    '監督プラットフォームの 809接続設定と対象車両。リンクは希望の状態で、実際の状態は上位プラットフォーム監視にあります',
  forwardHint: 'データの写しを受け取る外部システムと対象車両。転送はまだ行われません。',
};
