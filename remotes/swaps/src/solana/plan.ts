import { ModalError, type SolanaTransactionRequest } from '@portico/contracts'
import { describeOutgoing, outcomeOf, type PreviewContext } from '@portico/contracts/preview'
import { BuiltSolanaSwap, CONVERT_PATHS } from '@portico/contracts/services/convert'
import type { SwapRouter } from '@portico/contracts/services/swapRouters'
import {
  type AccountInfo,
  isTokenProgram,
  type Mint,
  readMint,
  readTokenAccount,
  TOKEN_PROGRAM,
  type TokenAccount,
} from '@portico/contracts/solana'
import { safeParse } from 'valibot'
import { unexpected } from '../guard/unexpected.ts'
import type { Asking, Plan, Wish } from '../plan.ts'
import { askPrices, askQuote, percentOf } from '../service.ts'
import { caipOf, type Token } from '../token.ts'
import { checkChanges } from './checkChanges.ts'
import { type CheckedSwap, checkSolanaSwap } from './checkSolanaSwap.ts'
import { type SolanaNode, solanaNode } from './node.ts'
import { readTransaction, type Transaction } from './transaction.ts'

/** Lamports per signature. */
export const SIGNATURE_LAMPORTS = 5_000n
/** The size of a token account in either token program, without extensions. */
const TOKEN_ACCOUNT_BYTES = 165
/** A transaction expires after this many blocks: https://solana.com/docs/core/transactions */
const LIFETIME_BLOCKS = 150
/** Tolerated distance between two nodes. */
const BEHIND_BLOCKS = 60

/** Returns the answer unchecked. @throws ModalError `service.invalidAnswer` and what the service throws */
async function askSwap(ask: Asking, { from, to, amount, account, slippageBps }: Wish, signal: AbortSignal) {
  const path = CONVERT_PATHS.buildTransaction
  const body = {
    amount: String(amount),
    from: caipOf(from),
    to: caipOf(to),
    userAddress: `${from.caipNetworkId}:${account}`,
    solana: { slippage: percentOf(slippageBps) },
    disableEstimate: true,
  }
  const read = safeParse(BuiltSolanaSwap, await ask.askService({ path, body }, signal))
  if (!read.success) throw new ModalError('service.invalidAnswer', { details: { path } })
  return read.output.tx
}

/**
 * Checks a service's decimals with the mint: wrong decimals could take a thousand times the typed amount.
 * @throws ModalError `transaction.unexpected`
 */
function mintOf(token: Token, coinDecimals: number, account: AccountInfo | undefined): Mint | undefined {
  const mint = account && readMint(account.data, account.owner)
  const told = token.address === undefined ? coinDecimals : mint?.decimals
  if (told !== token.decimals) throw unexpected(`the service has the wrong decimals for ${token.symbol}`)
  return token.address === undefined ? undefined : mint
}

/** The token accounts among all accounts that a transaction names. */
async function tokenAccountsIn({ instructions }: Transaction, node: SolanaNode) {
  const addresses = [...new Set(instructions.flatMap(({ accounts }) => accounts))]
  const found = await node.accounts(addresses)
  return new Map(
    addresses.flatMap((address, index): [string, TokenAccount][] => {
      const account = found[index]
      const state = account && isTokenProgram(account.owner) ? readTokenAccount(account.data) : undefined
      return state ? [[address, state]] : []
    }),
  )
}

/** Rent in lamports for accounts that do not exist yet. */
async function depositFor(
  { opened }: CheckedSwap,
  known: ReadonlyMap<string, TokenAccount>,
  mint: Mint | undefined,
  { to }: Wish,
  node: SolanaNode,
) {
  const sizes = opened.flatMap((one) =>
    known.has(one.account) ? [] : [one.mint === to.address && mint ? mint.accountBytes : TOKEN_ACCOUNT_BYTES],
  )
  const rents = await Promise.all(sizes.map(node.rentFor))
  return rents.reduce((sum, rent) => sum + rent, 0n)
}

/** Checks the transaction's expiry against the chain's height. @throws ModalError `transaction.unexpected` */
function checkLifetime(last: number, height: number): void {
  if (last < height) throw unexpected('the quote has expired')
  if (last > height + LIFETIME_BLOCKS + BEHIND_BLOCKS) throw unexpected('the swap would stay valid for too long')
}

/** A plan's context: both tokens, and the router's name from the signed index. */
function contextOf(
  { network, account, from, to }: Wish,
  router: SwapRouter,
  tables: Transaction['tables'],
): PreviewContext {
  const tokens = [from, to].flatMap(({ address, symbol, decimals }) =>
    address ? [[address, { standard: 'fungible' as const, symbol, decimals }] as const] : [],
  )
  return {
    caipNetworkId: network.caipNetworkId,
    account,
    native: network.nativeCurrency,
    tokens: Object.fromEntries(tokens),
    names: { [router.address]: router.name },
    familiar: [account],
    lookupTables: tables,
  }
}

/**
 * Requests the quote, then the transaction: built by the service, checked here, simulated by the node. Needs no
 * approval.
 * @throws ModalError `transaction.unexpected` if the service builds anything other than `wish`, `node.refused` if the
 *   transaction would fail now, `service.*`
 */
export async function planSolana(wish: Wish, ask: Asking, signal: AbortSignal): Promise<Plan> {
  const { from, to, amount, slippageBps, account, network } = wish
  const { caipNetworkId } = from
  const at = Date.now()
  const node = solanaNode(ask, caipNetworkId, signal)
  const routers = ask.swapRouters().filter(({ networks }) => networks.includes(caipNetworkId))
  const addresses = [account, from.address ?? TOKEN_PROGRAM, to.address ?? TOKEN_PROGRAM]
  const [quoted, [paid, received], [own, source, target]] = await Promise.all([
    askQuote(ask, wish, signal),
    askPrices(ask, [from, to], signal),
    node.accounts(addresses),
  ])
  if (quoted === undefined) return { step: 'noRoute' }
  const coinDecimals = network.nativeCurrency.decimals
  mintOf(from, coinDecimals, source)
  const mint = mintOf(to, coinDecimals, target)

  const built = await askSwap(ask, wish, signal)
  const { lastValidBlockHeight } = built.solana
  const transaction = await readTransaction(built.data, node)
  const [tokenAccounts, height] = await Promise.all([tokenAccountsIn(transaction, node), node.blockHeight()])
  checkLifetime(lastValidBlockHeight, height)
  const wanted = { account, from, to, amount, quoted, slippageBps, routers, tokenAccounts, mint }
  const checked = checkSolanaSwap(transaction, wanted)
  const { router, minimum } = checked

  const request: SolanaTransactionRequest = {
    namespace: 'solana',
    caipNetworkId,
    from: account,
    transaction: built.data,
    lastValidBlockHeight,
  }
  const context = contextOf(wish, router, transaction.tables)
  const [outcome, told, deposit] = await Promise.all([
    outcomeOf(request, context, (method, params) =>
      ask.askNode({ caipNetworkId, method, params: params as readonly unknown[] }, signal),
    ),
    node.feeFor(transaction.message),
    depositFor(checked, tokenAccounts, mint, wish, node),
  ])
  if (outcome.status === 'reverts') {
    const reason = await node.whyNot(built.data)
    throw new ModalError('node.refused', { details: { reason: reason ?? 'the cluster would not carry it out' } })
  }
  const ours = SIGNATURE_LAMPORTS * BigInt(transaction.signers.length) + checked.priority
  const fee = (told !== undefined && told > ours ? told : ours) + deposit
  checkChanges(outcome, { account, from, to, amount, minimum, fee })
  return {
    step: 'swap',
    wish,
    quoted,
    prices: [paid, received],
    gas: fee,
    fee,
    coins: own?.lamports ?? 0n,
    request,
    router,
    minimum,
    outcome,
    words: { context, description: describeOutgoing(request, context) },
    at,
  }
}
