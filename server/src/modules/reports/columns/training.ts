import { columns } from './column.ts';

export const trainingColumns = columns({
  planTitle: { type: 'text' },
  trainCat: { type: 'enum', values: 'TRAIN_CATEGORY' },
  planStart: { type: 'date' },
  planEnd: { type: 'date' },
  reqHours: { type: 'decimal1', unit: 'classHours' },
  needPeople: { type: 'integer', unit: 'people' },
  joinPeople: { type: 'integer', unit: 'people' },
  donePeople: { type: 'integer', unit: 'people' },
  passPeople: { type: 'integer', unit: 'people' },
  joinTrainRate: { type: 'percent', unit: 'percent' },
  doneRate: { type: 'percent', unit: 'percent' },
  passRate: { type: 'percent', unit: 'percent' },
  learnHours: { type: 'decimal1', unit: 'classHours' },
  avgHours: { type: 'decimal1', unit: 'classHours' },
  hourRate: { type: 'percent', unit: 'percent' },
  examScore: { type: 'decimal1', unit: 'points' },
  trainState: { type: 'enum', values: 'TRAIN_STATE' },
  lastLearn: { type: 'instant' },
  faceFail: { type: 'integer', unit: 'times' },
});
