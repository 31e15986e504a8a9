import type { eduPlan as zh } from '../zh/eduPlan.ts';

export const eduPlan: Record<keyof typeof zh, string> = {
  addTitle: 'Agregar plan',
  planTitle: 'Plan',
  deptId: 'Departamento',
  category: 'Categoría',
  startOn: 'Desde',
  endOn: 'Fecha límite',
  hours: 'Horas lectivas exigidas',
  passScore: 'Nota mínima',
  remindDays: 'Recordar antes',
  courses: 'Cursos',
  departments: 'Grupos de conductores',
  templateId: 'Plantilla de SMS',
  tasks: 'Conductores',
  completed: 'Completaron',
  publishedAt: 'Publicado',
  remark: 'Notas',
};
