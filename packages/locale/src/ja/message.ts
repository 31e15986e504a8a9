import type { message as zh } from '../zh/message.ts';

export const message: Record<keyof typeof zh, string> = {
  contentRequired: '本文を入力してください',
  contentTooLong: '250文字以内で入力してください',
  templateRequired: 'テンプレートを選択してください',
  channelRequired: '通知方法を選択してください',
  noVehicles: '選択した部門に車両がありません',
  tooManyVehicles: '一度に送信できるのは最大{{most}}台です',
};
