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
  publishNotice: 'Publicar comunicado',
  revokeNotice: 'Retirar comunicado',
  handleExpiry: 'Tratar vencimientos',
  sendRemind: 'Recordar ahora',
  changeState: 'Cambiar estado de reparación',
  runCheck: 'Comprobar instalación',
  acceptInstall: 'Aceptar instalación',
  rejectInstall: 'Rechazar instalación',
  restoreCar: 'Restaurar vehículos',
  purgeCar: 'Eliminar vehículo definitivamente',
};
