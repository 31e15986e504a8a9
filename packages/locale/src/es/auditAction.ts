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
  enableUser: 'Habilitar o deshabilitar usuarios',
  resetPasswd: 'Restablecer contraseña',
  unlockUser: 'Desbloquear usuarios',
  kickUser: 'Cerrar la sesión de usuarios',
  copyRole: 'Copiar rol',
  bindUser: 'Asignar usuarios al rol',
};
