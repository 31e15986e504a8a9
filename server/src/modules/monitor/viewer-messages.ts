// Messages of `gpsmsg` without positions, written by hand from JSON that several viewers share.

export const emptyMessage = (alarmSeq: number, at: number) => `{"data":[],"alarmSeq":${alarmSeq},"at":${at}}`;

export const supervisionMessage = (json: string, alarmSeq: number, at: number) =>
  `{"data":[],"warnSuperviseMessage":[${json}],"alarmSeq":${alarmSeq},"at":${at}}`;

type Found = { readonly found: readonly string[]; readonly risks: readonly string[] };
export const alarmMessage = ({ found, risks }: Found, seq: number, gap: boolean, at: number) =>
  `{"data":[],"alarmResult":[${found.join(',')}],${risks.length > 0 ? `"fyAlarmResult":[${risks.join(',')}],` : ''}"alarmSeq":${seq},${gap ? '"alarmGap":1,' : ''}"at":${at}}`;
