import type { field as zh } from '../zh/field.ts';

export const field: Record<keyof typeof zh, string> = {
  required: '必須項目です',
  invalid: '正しい値を入力してください',
  integer: '整数を入力してください',
  tooShort: '{{min}}文字以上で入力してください',
  tooLong: '{{max}}文字以内で入力してください',
  tooFew: '{{min}}件以上必要です',
  tooMany: '最大{{max}}件です',
  tooSmall: '{{min}}以上で入力してください',
  tooBig: '{{max}}以下で入力してください',
  unknown: 'この項目はありません',
  characters: '使用できない文字が含まれています',
  tooDeep: '入れ子が深すぎます',
  notJson: 'リクエストがJSONではありません',
  noSuchRecord: '存在しないか、利用する権限がありません',
  notForm: 'リクエストがフォームではありません',
  fileTooLarge: 'ファイルは{{max}}以下にしてください',
  oneFile: 'アップロードできるファイルは1つだけです',
};
