import type { auditAction as zh } from '../zh/auditAction.ts';

export const auditAction: Record<keyof typeof zh, string> = {
  makeInspectPasswd: 'Generar contraseña de inspección',
  exchangeTicket: 'Emitir credencial de acceso',
  updateUserDetail: 'Modificar el perfil propio',
  changePasswd: 'Cambiar contraseña',
  endSession: 'Cerrar sesiones',
  getCertificateUrl: 'Abrir el certificado de conexión a la red',
  savePlatSetting: 'Guardar la configuración de la plataforma',
  uploadLogo: 'Subir el logotipo',
  exportOperation: 'Exportar el registro de operaciones',
  enableAgent: 'Habilitar/deshabilitar agente',
  bindDept: 'Asignar empresas a agente',
  enableOperator: 'Habilitar/deshabilitar operador',
  bindOperatorCar: 'Vincular vehículos a operador',
  linkSuperior: 'Enlazar/desenlazar plataforma superior',
  bindSuperiorCar: 'Vincular vehículos a plataforma superior',
  enableForward: 'Habilitar/deshabilitar plataforma de reenvío',
  bindForwardCar: 'Vincular vehículos a plataforma de reenvío',
  saveQuota: 'Definir cuota',
  transferQuota: 'Transferir cuota',
};
