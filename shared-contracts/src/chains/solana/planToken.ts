import { ModalError } from '@portico/contracts'
import { associatedAccount } from './address.ts'
import { feeFor, SIGNATURE_LAMPORTS, TOKEN_UNITS_MAX } from './budget.ts'
import { buildTransaction } from './buildTransaction.ts'
import { openAccount, transferChecked } from './instructions.ts'
import type { Instruction } from './message.ts'
import type { SolanaNode } from './node.ts'
import type { SolanaNote, SolanaObstacle, SolanaPlan, SolanaTransfer } from './plan.ts'
import { isNoWallet, remainder } from './planCoin.ts'
import { isTokenProgram } from './programs.ts'
import { type Mint, readMint, readTokenAccount, withheldOf } from './tokenState.ts'

/** The maximum number of source accounts: a transaction has 1,232 bytes, and each source account takes 58. */
const SOURCES_MAX = 10

/** An account from which tokens can be taken. */
export interface Source {
  readonly address: string
  readonly amount: bigint
}

const byAmount = (one: Source, other: Source) => (one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0)

/** How many tokens to take from which accounts: the fullest first, to need few. Undefined if there is not enough. */
export function takeFrom(sources: readonly Source[], amount: bigint): readonly Source[] | undefined {
  const taken: Source[] = []
  let rest = amount
  for (const source of [...sources].sort(byAmount).slice(0, SOURCES_MAX)) {
    if (rest === 0n) break
    const isEnough = source.amount >= rest
    const part = isEnough ? rest : source.amount
    taken.push({ address: source.address, amount: part })
    rest -= part
  }
  return rest === 0n ? taken : undefined
}

/** The owner's accounts of the mint, without frozen and empty ones. */
async function sourcesOf(owner: string, mint: string, node: SolanaNode): Promise<readonly Source[]> {
  return (await node.tokenAccounts(owner, mint)).flatMap(({ pubkey, account }) => {
    const state = isTokenProgram(account.owner) ? readTokenAccount(account.data) : undefined
    const isUsable = state?.mint === mint && state.owner === owner && !state.isFrozen && state.amount > 0n
    return isUsable ? [{ address: pubkey, amount: state.amount }] : []
  })
}

/** The most that one transaction can take from all these accounts. */
export const mostFrom = (sources: readonly Source[]): bigint =>
  [...sources]
    .sort(byAmount)
    .slice(0, SOURCES_MAX)
    .reduce((sum, { amount }) => sum + amount, 0n)

interface Token {
  readonly mint: Mint
  readonly program: string
}

/** @throws ModalError `transaction.unexpected` when the chain and the holdings list disagree about the token */
async function tokenAt(address: string, decimals: number, node: SolanaNode): Promise<Token> {
  const [account] = await node.accounts([address])
  const mint = account && readMint(account.data, account.owner)
  if (!account || !mint)
    throw new ModalError('transaction.unexpected', { details: { difference: 'this token doesn’t exist' } })
  if (mint.decimals !== decimals) {
    const difference = `the token has ${mint.decimals} decimals, not ${decimals}`
    throw new ModalError('transaction.unexpected', { details: { difference } })
  }
  return { mint, program: account.owner }
}

/** A payment in a token of either token program. Opens the receiver's account if it does not exist. */
export async function planToken(sending: SolanaTransfer, mintAddress: string, node: SolanaNode): Promise<SolanaPlan> {
  const { from, to, amount, token } = sending
  const [{ mint, program }, sources, least] = await Promise.all([
    tokenAt(mintAddress, token.decimals, node),
    sourcesOf(from, mintAddress, node),
    node.rentFor(0),
  ])
  const destination = associatedAccount(to, mintAddress, program)
  const [[own, receiver, there], rent, epoch] = await Promise.all([
    node.accounts([from, to, destination]),
    node.rentFor(mint.accountBytes),
    mint.transferFees ? node.epoch() : 0n,
  ])
  const opened = there && isTokenProgram(there.owner) ? readTokenAccount(there.data) : undefined
  const deposit = opened ? 0n : rent
  const leastFee = feeFor(0n, TOKEN_UNITS_MAX) + deposit
  const taken = takeFrom(sources, amount)
  const moves = (taken ?? []).map((source) => ({ ...source, withheld: withheldOf(source.amount, mint, epoch) }))
  const withheld = moves.reduce((sum, move) => sum + (move.withheld ?? 0n), 0n)
  const notes: readonly SolanaNote[] = [
    ...(deposit > 0n ? [{ type: 'opensAccount', amount: deposit } as const] : []),
    ...(withheld > 0n ? [{ type: 'withheld', amount: withheld } as const] : []),
  ]
  const blocked = (obstacle: SolanaObstacle, fee = leastFee): SolanaPlan => ({ fee, notes, obstacle })

  if (mint.isBound) return blocked({ type: 'unsupportedToken' })
  if (isNoWallet(receiver)) return blocked({ type: 'notAWallet' })
  if (opened && (opened.owner !== to || opened.mint !== mintAddress)) return blocked({ type: 'accountTaken' })
  if (!taken) return blocked({ type: 'onlyPart', most: mostFrom(sources) })
  const lamports = own?.lamports ?? 0n
  if (lamports < SIGNATURE_LAMPORTS + deposit) return blocked({ type: 'short' })

  const instructions: Instruction[] = [
    ...(opened ? [] : [openAccount({ payer: from, account: destination, owner: to, mint: mintAddress, program })]),
    ...moves.map((move) =>
      transferChecked({
        program,
        source: move.address,
        mint: mintAddress,
        destination,
        owner: from,
        amount: move.amount,
        decimals: mint.decimals,
        withheld: move.withheld,
      }),
    ),
  ]
  const built = await buildTransaction(sending, instructions, node)
  const fee = built.fee + deposit
  const obstacle = remainder({ there: lamports, spent: fee, least })
  return obstacle ? blocked(obstacle, fee) : { request: built.request, fee, notes }
}

/** The most of a token that one transaction can move now. */
export const mostOfToken = async ({ from }: Pick<SolanaTransfer, 'from'>, mintAddress: string, node: SolanaNode) =>
  mostFrom(await sourcesOf(from, mintAddress, node))
