import type { ActingCommands, Holding, Network } from '@portico/contracts'

export const TOKEN = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
export const FRIEND = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'

/** 1.5 ETH at 2,000 dollars. */
export const ether: Holding = {
  caipNetworkId: 'eip155:1',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  amount: '1500000000000000000',
  price: '2000',
}
/** 12.5 USD at one dollar. */
export const dollar: Holding = {
  caipNetworkId: 'eip155:1',
  address: TOKEN,
  name: 'Dollar',
  symbol: 'USD',
  decimals: 6,
  amount: '12500000',
  price: '1',
}

export const BITCOIN_ADDRESS = 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw'
export const OTHER_BITCOIN_ADDRESS = 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'
export const regtest: Network = {
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: ['https://esplora.example'],
  walletRpcUrls: [],
  testnet: true,
}
export const bitcoin: Holding = {
  caipNetworkId: regtest.caipNetworkId,
  name: 'Bitcoin',
  symbol: 'BTC',
  decimals: 8,
  amount: '100000',
}

/** A server with these fee estimates, where the account has these coins. */
export const esplora =
  (values: readonly number[], estimates: Readonly<Record<string, number>> = { '3': 3 }): ActingCommands['askEsplora'] =>
  async (_, path) =>
    path === '/fee-estimates'
      ? estimates
      : values.map((value, vout) => ({ txid: 'a'.repeat(64), vout, value, status: { confirmed: true } }))
