import { readFileSync } from 'node:fs'
import { mnemonicToAccount } from 'viem/accounts'
import { LOCAL_TOKENS } from '../../../local/chains/evmContracts.ts'
import { SOLANA_TOKENS } from '../../../local/chains/solana/solanaTokens.ts'
import { UNISWAP_CONTRACTS } from '../../../local/chains/uniswapContracts.ts'
import {
  EVM_CAIP_IDS,
  LOCAL_EXCHANGE_PAYER,
  LOCAL_ONRAMP_PAYER,
  LOCAL_POOLS,
  SOLANA_CAIP_ID,
} from '../../../scripts/local.mjs'

test("the local stack's services know the pools and tokens of the stack's chains", () => {
  const usdc = LOCAL_TOKENS.find(({ symbol }) => symbol === 'USDC')
  expect(LOCAL_POOLS).toEqual({ router: UNISWAP_CONTRACTS.router, dollar: usdc?.address })
  const told: unknown = JSON.parse(readFileSync('local/chains/tokens.json', 'utf8'))
  const of = (caip2: string, tokens: readonly { address: string; symbol: string; name: string; decimals: number }[]) =>
    tokens.map(({ address, symbol, name, decimals }) => ({ caip2, address, symbol, name, decimals }))
  expect(told).toEqual([...EVM_CAIP_IDS.flatMap((id) => of(id, LOCAL_TOKENS)), ...of(SOLANA_CAIP_ID, SOLANA_TOKENS)])
})

test("the local stack's on-ramp and test exchange each pay from an account that the chains sign for", () => {
  const mnemonic = 'test test test test test test test test test test test junk'
  expect(mnemonicToAccount(mnemonic, { addressIndex: 8 }).address).toBe(LOCAL_ONRAMP_PAYER)
  expect(mnemonicToAccount(mnemonic, { addressIndex: 6 }).address).toBe(LOCAL_EXCHANGE_PAYER)
})
