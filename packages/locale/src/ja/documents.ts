import type { documents as zh } from '../zh/documents.ts';

export const documents: Record<keyof typeof zh, string> = {
  download: 'ダウンロード',
  send: '送信',
  regenerate: '再作成',
  remove: '削除',
  ofDocument: '{{action}} - {{name}}',
  mailText: '「{{name}}」を作成しました',
  receivers: '宛先',
  receiversHint: 'メールアドレスは{{max}}件まで。送信後、この企業の宛先として保存されます',
  noMail: 'このサーバーにはメール送信が設定されていないため、送信できません',
  reportsForbidden: 'この文書には閲覧権限のない帳票が含まれているため、送信できません',
  sent: '送信待ちに追加しました',
  regenerating: '再作成を開始しました。しばらくしてから更新してください',
  removed: '削除しました',
  removeAsk: 'ファイルは元に戻せず、自動で再作成されることもありません',
  regenerateAsk: '現在のデータでファイルを作り直し、元のファイルと置き換えます',
};
