import { createHash } from 'node:crypto'
import { encodeBase58 } from '@portico/contracts/chains/bytes'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs.ts'

export interface SolanaToken {
  /** The address of the token's mint. */
  readonly address: string
  readonly program: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Balances of `SOLANA_ACCOUNTS`, in whole tokens. */
  readonly owned: readonly number[]
}

/** The address has no key: only the faucet can mint. */
const mintOf = (symbol: string) => encodeBase58(createHash('sha256').update(`Portico local mint ${symbol}`).digest())

/** A mint of each token program. */
export const SOLANA_TOKENS: readonly SolanaToken[] = [
  {
    address: mintOf('USDC'),
    program: TOKEN_PROGRAM,
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    owned: [10_000, 500, 100, 100, 100],
  },
  {
    address: mintOf('PTS'),
    program: TOKEN_2022_PROGRAM,
    name: 'Portico Points',
    symbol: 'PTS',
    decimals: 2,
    owned: [25_000, 5_000, 100, 100, 100],
  },
]
