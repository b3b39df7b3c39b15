import { formatDecimal } from '@portico/contracts/money'
import { useLocale, useMessages } from '@portico/contracts/ui'
import type { Entry } from './entry.ts'
import type { ShownMovement } from './shownMovements.ts'

/** views.md §20 */
const SHOWN_DIGITS = 3

const SIGNS = { in: '+', out: '−', self: '' } as const

/** chains.md §6.6: the words for each type, in the past tense. */
const TYPES: Readonly<Record<string, string>> = {
  approve: 'activity.type.approve',
  borrow: 'activity.type.borrow',
  bought: 'activity.type.bought',
  burn: 'activity.type.burn',
  cancel: 'activity.type.cancel',
  claim: 'activity.type.claim',
  deploy: 'activity.type.deploy',
  deposit: 'activity.type.deposit',
  execute: 'activity.type.execute',
  mint: 'activity.type.mint',
  receive: 'activity.type.receive',
  repay: 'activity.type.repay',
  sell: 'activity.type.sell',
  send: 'activity.type.send',
  stake: 'activity.type.stake',
  trade: 'activity.type.trade',
  unstake: 'activity.type.unstake',
  withdraw: 'activity.type.withdraw',
}

const STATUSES = {
  pending: 'activity.status.pending',
  confirmed: 'activity.status.confirmed',
  failed: 'activity.status.failed',
  replaced: 'activity.status.replaced',
  dropped: 'activity.status.dropped',
} as const

/** The icon for a transaction's type, or a generic one. */
export function iconOf({ type, status, movements }: Entry) {
  if (status === 'failed' || status === 'dropped') return 'alert'
  if (type === 'trade') return 'swap'
  if (type === 'approve') return 'check'
  const directions = new Set(movements.map(({ direction }) => direction))
  if (directions.size !== 1) return 'activity'
  return directions.has('in') ? 'receive' : directions.has('out') ? 'send' : 'retry'
}

/** Formats transactions in the visitor's language. */
export function useTexts() {
  const t = useMessages()
  const locale = useLocale()
  const whole = (movement: ShownMovement, digits?: number) =>
    formatDecimal(movement.amount, locale, digits === undefined ? {} : { max: digits })
  const unitOf = ({ isCollectible, name, symbol }: ShownMovement) => (isCollectible ? name : symbol) ?? name ?? '–'

  /** `−1.5 ETH`. With `digits`, truncated after that many decimals; smaller amounts read as "less than". */
  function amountOf(movement: ShownMovement, digits?: number): string {
    const { amount, direction, isCollectible } = movement
    const unit = unitOf(movement)
    const isSingle = isCollectible && amount.digits === 1n && amount.scale === 0
    if (isSingle) return `${SIGNS[direction]}${unit}`
    const isLess =
      digits !== undefined && amount.digits > 0n && amount.digits * 10n ** BigInt(digits) < 10n ** BigInt(amount.scale)
    const least = { digits: 1n, scale: digits ?? 0 }
    const number = isLess ? t('activity.less', { amount: formatDecimal(least, locale) }) : whole(movement, digits)
    return `${SIGNS[direction]}${number} ${unit}`
  }

  return {
    /** A type that is unknown to us is shown under the name that the service gives. */
    typeOf({ type }: Entry): string {
      const key = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
      return key ? t(key) : type
    },
    shortAmountOf: (movement: ShownMovement) => amountOf(movement, SHOWN_DIGITS),
    amountOf: (movement: ShownMovement) => amountOf(movement),
    statusOf: ({ status }: Entry) => t(STATUSES[status]),
    dayOf: ({ at }: Entry) => new Intl.DateTimeFormat(locale, { day: '2-digit', month: 'short' }).format(at),
    momentOf: ({ at }: Entry) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at),
  }
}
