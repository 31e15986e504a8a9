/** Pages that show what terminals sent of one message: the code to view each. Others see it on the page of terminals only. */
export const MESSAGE_PAGES = [
  // CAN data
  { code: '7010801', messageId: 0x0705 },
  // transparent data
  { code: '7011601', messageId: 0x0900 },
] as const;
