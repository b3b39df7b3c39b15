/** The older sign-in for EVM only: the option `siweConfig`. This entry excludes the code that verifies signatures. */
export {
  createSIWEConfig,
  type SIWEClient,
  type SIWEConfig,
  type SIWEOptions,
  type SIWESession,
  type SIWEVerifyMessageArgs,
} from './createSIWEConfig.ts'
export {
  formatMessage,
  getAddressFromMessage,
  getChainIdFromMessage,
  getDidAddress,
  getDidChainId,
  type SIWECreateMessageArgs,
  type SIWEMessageParams,
} from './formatMessage.ts'
export { fromSiweConfig, type SIWXFromSiwe } from './fromSiweConfig.ts'
export { verifySignature } from './verifySignature.ts'
