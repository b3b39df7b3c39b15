import { toCoins } from './amounts.ts'
import type { BitcoinRpc } from './bitcoinRpc.ts'

const WALLET = 'faucet'

/** A coinbase can be spent once 100 blocks follow it; the 8 blocks beyond that yield 400 coins. */
const FIRST_BLOCKS = 108

export type BitcoinFaucet = Awaited<ReturnType<typeof createFaucet>>

/** One of the node's wallets: it owns every mined coin and is the only miner. */
export async function createFaucet(rpc: BitcoinRpc) {
  await rpc.call('createwallet', WALLET)
  const address = await rpc.wallet<string>(WALLET, 'getnewaddress', '', 'bech32')
  const mine = (blocks: number) => rpc.call<string[]>('generatetoaddress', blocks, address)
  await mine(FIRST_BLOCKS)

  return {
    mine,
    /**
     * Pays all recipients in one transaction, and mines a block that confirms it. @throws BitcoinRpcError, e.g. for a
     * wrong address
     */
    async pay(satoshis: Readonly<Record<string, bigint>>): Promise<string> {
      const coins = Object.entries(satoshis).map(([recipient, amount]) => [recipient, toCoins(amount)])
      const txid = await rpc.wallet<string>(WALLET, 'sendmany', '', Object.fromEntries(coins))
      await mine(1)
      return txid
    },
  }
}
