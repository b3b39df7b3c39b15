import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { encodeBase58 } from './base58.ts'
import { compileMessage, type Instruction } from './compileMessage.ts'
import type { SolanaChain } from './createChain.ts'
import { MEMO_PROGRAM, SYSTEM_PROGRAM } from './programs.ts'
import { readTransaction } from './readTransaction.ts'

/** The largest balance that a JSON number holds exactly is a little above it. */
const FAUCET_LAMPORTS = 9_000_000_000_000_000n

/** PKCS #8 (RFC 8410) around the 32 bytes of an Ed25519 key. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** PUBLIC TEST KEY: it owns the coins of the faucet and may make more of the tokens. */
const SEED = createHash('sha256').update('Portico local faucet').digest()

const rawPublicKey = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32)

export type Faucet = ReturnType<typeof createFaucet>

/** Pays like anybody: what it does is part of the chain's history. */
export function createFaucet(chain: SolanaChain) {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_KEY_PREFIX, SEED]), format: 'der', type: 'pkcs8' })
  const publicKey = rawPublicKey(key)
  const address = encodeBase58(publicKey)
  let count = 0

  chain.svm.setAccount({
    address,
    lamports: FAUCET_LAMPORTS,
    programAddress: SYSTEM_PROGRAM,
    data: new Uint8Array(),
    executable: false,
    space: 0n,
  })

  /** @throws RpcError when the chain refuses it */
  function send(...instructions: Instruction[]): string {
    // Two equal transactions with one blockhash would be one.
    const memo = { program: MEMO_PROGRAM, accounts: [], data: Buffer.from(`faucet ${++count}`) }
    const message = compileMessage(address, chain.latestBlockhash().blockhash, [...instructions, memo])
    const bytes = Buffer.concat([Uint8Array.of(1), sign(null, message, key), message])
    return chain.submit(readTransaction(bytes), { skipPreflight: false })
  }

  return {
    address,
    publicKey,
    send,
    /** @returns the signature. @throws RpcError when the faucet is empty */
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
