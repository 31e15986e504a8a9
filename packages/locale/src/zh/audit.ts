/** The operation log: names of audited areas and actions (keys of the contract), and what an exported file says. */
export const audit = {
  area: {
    identity: '账号与登录',
    settings: '平台设置',
    audit: '审计',
  },
  action: {
    makeInspectPasswd: '生成查验密码',
    exchangeTicket: '换取登录凭证',
    updateUserDetail: '修改个人信息',
    changePasswd: '修改密码',
    endSession: '强制下线',
    getCertificateUrl: '打开入网证明',
    savePlatSetting: '保存平台设置',
    uploadLogo: '上传标志',
    exportOperation: '导出操作日志',
  },
  column: {
    at: '时间',
    account: '账号',
    username: '姓名',
    deptName: '部门',
    peerIp: '登录地址',
    area: '功能模块',
    action: '操作',
    object: '操作对象',
    before: '变更前',
    after: '变更后',
    result: '结果',
  },
  result: {
    ok: '成功',
    refused: '未成功',
  },
  file: { name: '操作日志' },
} as const;
