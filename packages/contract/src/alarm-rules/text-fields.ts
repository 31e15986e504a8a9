/** What a text may name, in braces, and is filled in when it is sent (screen catalogue 6.1, 130105). The same in every language. */
export const TEXT_FIELDS = ['车牌', '报警类型', '速度', '限速', '位置', '时间'] as const;
