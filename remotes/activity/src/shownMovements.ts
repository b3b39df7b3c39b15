import { compare, type Decimal, decimalOf, plus, readDecimal, times, ZERO } from '@portico/contracts/money'
import type { Movement } from './entry.ts'

/** One movement as shown in a transaction's row. */
export interface ShownMovement extends Omit<Movement, 'amount' | 'value'> {
  readonly amount: Decimal
  /** The movement's value according to the service. */
  readonly worth: Decimal
}

const SHOWN_MAX = 2
const TEN: Decimal = { digits: 10n, scale: 0 }
const HUNDRED: Decimal = { digits: 100n, scale: 0 }

const isUnder = (one: ShownMovement, share: Decimal, of: ShownMovement) =>
  compare(times(one.amount, share), of.amount) < 0
const byAmount = (one: ShownMovement, other: ShownMovement) => compare(one.amount, other.amount)

/** chains.md §6.6: drops gas fees and gas refunds among the movements of one token. */
function withoutGas(movements: readonly ShownMovement[]): readonly ShownMovement[] {
  const [smallest] = movements.toSorted(byAmount)
  const largest = movements.toSorted(byAmount).at(-1)
  if (!smallest || !largest || movements.length < 2) return movements
  const isPair = movements.length === 2 && movements[0]?.direction !== movements[1]?.direction
  const share = !isPair && isUnder(smallest, HUNDRED, largest) ? HUNDRED : TEN
  return movements.filter((movement) => !isUnder(movement, share, largest))
}

/** Adds up movements of one token in one direction. */
function addUp(movements: readonly ShownMovement[]): readonly ShownMovement[] {
  const [first, ...others] = movements
  if (!first) return []
  const all = (one: ShownMovement, { amount, worth }: ShownMovement) => ({
    ...one,
    amount: plus(one.amount, amount),
    worth: plus(one.worth, worth),
  })
  return [others.reduce(all, first)]
}

/** Collectibles and unnamed tokens stay separate. */
const isOfToken = ({ isCollectible, name, symbol }: ShownMovement) => !isCollectible && Boolean(name ?? symbol)

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const known = groups.get(keyOf(one))
    if (known) known.push(one)
    else groups.set(keyOf(one), [one])
  }
  return [...groups.values()]
}

/** Converts to exact numbers. */
export const toShown = ({ amount, value = 0, ...movement }: Movement): ShownMovement => ({
  ...movement,
  amount: readDecimal(amount) ?? ZERO,
  worth: decimalOf(value) ?? ZERO,
})

const ORDER = { out: 0, self: 0, in: 1 } as const

/**
 * chains.md §6.6: the two most valuable movements, outgoing ones first. Likely fees are dropped and movements of one
 * token are added up; the details view shows everything.
 */
export function shownMovements(movements: readonly Movement[]): readonly ShownMovement[] {
  const all = movements.map(toShown)
  if (all.length < 2) return all
  const tokenOf = ({ name, symbol }: ShownMovement) => JSON.stringify([name, symbol])
  const ofTokens = grouped(all.filter(isOfToken), tokenOf)
    .flatMap((ofOne) => grouped(withoutGas(ofOne), ({ direction }) => direction))
    .flatMap(addUp)
  return [...ofTokens, ...all.filter((movement) => !isOfToken(movement))]
    .toSorted((one, other) => compare(other.worth, one.worth))
    .slice(0, SHOWN_MAX)
    .toSorted((one, other) => ORDER[one.direction] - ORDER[other.direction])
}
