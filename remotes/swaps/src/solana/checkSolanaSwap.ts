import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import type { Mint, TokenAccount } from '@portico/contracts/solana'
import { leastOf } from '../formulas.ts'
import { unexpected } from '../guard/unexpected.ts'
import type { Token } from '../token.ts'
import type { JupiterStep } from './jupiter.ts'
import { WRAPPED_SOL } from './programs.ts'
import { readStep, type Step } from './steps.ts'
import type { Transaction } from './transaction.ts'

export interface WantedSwap {
  /** The account that pays and receives. */
  readonly account: string
  readonly from: Pick<Token, 'address'>
  readonly to: Pick<Token, 'address'>
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** The amount that the visitor was quoted, in the smallest unit of `to`. */
  readonly quoted: bigint
  readonly slippageBps: bigint
  /** The signed index's routers for this network. */
  readonly routers: readonly SwapRouter[]
  /** The on-chain token accounts among all accounts that the transaction names, keyed by address. */
  readonly tokenAccounts: ReadonlyMap<string, TokenAccount>
  /** The mint of `to`; undefined for the coin. */
  readonly mint: Mint | undefined
}

export interface CheckedSwap {
  readonly router: SwapRouter
  /** The guaranteed minimum, in the smallest unit of `to`. */
  readonly minimum: bigint
  /** Accounts that the visitor pays to open and that stay open. */
  readonly opened: readonly { readonly account: string; readonly mint: string }[]
  /** The priority fee, in lamports. */
  readonly priority: bigint
}

type OfType<Type extends Step['type']> = Extract<Step, { readonly type: Type }>

/** Lamports. Our services never ask for more; a higher priority fee would only waste the visitor's money. */
export const PRIORITY_MAX_LAMPORTS = 1_000_000n
const MICRO = 1_000_000n
/** The default compute limit per instruction: https://solana.com/docs/core/fees */
const UNITS_OF_INSTRUCTION = 200_000n
const UNITS_MAX = 1_400_000n

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

function priorityOf(steps: readonly Step[]): bigint {
  const budgets = steps.filter((step): step is OfType<'budget'> => step.type === 'budget')
  const price = budgets.find((one) => one.price !== undefined)?.price ?? 0n
  const others = BigInt(steps.length - budgets.length) * UNITS_OF_INSTRUCTION
  const limit = budgets.find((one) => one.limit !== undefined)?.limit ?? (others < UNITS_MAX ? others : UNITS_MAX)
  const priority = (price * limit + MICRO - 1n) / MICRO
  if (priority > PRIORITY_MAX_LAMPORTS) throw unexpected('the priority fee is far higher than a swap needs')
  return priority
}

/** The state while reading a transaction. */
interface Reading extends WantedSwap {
  readonly steps: readonly Step[]
  ofType<Type extends Step['type']>(type: Type): readonly OfType<Type>[]
  /**
   * Whether the address is the visitor's own account for this token, according to the chain or the program that opens
   * it.
   */
  isOwn(address: string, mint: string): boolean
}

function readingOf(steps: readonly Step[], wanted: WantedSwap): Reading {
  const { account, tokenAccounts } = wanted
  const ofType = <Type extends Step['type']>(type: Type) =>
    steps.filter((step): step is OfType<Type> => step.type === type)
  return {
    ...wanted,
    steps,
    ofType,
    isOwn(address, mint) {
      const known = tokenAccounts.get(address)
      if (known) return known.owner === account && known.mint === mint
      return ofType('open').some((open) => open.account === address && open.owner === account && open.mint === mint)
    },
  }
}

const refuseUnless = (isFine: boolean, difference: string) => {
  if (!isFine) throw unexpected(difference)
}

const OTHER_RECEIVER = 'someone else would receive it'
const OTHER_AMOUNT = 'the swap is for another amount'
const OTHER_STEP = 'it would do more than the swap'

/** A Jupiter route, whose program takes at most the amount and fails below the minimum. @returns that minimum */
function checkRoute(route: JupiterStep, reading: Reading): bigint {
  const { account, from, to, amount, slippageBps, ofType, isOwn } = reading
  const [sourceMint, targetMint] = [from.address ?? WRAPPED_SOL, to.address ?? WRAPPED_SOL]
  refuseUnless(route.sourceMint === sourceMint, 'the swap pays with another token')
  refuseUnless(route.destinationMint === targetMint, 'the swap is for another token')
  refuseUnless(route.authority === account, 'someone else would pay for it')
  refuseUnless(isOwn(route.source, sourceMint), 'the swap pays from another account')
  const receivers = [route.destination, route.elsewhere ?? route.destination]
  refuseUnless(
    receivers.every((one) => isOwn(one, targetMint)),
    OTHER_RECEIVER,
  )
  refuseUnless(route.amount === amount, OTHER_AMOUNT)
  refuseUnless(route.feeBps === 0n, 'someone would keep part of it')
  refuseUnless(route.slippageBps <= slippageBps, 'you could receive less than quoted')

  // SOL is wrapped on the way in and unwrapped on the way out, only within the visitor's accounts.
  refuseUnless(ofType('move').length + ofType('paySeeded').length === 0, OTHER_STEP)
  const wrapped = ofType('pay')
  const isWrapping = wrapped.every((pay) => pay.from === account && isOwn(pay.to, WRAPPED_SOL))
  refuseUnless(isWrapping && (from.address === undefined || wrapped.length === 0), OTHER_STEP)
  refuseUnless(sumOf(wrapped.map((pay) => pay.amount)) <= amount, OTHER_AMOUNT)
  const closed = ofType('close')
  refuseUnless(
    closed.every((close) => isOwn(close.account, WRAPPED_SOL) && close.to === account && close.authority === account),
    OTHER_RECEIVER,
  )
  const isUnwrapped = closed.some((close) => close.account === (route.elsewhere ?? route.destination))
  refuseUnless(to.address !== undefined || isUnwrapped, 'the swap is for another token')
  return leastOf(route.quoted, route.slippageBps)
}

/**
 * An exchange by transfers alone: both payments are in one transaction, which executes in full or not at all.
 * @returns the amount received
 */
function checkTransfers(desk: string, { account, from, to, amount, mint, ofType, isOwn }: Reading): bigint {
  refuseUnless(ofType('close').length + ofType('sync').length + ofType('jupiter').length === 0, OTHER_STEP)
  // Of seeded accounts, only the desk's own may pay, never one that is based on the visitor's account.
  refuseUnless(
    ofType('paySeeded').every(({ base }) => base === desk),
    OTHER_STEP,
  )
  const coins = ofType('pay')
  const tokens = ofType('move')
  refuseUnless(
    coins.every((pay) => pay.from === account || pay.from === desk) &&
      tokens.every(({ authority }) => authority === account || authority === desk),
    'someone else would pay for it',
  )
  const [coinsPaid, tokensPaid] = [
    coins.filter((pay) => pay.from === account),
    tokens.filter(({ authority }) => authority === account),
  ]
  const [coinsBack, tokensBack] = [
    coins.filter((pay) => pay.from === desk),
    tokens.filter(({ authority }) => authority === desk),
  ]
  if (from.address === undefined) {
    refuseUnless(tokensPaid.length === 0, 'the swap pays with another token')
    refuseUnless(
      coinsPaid.every((pay) => pay.to === desk),
      'it would pay someone else',
    )
  } else {
    const token = from.address
    const isIt = tokensPaid.every((move) => isOwn(move.source, token) && (move.mint ?? token) === token)
    refuseUnless(isIt && coinsPaid.length === 0, 'the swap pays with another token')
  }
  const paid = sumOf([...coinsPaid, ...tokensPaid].map((one) => one.amount))
  refuseUnless(paid === amount, OTHER_AMOUNT)

  if (to.address === undefined) {
    refuseUnless(tokensBack.length === 0, 'the swap is for another token')
    refuseUnless(
      coinsBack.every((pay) => pay.to === account),
      OTHER_RECEIVER,
    )
  } else {
    const token = to.address
    refuseUnless(
      coinsBack.length === 0 && tokensBack.every((move) => (move.mint ?? token) === token),
      'the swap is for another token',
    )
    refuseUnless(
      tokensBack.every((move) => isOwn(move.destination, token)),
      OTHER_RECEIVER,
    )
    const isWhole = tokensBack.every((move) => !mint?.transferFees || move.withheld !== undefined)
    refuseUnless(isWhole, 'we can’t tell how much you would receive')
  }
  return sumOf([...coinsBack, ...tokensBack].map((one) => one.amount - ('withheld' in one ? (one.withheld ?? 0n) : 0n)))
}

/**
 * Checks a service's transaction: the visitor pays its fee and only their signature is missing; every instruction is
 * known and belongs to a swap of the amount through a router of the signed index, to the visitor, for at least the
 * quote minus slippage.
 * @throws ModalError `transaction.unexpected`
 */
export function checkSolanaSwap(transaction: Transaction, wanted: WantedSwap): CheckedSwap {
  const { account, to, quoted, slippageBps, routers } = wanted
  const { signers, missing, instructions } = transaction
  refuseUnless(signers[0] === account, 'someone else would pay the network fee')
  refuseUnless(missing.length === 1 && missing[0] === account, 'it needs a signature other than yours')

  const jupiter = routers.filter(({ kind }) => kind === 'jupiterV6')
  const names = jupiter.map(({ address }) => address)
  const steps = instructions.map((instruction) => readStep(instruction, names))
  const isRead = (step: Step | undefined): step is Step => step !== undefined
  if (!steps.every(isRead)) throw unexpected('we can’t tell what the swap does')
  const reading = readingOf(steps, wanted)
  refuseUnless(
    reading.ofType('open').every((open) => open.payer === account && open.owner === account),
    'it would open an account for someone else',
  )

  const [route, ...more] = reading.ofType('jupiter')
  const others = signers.slice(1)
  const router = route
    ? jupiter.find(({ address }) => address === route.program)
    : routers.find(({ kind, address }) => kind === 'transfers' && others.includes(address))
  if (!router) throw unexpected('the swap goes through an unknown program')
  refuseUnless(more.length === 0, OTHER_STEP)
  refuseUnless(
    others.every((one) => !route && one === router.address),
    'someone else signs it',
  )
  const minimum = route ? checkRoute(route, reading) : checkTransfers(router.address, reading)
  refuseUnless(minimum >= leastOf(quoted, slippageBps), 'you could receive less than quoted')
  const closed = reading.ofType('close').map((close) => close.account)
  const opened = reading.ofType('open').filter((open) => !closed.includes(open.account))
  const isNeeded = opened.every(({ mint }) => mint === (to.address ?? WRAPPED_SOL) || route)
  refuseUnless(isNeeded, 'it would open an account that the swap doesn’t need')
  return { router, minimum, opened, priority: priorityOf(steps) }
}
