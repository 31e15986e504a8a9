import type { platforms as zh } from '../zh/platforms.ts';

export const platforms: Record<keyof typeof zh, string> = {
  enable: '有効にする',
  disable: '無効にする',
  enabled: '有効にしました',
  disabled: '無効にしました',
  superiorHint: '監督機関への JT/T 809接続設定と対象車両。リンク設定は希望する状態で、接続はまだ行われません。',
  forwardHint: 'データの写しを受け取る外部システムと対象車両。転送はまだ行われません。',
};
