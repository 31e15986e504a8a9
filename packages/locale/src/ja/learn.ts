import type { learn as zh } from '../zh/learn.ts';

export const learn: Record<keyof typeof zh, string> = {
  courseTitle: '{{title}}（{{minutes}}分）',
  openFile: 'ファイルを開く：{{name}}',
  right: '正しい',
  wrong: '誤り',
  several: '{{stem}}（複数選択）',
  state: '学習時間：{{required}}分中{{learned}}分。期限：{{due}}。',
  passScore: '合格点：{{score}}点。',
  recorded: '{{minutes}}分を記録しました。',
  score: '今回の得点：{{score}}点。',
  completed: 'この学習は完了しました。',
  notCompleted: 'まだ完了していません。続けて学習してください。',
  tooShort: '1分未満のため記録していません。学習を終えてから送信してください。',
  questions: '確認問題',
  finishHint: '学習と解答が終わったら「学習を終える」を押してください。学習時間と得点が学習記録に追加されます。',
  finish: '学習を終える',
  invalid: 'リンクが無効です',
  invalidHint: 'リンクの有効期限が切れているか、不完全です。運行管理者に新しいリンクを依頼してください。',
};
