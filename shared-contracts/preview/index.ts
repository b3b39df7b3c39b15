/** Describes what is about to be signed, as data (`@portico/contracts/preview`). Needs no React, DOM or requests. */

export { decodeBase58, encodeBase58 } from '../src/chains/bytes.ts'
export { describePsbt } from './bitcoin/describePsbt.ts'
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
export { type AbiValue, decodeAbi, shapeOf } from './evm/abi.ts'
export { readAbiText } from './evm/abiText.ts'
export { type Descriptor, readDescriptor } from './evm/descriptors/readDescriptor.ts'
export { readQuantity, toQuantity } from './evm/effects/quantities.ts'
export { type AskNode, type SimulatedCall, simulateCalls } from './evm/effects/simulateCalls.ts'
export { evmTokenFacts } from './evm/evmTokenFacts.ts'
export { knownContracts } from './evm/knownContracts.ts'
export { readTransaction, type Transaction } from './evm/readTransaction.ts'
export { ENTRY_POINT, SAFE } from './evm/smartAccountContracts.ts'
export { personalMessageBytes } from './message.ts'
export type { PreviewMessageKey } from './messageKeys.ts'
export { describeOutgoing } from './outgoing/describeOutgoing.ts'
export { type NetworkFacts, networkFacts } from './outgoing/networkFacts.ts'
export { outcomeOf, withoutCodeIn } from './outgoing/outcomeOf.ts'
export { outgoingContext } from './outgoing/outgoingContext.ts'
export { requestOutcome } from './outgoing/requestOutcome.ts'
export { lookupTableAt, solanaToken } from './outgoing/solanaFacts.ts'
export { solanaOutcome } from './outgoing/solanaOutcome.ts'
export {
  allowanceSentences,
  FEE_LABEL,
  formatAmount,
  givesNothing,
  grantSentence,
  grantsBeside,
  hasNoEnd,
  inOrderOfLoss,
  inOrderOfSize,
  isOdd,
  isOddOutcome,
  isOver,
  isSaid,
  nftSentence,
  type Outcome,
  outcomeSentence,
  type Sentence,
  type ShownLine,
  shownLine,
  shownLines,
  technicalLines,
  type Units,
  type Words,
} from './shown/index.ts'
export {
  type AccountKey,
  type Instruction as SolanaInstruction,
  readSolanaTransaction,
  type SolanaMessage,
} from './solana/readTransaction.ts'
export { maybeWithoutCode } from './spenders.ts'
export { readTypedData, type TypedData } from './typedData/readTypedData.ts'
export { elementOf, encodeType, type Types } from './typedData/types.ts'
export { isUnlimited } from './values.ts'
export { visibleText } from './visibleText.ts'
