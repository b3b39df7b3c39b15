import { type ActingCommands, ModalError } from '@portico/contracts'
import { decodeBase58, encodeBase64 } from '@portico/contracts/chains/bytes'
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '@portico/contracts/solana'
import { OTHER_SOLANA_ADDRESS, SOLANA_ADDRESS, solana } from '@portico/contracts/testing'
import { readSolana } from './readSolana.ts'
import { revokeInstruction } from './revokeSolana.ts'

const MINT = 'So11111111111111111111111111111111111111112'

/** A token account, with a delegate if `delegated` is given. */
function account(amount: bigint, delegated?: bigint): string {
  const bytes = new Uint8Array(165)
  const view = new DataView(bytes.buffer)
  bytes.set(decodeBase58(MINT) ?? [], 0)
  bytes.set(decodeBase58(SOLANA_ADDRESS) ?? [], 32)
  view.setBigUint64(64, amount, true)
  bytes[108] = 1
  if (delegated !== undefined) {
    view.setUint32(72, 1, true)
    bytes.set(decodeBase58(OTHER_SOLANA_ADDRESS) ?? [], 76)
    view.setBigUint64(121, delegated, true)
  }
  return encodeBase64(bytes)
}

const read = (answer: (program: string) => readonly string[]) => {
  const askNode: ActingCommands['askNode'] = async ({ method, params = [] }) => {
    if (method !== 'getTokenAccountsByOwner') throw new ModalError('node.refused')
    const [, { programId }] = params as [string, { programId: string }]
    return {
      value: answer(programId).map((data) => ({ pubkey: OTHER_SOLANA_ADDRESS, account: { data: [data, 'base64'] } })),
    }
  }
  const question = { network: solana, owner: SOLANA_ADDRESS, holdings: [] }
  return readSolana({ askNode }, question, new AbortController().signal)
}

test('a delegate is listed with what it may take now', async () => {
  expect(await read((program) => (program === TOKEN_PROGRAM ? [account(10n, 4n), account(10n)] : []))).toEqual({
    grants: [
      {
        id: `delegate ${OTHER_SOLANA_ADDRESS}`,
        kind: 'delegate',
        spender: OTHER_SOLANA_ADDRESS,
        token: MINT,
        tokenAccount: OTHER_SOLANA_ADDRESS,
        program: TOKEN_PROGRAM,
        amount: '4',
        isUnlimited: false,
        atRisk: '4',
      },
    ],
    gaps: [],
  })
})

test('a delegate without an end is unlimited', async () => {
  const { grants } = await read((program) => (program === TOKEN_2022_PROGRAM ? [account(10n, (1n << 64n) - 1n)] : []))
  expect(grants).toMatchObject([{ isUnlimited: true, atRisk: '10', program: TOKEN_2022_PROGRAM }])
})

test('one program that cannot be read is a gap; both are a failure', async () => {
  const fails = (wanted: readonly string[]) => (program: string) => {
    if (wanted.includes(program)) throw new ModalError('service.unreachable')
    return [account(1n, 1n)]
  }
  expect(await read(fails([TOKEN_PROGRAM]))).toMatchObject({ grants: [{}], gaps: [{ type: 'program' }] })
  await expect(read(fails([TOKEN_PROGRAM, TOKEN_2022_PROGRAM]))).rejects.toMatchObject({ code: 'service.unreachable' })
})

test('taking back is the token program’s own instruction, signed by the owner', () => {
  expect(revokeInstruction(TOKEN_PROGRAM, MINT, SOLANA_ADDRESS)).toEqual({
    program: TOKEN_PROGRAM,
    accounts: [
      { address: MINT, isWritable: true },
      { address: SOLANA_ADDRESS, isSigner: true },
    ],
    data: Uint8Array.of(5),
  })
})
