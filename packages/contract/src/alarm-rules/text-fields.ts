/** Placeholders in braces that are filled in when a text is sent (screen catalogue 6.1, 130105). The same in every language. */
export const TEXT_FIELDS = ['车牌', '报警类型', '速度', '限速', '位置', '时间'] as const;
