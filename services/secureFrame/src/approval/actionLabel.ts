import type { MessageValues } from '@portico/contracts/formatMessage'
import {
  type Description,
  type DescriptionKind,
  formatAmount,
  hasNoEnd,
  type Outcome,
  type PreviewMessageKey,
  type Value,
} from '@portico/contracts/preview'
import type { ApprovalMessageKey } from './texts.ts'

type ActionKey = Extract<ApprovalMessageKey, `approval.do.${string}`>

export interface ActionLabel {
  readonly key: ActionKey
  readonly values?: MessageValues
}

/** In characters. A button has to be readable at a glance, and it shares its row with another button. */
const AMOUNT_MAX = 12
/** Contracts choose their own symbols: a button shows only plain ones that are too short to be a sentence. */
const SYMBOL = /^[A-Za-z0-9.$]{1,8}$/

const PLAIN: Readonly<Record<DescriptionKind, ActionKey>> = {
  message: 'approval.do.message',
  signIn: 'approval.do.signIn',
  typedData: 'approval.do.typedData',
  unknownTypedData: 'approval.do.unknownTypedData',
  order: 'approval.do.order',
  nativeTransfer: 'approval.do.send',
  tokenTransfer: 'approval.do.sendTokens',
  nftTransfer: 'approval.do.sendNft',
  approval: 'approval.do.allow',
  revoke: 'approval.do.revoke',
  permit: 'approval.do.allow',
  permit2: 'approval.do.allow',
  batch: 'approval.do.batch',
  safeCall: 'approval.do.safe',
  swap: 'approval.do.swap',
  claimedSwap: 'approval.do.unknownCall',
  wrap: 'approval.do.wrap',
  unwrap: 'approval.do.unwrap',
  nameRegistration: 'approval.do.register',
  nameRenewal: 'approval.do.renew',
  describedCall: 'approval.do.call',
  contractCreation: 'approval.do.createContract',
  delegation: 'approval.do.handOver',
  memo: 'approval.do.note',
  accountCreation: 'approval.do.createAccount',
  accountClosing: 'approval.do.closeAccount',
  authorityChange: 'approval.do.changeControl',
  networkFee: 'approval.do.payFee',
  durableNonce: 'approval.do.durableNonce',
  unknownCall: 'approval.do.unknownCall',
  unknownInstruction: 'approval.do.unknownInstruction',
  unknownRequest: 'approval.do.unknownRequest',
}

const WITH_AMOUNT: Partial<Record<DescriptionKind, ActionKey>> = {
  nativeTransfer: 'approval.do.sendAmount',
  tokenTransfer: 'approval.do.sendAmount',
}

const isAmount = (value: Value | undefined): value is Extract<Value, { type: 'amount' }> => value?.type === 'amount'

/** Such as "12.5 USDC"; undefined unless there is exactly one amount, short and plain enough for a button. */
function shortAmount({ lines }: Description): string | undefined {
  const amounts = lines.filter(({ labelKey }) => labelKey === 'preview.amount').map(({ value }) => value)
  const [value] = amounts
  if (amounts.length !== 1 || !isAmount(value) || value.isUnlimited) return undefined
  const { amount, decimals, symbol = '' } = value
  if (decimals === undefined || !SYMBOL.test(symbol)) return undefined
  const number = formatAmount(amount, decimals)
  return number.length > AMOUNT_MAX ? undefined : `${number} ${symbol}`
}

const has = ({ lines }: Description, key: PreviewMessageKey) => lines.some(({ labelKey }) => labelKey === key)

/** Whether the simulation found an unlimited allowance, whatever name the call has. */
const allowsForEver = (outcome?: Outcome): boolean =>
  outcome?.status === 'simulated' && (outcome.grants ?? []).some(hasNoEnd)

/** What the button does, in a few words that never sound more harmless than the request or its simulation. */
export function actionLabel(description: Description, outcome?: Outcome): ActionLabel {
  const { kind, parts = [] } = description
  if (allowsForEver(outcome)) return { key: 'approval.do.allow' }
  if (kind === 'batch') return { key: 'approval.do.batch', values: { count: parts.length } }
  if (kind === 'delegation' && has(description, 'preview.delegationEnds')) return { key: 'approval.do.takeBack' }
  const withAmount = WITH_AMOUNT[kind]
  const amount = withAmount && shortAmount(description)
  return withAmount && amount !== undefined ? { key: withAmount, values: { amount } } : { key: PLAIN[kind] }
}
