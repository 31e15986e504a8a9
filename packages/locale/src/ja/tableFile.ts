import type { tableFile as zh } from '../zh/tableFile.ts';

export const tableFile: Record<keyof typeof zh, string> = {
  notTable: '表形式のファイルではありません。xlsxまたはcsvファイルをアップロードしてください',
  oldXls: '旧形式のExcelファイル（.xls）です。.xlsxで保存し直してアップロードしてください',
  password: 'ファイルがパスワードで保護されています。パスワードを解除してアップロードしてください',
  damaged: 'ファイルが破損しているか不完全です。保存し直してアップロードしてください',
  tooLarge: '展開後のファイルが大きすぎるため読み込めません（上限{{max}} MiB）',
  empty: '表にデータがありません',
  noSheet: 'シート「{{sheet}}」が見つかりません。ファイル内のシート：{{sheets}}',
  encoding: 'ファイルの文字コードを判別できません。UTF-8またはGBKで保存してアップロードしてください',
  formula: '次のセルに数式が含まれています。値に置き換えてください：{{cell}}',
  errorCell: '次のセルがエラー値になっています：{{cell}}',
  numberTooLong: '次のセルの数値は15桁を超えており、末尾の桁が失われています。書式を文字列にして入力し直してください：{{cell}}',
  cellTooLong: '次のセルが{{max}}文字を超えています：{{cell}}',
  merged: 'データ内に結合セルがあります。結合を解除してください：{{cell}}',
  tooManyRows: 'データが{{max}}行を超えています。ファイルを分割してアップロードしてください',
  tooManyColumns: '列数が{{max}}列を超えています。超過しているセル：{{cell}}',
};
