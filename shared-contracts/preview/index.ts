/** Says in data what is about to be signed (`@portico/contracts/preview`). No React, no DOM, no requests. */
export { readBase58 } from './bytes.ts'
export type { ContractRole, PreviewContext, TokenFacts } from './context.ts'
export { describeRequest, type PreviewRequest } from './describeRequest.ts'
export {
  type BalanceChange,
  DESCRIPTION_KINDS,
  type Description,
  type DescriptionKind,
  type Effects,
  type Field,
  type Grant,
  type Hex,
  type Line,
  type Raw,
  type Value,
} from './description.ts'
export { decodeAbi, shapeOf } from './evm/abi.ts'
export { isPermit2 } from './evm/knownAddresses.ts'
export { readTransaction, type Transaction } from './evm/readTransaction.ts'
export { personalMessageBytes } from './message.ts'
export type { PreviewMessageKey } from './messageKeys.ts'
export { readTypedData, type TypedData } from './typedData/readTypedData.ts'
export { elementOf, encodeType, type Types } from './typedData/types.ts'
export { isUnlimited } from './values.ts'
export { visibleText } from './visibleText.ts'
