/** The services that can be mounted, alone or together. The health service is always mounted. */
export const SERVICE_NAMES = [
  'projectConfig',
  'walletRegistry',
  'jsonRpc',
  'blockchainApi',
  'relay',
  'analytics',
  'auth',
  'login',
] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]
