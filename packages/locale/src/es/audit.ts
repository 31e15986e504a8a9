import type { audit as zh } from '../zh/audit.ts';

export const audit: { readonly [Group in keyof typeof zh]: Record<keyof (typeof zh)[Group], string> } = {
  area: {
    identity: 'Cuentas y acceso',
    settings: 'Ajustes de la plataforma',
    audit: 'Auditoría',
  },
  action: {
    makeInspectPasswd: 'Generar contraseña de inspección',
    exchangeTicket: 'Emitir tique de acceso',
    updateUserDetail: 'Modificar el perfil propio',
    changePasswd: 'Cambiar la contraseña',
    endSession: 'Cerrar sesiones',
    getCertificateUrl: 'Abrir el certificado de acceso a la red',
    savePlatSetting: 'Guardar ajustes de la plataforma',
    uploadLogo: 'Subir el logotipo',
    exportOperation: 'Exportar el registro de operaciones',
  },
  column: {
    at: 'Hora',
    account: 'Cuenta',
    username: 'Nombre',
    deptName: 'Departamento',
    peerIp: 'Dirección IP',
    area: 'Área',
    action: 'Operación',
    object: 'Objeto',
    before: 'Antes',
    after: 'Después',
    result: 'Resultado',
  },
  result: {
    ok: 'Correcto',
    refused: 'Rechazado',
  },
  file: { name: 'registro-de-operaciones' },
};
