import { compileMessage, type Instruction } from '@portico/contracts/solana'
import type { SolanaChain } from './createChain.ts'
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from './programs.ts'
import { readTransaction } from './readTransaction.ts'
import { createTestKey } from './testKey.ts'

/** Slightly below the largest balance that a JSON number holds exactly. */
const FAUCET_LAMPORTS = 9_000_000_000_000_000n

export type Faucet = ReturnType<typeof createFaucet>

/** Pays by regular transactions, which are part of the chain's history. */
export function createFaucet(chain: SolanaChain) {
  // PUBLIC TEST KEY: owns the faucet's coins and may mint the tokens.
  const { publicKey, address, sign } = createTestKey('Portico local faucet')
  let count = 0

  chain.svm.setAccount({
    address,
    lamports: FAUCET_LAMPORTS,
    programAddress: SYSTEM_PROGRAM,
    data: new Uint8Array(),
    executable: false,
    space: 0n,
  })

  /** @throws RpcError if the chain refuses it */
  function send(...instructions: Instruction[]): string {
    // A unique memo, because two equal transactions with the same blockhash would count as one.
    const memo = { program: MEMO_PROGRAM, accounts: [], data: Buffer.from(`faucet ${++count}`) }
    const message = compileMessage(address, chain.latestBlockhash().blockhash, [...instructions, memo])
    const bytes = Buffer.concat([Uint8Array.of(1), sign(message), message])
    return chain.submit(readTransaction(bytes), { skipPreflight: false })
  }

  return {
    address,
    publicKey,
    send,
    /** @returns the signature. @throws RpcError if the faucet is empty */
    pay(recipient: string, lamports: bigint): string {
      const data = Buffer.alloc(12)
      data.writeUInt32LE(2, 0)
      data.writeBigUInt64LE(lamports, 4)
      return send({
        program: SYSTEM_PROGRAM,
        accounts: [
          { address, isSigner: true, isWritable: true },
          { address: recipient, isWritable: true },
        ],
        data,
      })
    },
  }
}
