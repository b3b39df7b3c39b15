import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { compileMessage, type Instruction } from '@portico/contracts/solana'
import type { SolanaChain } from '../createChain.ts'
import type { Faucet } from '../faucet.ts'
import { ASSOCIATED_TOKEN_PROGRAM, MEMO_PROGRAM } from '../programs.ts'
import { readTransaction } from '../readTransaction.ts'
import type { Runtime } from '../runtime.ts'
import { readTokenAccount } from '../tokenAccounts.ts'
import { DESK } from './deskKey.ts'
import { openAccount, seededAddress, transfer, transferChecked, transferWithSeed, unitLimit } from './instructions.ts'
import { DESK_ASSETS, type DeskAsset, FIRST_PRICES, rateFor, rateOf, receivedFor } from './prices.ts'

/** The limit of compute units, which is more than the desk's transactions use. */
const UNITS = 150_000

const SIGNATURE_BYTES = 64

/** The input of a swap transaction. */
export interface DeskOrder {
  readonly from: DeskAsset
  readonly to: DeskAsset
  readonly amount: bigint
  /** The minimum that the visitor receives. */
  readonly least: bigint
  readonly user: string
}

export type Desk = ReturnType<typeof createDesk>

const bytesOf = (address: string) => decodeBase58(address) ?? new Uint8Array()

/**
 * A desk that swaps from its own balance, at a settable price. Its transactions pay the desk and the visitor at once,
 * and the desk signs its own part. For each pair, a separate account stores the rate as its balance. Each transaction
 * transfers, from that account to itself, the minimum rate that the transaction was built for. Once the rate is lower,
 * the chain refuses the transaction.
 */
export function createDesk(chain: SolanaChain, faucet: Faucet, { getProgramDerivedAddress }: Runtime) {
  const prices = new Map(Object.entries(FIRST_PRICES))
  const keep = chain.svm.minimumBalanceForRentExemption(0n)

  const seedOf = (from: DeskAsset, to: DeskAsset) => `rate ${from.symbol}/${to.symbol}`

  async function accountOf(owner: string, { mint, program = '' }: DeskAsset): Promise<string> {
    const seeds = [owner, program, mint].map(bytesOf)
    return (await getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN_PROGRAM, seeds }))[0]
  }

  async function ownedOf(asset: DeskAsset): Promise<bigint> {
    if (!asset.program) return (chain.readAccount(DESK.address)?.lamports ?? 0n) - keep
    const account = chain.readAccount(await accountOf(DESK.address, asset))
    return (account && readTokenAccount(account)?.amount) ?? 0n
  }

  let count = 0

  /** Sends a transaction that only the desk signs and pays for. */
  function send(...instructions: readonly Instruction[]) {
    // A unique memo, because two equal transactions with the same blockhash would count as one.
    const memo = { program: MEMO_PROGRAM, accounts: [], data: Buffer.from(`desk ${++count}`) }
    const { blockhash } = chain.latestBlockhash()
    const message = compileMessage(DESK.address, blockhash, [...instructions, memo])
    chain.submit(readTransaction(Buffer.concat([Uint8Array.of(1), DESK.sign(message), message])), {
      skipPreflight: false,
    })
  }

  function writeRate(from: DeskAsset, to: DeskAsset) {
    const seed = seedOf(from, to)
    const account = seededAddress(DESK.address, seed)
    const change = keep + rateOf(from, to, prices) - (chain.readAccount(account)?.lamports ?? 0n)
    if (change > 0n) faucet.pay(account, change)
    if (change < 0n) send(transferWithSeed(DESK.address, seed, DESK.address, -change))
  }

  function writeRates() {
    for (const from of DESK_ASSETS) for (const to of DESK_ASSETS) if (from !== to) writeRate(from, to)
  }
  writeRates()

  /** Undefined if the desk's balance is too low. */
  async function quote(amount: bigint, from: DeskAsset, to: DeskAsset): Promise<bigint | undefined> {
    const received = receivedFor(amount, from, to, prices)
    return received > 0n && received <= (await ownedOf(to)) ? received : undefined
  }

  async function paying(asset: DeskAsset, payer: string, receiver: string, amount: bigint): Promise<Instruction> {
    const { program, mint, decimals } = asset
    if (!program) return transfer(payer, receiver, amount)
    const [source, destination] = await Promise.all([accountOf(payer, asset), accountOf(receiver, asset)])
    return transferChecked({ program, mint, source, destination, owner: payer, amount, decimals })
  }

  return {
    prices,
    quote,
    /** @param price millionths of a US dollar per unit */
    setPrice(symbol: string, price: bigint) {
      prices.set(symbol, price)
      writeRates()
    },
    /** Signed by the desk, with room for the user's signature; undefined if the price does not allow the minimum. */
    async build({ from, to, amount, least, user }: DeskOrder) {
      const received = await quote(amount, from, to)
      if (received === undefined || received < least) return undefined
      const seed = seedOf(from, to)
      const opened = to.program && (await accountOf(user, to))
      const instructions = [
        unitLimit(UNITS),
        transferWithSeed(
          DESK.address,
          seed,
          seededAddress(DESK.address, seed),
          keep + rateFor(least, amount, from, to),
        ),
        ...(to.program && opened && !chain.readAccount(opened) ? [openAccount(user, opened, to.mint, to.program)] : []),
        await paying(from, user, DESK.address, amount),
        await paying(to, DESK.address, user, received),
      ]
      const { blockhash, lastValidBlockHeight } = chain.latestBlockhash()
      const message = compileMessage(user, blockhash, instructions)
      const room = Buffer.alloc(SIGNATURE_BYTES)
      return {
        swapTransaction: Buffer.concat([Uint8Array.of(2), room, DESK.sign(message), message]).toString('base64'),
        lastValidBlockHeight,
      }
    },
  }
}
