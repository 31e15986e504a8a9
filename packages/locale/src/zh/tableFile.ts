/** Errors of uploaded table files, with their remedy. */
export const tableFile = {
  notTable: '这不是表格文件，请上传 xlsx 或 csv 文件',
  oldXls: '这是旧版 Excel 文件（.xls），请另存为 .xlsx 后重新上传',
  password: '文件设有密码，请取消密码后重新上传',
  damaged: '文件已损坏或不完整，请重新保存后上传',
  tooLarge: '文件解压后过大（上限 {{max}} MiB），无法读取',
  empty: '表格中没有数据',
  noSheet: '找不到工作表“{{sheet}}”，文件中的工作表：{{sheets}}',
  encoding: '无法识别文件的字符编码，请保存为 UTF-8 或 GBK 后重新上传',
  formula: '以下单元格含有公式，请改为数值：{{cell}}',
  errorCell: '以下单元格为错误值：{{cell}}',
  numberTooLong: '以下单元格的数字超过 15 位，末尾数位已丢失，请设为文本格式后重新填写：{{cell}}',
  cellTooLong: '以下单元格超过 {{max}} 个字符：{{cell}}',
  merged: '数据区域含有合并单元格，请取消合并：{{cell}}',
  tooManyRows: '数据超过 {{max}} 行，请拆分后分别上传',
  tooManyColumns: '列数超过 {{max}} 列，多出的单元格：{{cell}}',
} as const;
