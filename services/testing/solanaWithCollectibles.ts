/**
 * Runs the local Solana chain with collectibles of `SOLANA_ACCOUNTS[0]`, for a test. Their mints and metadata are part
 * of the genesis state, and the token programs mint the pieces. `SOLANA_PORT` and `SOLANA_MODULES` are the same as for
 * the chain. Sends the mints to the parent process.
 */
import '@portico/local/endWithParent'
import { createHash } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '@portico/contracts/chains/bytes'
import { SOLANA_ACCOUNTS } from '@portico/local/chains/developmentAccounts'
import { createChain } from '@portico/local/chains/solana/createChain'
import { createFaucet } from '@portico/local/chains/solana/faucet'
import { accountMethods } from '@portico/local/chains/solana/methods/accountMethods'
import { tokenMethods } from '@portico/local/chains/solana/methods/tokenMethods'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '@portico/local/chains/solana/programs'
import { loadRuntime } from '@portico/local/chains/solana/runtime'
import { seedSolana } from '@portico/local/chains/solana/seedSolana'
import { startServer } from '@portico/local/chains/solana/startServer'
import { METADATA_PROGRAM, metadataAddress } from '../src/blockchainApi/nfts/solana/metadataAddress.ts'
import { metadataAccount, mintAccount, type WrittenMetadata } from './solanaMetadata.ts'

const { SOLANA_PORT, SOLANA_MODULES = '' } = process.env
const [OWNER = ''] = SOLANA_ACCOUNTS

const runtime = loadRuntime(SOLANA_MODULES)
const chain = createChain(runtime)
const faucet = createFaucet(chain)
await seedSolana(chain, faucet, runtime)

function put(address: string, programAddress: string, data: Uint8Array) {
  const space = BigInt(data.length)
  const lamports = chain.svm.minimumBalanceForRentExemption(space)
  chain.svm.setAccount({ address, lamports, programAddress, data, executable: false, space })
}

const bytesOf = (address: string) => decodeBase58(address) ?? new Uint8Array()

/** Mints the amount for the owner. */
async function mint(address: string, program: string, amount: bigint) {
  const seeds = [OWNER, program, address].map(bytesOf)
  const [account] = await runtime.getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN_PROGRAM, seeds })
  const signer = { address: faucet.address, isSigner: true, isWritable: true }
  const mintTo = Buffer.alloc(9, 7)
  mintTo.writeBigUInt64LE(amount, 1)
  faucet.send(
    {
      program: ASSOCIATED_TOKEN_PROGRAM,
      accounts: [
        signer,
        { address: account, isWritable: true },
        { address: OWNER },
        { address },
        { address: SYSTEM_PROGRAM },
        { address: program },
      ],
      data: Uint8Array.of(1),
    },
    {
      program,
      accounts: [{ address, isWritable: true }, { address: account, isWritable: true }, signer],
      data: mintTo,
    },
  )
}

const addressOf = (name: string) => encodeBase58(createHash('sha256').update(`Collectible ${name}`).digest())
const describe = (name: string): WrittenMetadata => ({
  mint: addressOf(name),
  name,
  symbol: 'C',
  uri: `data:,${JSON.stringify({ image: `https://assets.example/${name}.png` })}`,
})

const mintBytes = (metadata?: WrittenMetadata) =>
  mintAccount(faucet.publicKey, { supply: 0n, decimals: 0, ...(metadata && { metadata }) })

const classic = describe('Classic')
put(classic.mint, TOKEN_PROGRAM, mintBytes())
put(metadataAddress(classic.mint), METADATA_PROGRAM, metadataAccount(classic))
await mint(classic.mint, TOKEN_PROGRAM, 1n)

const modern = describe('Modern')
put(modern.mint, TOKEN_2022_PROGRAM, mintBytes(modern))
await mint(modern.mint, TOKEN_2022_PROGRAM, 1n)

const several = describe('Several')
put(several.mint, TOKEN_PROGRAM, mintBytes())
put(metadataAddress(several.mint), METADATA_PROGRAM, metadataAccount(several))
await mint(several.mint, TOKEN_PROGRAM, 2n)

const undescribed = addressOf('Undescribed')
put(undescribed, TOKEN_PROGRAM, mintBytes())
await mint(undescribed, TOKEN_PROGRAM, 1n)

const context = { chain, faucet }
await startServer({
  port: Number(SOLANA_PORT),
  chain,
  methods: { ...accountMethods(context), ...tokenMethods(context) },
})
process.send?.({ classic: classic.mint, modern: modern.mint })
