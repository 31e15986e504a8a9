import type { audit as zh } from '../zh/audit.ts';

export const audit: { readonly [Group in keyof typeof zh]: Record<keyof (typeof zh)[Group], string> } = {
  area: {
    identity: 'アカウントとログイン',
    settings: 'プラットフォーム設定',
    audit: '監査',
  },
  action: {
    makeInspectPasswd: '検査パスワードの発行',
    exchangeTicket: 'ログインチケットの発行',
    updateUserDetail: '個人情報の変更',
    changePasswd: 'パスワードの変更',
    endSession: 'セッションの強制終了',
    getCertificateUrl: 'ネットワーク接続証明書の表示',
    savePlatSetting: 'プラットフォーム設定の保存',
    uploadLogo: 'ロゴのアップロード',
    exportOperation: '操作ログのエクスポート',
  },
  column: {
    at: '日時',
    account: 'アカウント',
    username: '氏名',
    deptName: '部署',
    peerIp: '接続元アドレス',
    area: '機能',
    action: '操作',
    object: '対象',
    before: '変更前',
    after: '変更後',
    result: '結果',
  },
  result: {
    ok: '成功',
    refused: '失敗',
  },
  file: { name: '操作ログ' },
};
