import { decodeBase58 } from '@portico/contracts/chains/bytes'
import { SOLANA_ACCOUNTS } from '../developmentAccounts.ts'
import type { SolanaChain } from './createChain.ts'
import { DESK, DESK_SOL, DESK_TOKENS } from './desk/deskKey.ts'
import type { Faucet } from './faucet.ts'
import { ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM } from './programs.ts'
import type { Runtime } from './runtime.ts'
import { SOLANA_TOKENS, type SolanaToken } from './solanaTokens.ts'
import { mintBytes } from './tokenAccounts.ts'

const LAMPORTS_PER_SOL = 1_000_000_000n
const OWNED_SOL = 100n

/** Instruction numbers of the programs. */
const CREATE_IDEMPOTENT = 1
const MINT_TO = 7

const bytesOf = (address: string) => decodeBase58(address) ?? new Uint8Array()

/** Gives the development accounts coins and tokens, by regular transactions of the clusters' own programs. */
export async function seedSolana(chain: SolanaChain, faucet: Faucet, { getProgramDerivedAddress }: Runtime) {
  for (const token of SOLANA_TOKENS) createMint(chain, faucet, token)
  for (const [index, owner] of SOLANA_ACCOUNTS.entries()) {
    await give({ owner, coins: OWNED_SOL, tokens: ({ owned }) => BigInt(owned[index] ?? 0) })
  }
  await give({ owner: DESK.address, coins: DESK_SOL, tokens: () => DESK_TOKENS })

  async function give({ owner, coins, tokens }: Gift) {
    faucet.pay(owner, coins * LAMPORTS_PER_SOL)
    for (const token of SOLANA_TOKENS) {
      const seeds = [owner, token.program, token.address].map(bytesOf)
      const [account] = await getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN_PROGRAM, seeds })
      const amount = tokens(token) * 10n ** BigInt(token.decimals)
      faucet.send(...mint({ payer: faucet.address, owner, account, token, amount }))
    }
  }
}

/** Whole coins, and whole tokens of each kind. */
interface Gift {
  readonly owner: string
  readonly coins: bigint
  readonly tokens: (token: SolanaToken) => bigint
}

/** Creates a mint in the genesis state, like the faucet: a transaction would need the key of the mint's address. */
function createMint(chain: SolanaChain, faucet: Faucet, { address, program, decimals }: SolanaToken) {
  const data = mintBytes({ authority: faucet.publicKey, decimals })
  const space = BigInt(data.length)
  const lamports = chain.svm.minimumBalanceForRentExemption(space)
  chain.svm.setAccount({ address, lamports, programAddress: program, data, executable: false, space })
}

interface Minting {
  readonly payer: string
  readonly owner: string
  /** The owner's associated token account. */
  readonly account: string
  readonly token: SolanaToken
  readonly amount: bigint
}

function mint({ payer, owner, account, token, amount }: Minting) {
  const data = Buffer.alloc(9, MINT_TO)
  data.writeBigUInt64LE(amount, 1)
  const signer = { address: payer, isSigner: true, isWritable: true }
  return [
    {
      program: ASSOCIATED_TOKEN_PROGRAM,
      accounts: [
        signer,
        { address: account, isWritable: true },
        { address: owner },
        { address: token.address },
        { address: SYSTEM_PROGRAM },
        { address: token.program },
      ],
      data: Uint8Array.of(CREATE_IDEMPOTENT),
    },
    {
      program: token.program,
      accounts: [{ address: token.address, isWritable: true }, { address: account, isWritable: true }, signer],
      data,
    },
  ]
}
