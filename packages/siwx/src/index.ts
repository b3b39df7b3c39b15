/** Signing in with a wallet, for sites: `createModal({ siwx: new DefaultSIWX() })`. */
export type {
  Cacao,
  SIWXConfig,
  SIWXMessage,
  SIWXMessageData,
  SIWXMessageInput,
  SIWXSession,
} from '@portico/contracts'
export { DefaultSIWX, type DefaultSIWXOptions } from './DefaultSIWX.ts'
export { isSIWXError, SIWXError, type SIWXErrorCode } from './errors.ts'
export * from './messages/index.ts'
export { createLocalStorage, type SIWXStorage } from './sessions/createLocalStorage.ts'
export * from './verifiers/index.ts'
