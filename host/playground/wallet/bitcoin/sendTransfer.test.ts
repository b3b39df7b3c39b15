import { secp256k1 } from '@noble/curves/secp256k1'
import { hex } from '@scure/base'
import { p2pkh, RawTx, SigHash, Transaction } from '@scure/btc-signer'
import { bodyOf, listen } from '../testing/listen.ts'
import { createBitcoinAddresses } from './createBitcoinAddresses.ts'
import { BITCOIN_DEVELOPMENT_KEYS } from './developmentKeys.ts'
import { createEsplora } from './esplora.ts'
import { sendTransfer } from './sendTransfer.ts'

const [firstKeys, secondKeys] = BITCOIN_DEVELOPMENT_KEYS
if (!firstKeys || !secondKeys) throw new Error('There are development keys.')
const { payment: from } = createBitcoinAddresses(firstKeys, 0, 'regtest')
const { payment: to, ordinals } = createBitcoinAddresses(secondKeys, 1, 'regtest')

/** An Esplora server where the sender has these outputs. It records broadcasts. */
async function esplora(values: readonly number[], refusal?: string) {
  const sent: string[] = []
  const { url, close } = await listen(async (request, response) => {
    if (request.url === `/api/address/${from.address}/utxo`) {
      const unspent = values.map((value, vout) => ({ txid: 'ab'.repeat(32), vout, value, status: { confirmed: true } }))
      return response.end(JSON.stringify(unspent))
    }
    if (request.url !== '/api/tx' || request.method !== 'POST') return response.writeHead(404).end()
    const transaction = await bodyOf(request)
    if (refusal) return response.writeHead(400).end(refusal)
    sent.push(transaction)
    return response.end(Transaction.fromRaw(hex.decode(transaction), { allowUnknownInputs: true }).id)
  })
  const send = (recipients: { address: string; amount: bigint }[]) =>
    sendTransfer({ from, recipients, network: 'regtest', esplora: createEsplora(`${url}/api/`) })
  return { send, sent, close }
}

test('pays, returns the change and signs every input', async () => {
  const node = await esplora([1_000, 60_000, 50_000])
  try {
    const txid = await node.send([
      { address: to.address, amount: 70_000n },
      { address: ordinals.address, amount: 20_000n },
    ])
    const [raw = ''] = node.sent
    const transaction = Transaction.fromRaw(hex.decode(raw), { allowUnknownInputs: true })
    expect(txid).toBe(transaction.id)
    const outputs = Array.from({ length: transaction.outputsLength }, (_, i) => transaction.getOutput(i))
    expect(outputs.slice(0, 2)).toMatchObject([
      { script: to.script, amount: 70_000n },
      { script: ordinals.script, amount: 20_000n },
    ])
    const paid = outputs.reduce((sum, { amount = 0n }) => sum + amount, 0n)
    expect(outputs[2]?.script).toEqual(from.script)
    // The two largest outputs are spent, and the fee is enough for nodes to relay, but not excessive.
    const fee = 110_000n - paid
    expect(Number(fee)).toBeGreaterThan(transaction.vsize)
    expect(Number(fee)).toBeLessThan(transaction.vsize * 3)

    const { witnesses = [] } = RawTx.decode(hex.decode(raw))
    expect(witnesses).toHaveLength(2)
    for (const [index, [signature = new Uint8Array()]] of witnesses.entries()) {
      const value = [60_000n, 50_000n][index] ?? 0n
      const hash = transaction.preimageWitnessV0(index, p2pkh(from.publicKey).script, SigHash.ALL, value)
      expect(secp256k1.verify(signature.slice(0, -1), hash, from.publicKey, { format: 'der' })).toBe(true)
    }
  } finally {
    node.close()
  }
})

test('change below the dust limit goes to the fee', async () => {
  const node = await esplora([50_700])
  try {
    await node.send([{ address: to.address, amount: 50_000n }])
    expect(RawTx.decode(hex.decode(node.sent[0] ?? '')).outputs).toHaveLength(1)
  } finally {
    node.close()
  }
})

test.each([
  ['funds are insufficient', to.address, 50_001n, -32603],
  ['the amount is dust', to.address, 1n, -32602],
  ['the address is of another network', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', 1_000n, -32602],
  ['the address is invalid', 'somewhere', 1_000n, -32602],
])('nothing is sent when %s', async (_, address, amount, code) => {
  const node = await esplora([50_000])
  try {
    await expect(node.send([{ address, amount }])).rejects.toMatchObject({ code })
    expect(node.sent).toEqual([])
  } finally {
    node.close()
  }
})

test("a refusal carries the node's reason", async () => {
  const node = await esplora([50_000], 'sendrawtransaction RPC error: min relay fee not met')
  try {
    await expect(node.send([{ address: to.address, amount: 1_000n }])).rejects.toMatchObject({
      code: -32603,
      message: 'sendrawtransaction RPC error: min relay fee not met',
    })
  } finally {
    node.close()
  }
})

test.each([undefined, 'http://localhost:1'])('sending fails without a node at %s', async (url) => {
  const transfer = { from, recipients: [{ address: to.address, amount: 1_000n }], network: 'regtest' } as const
  await expect(sendTransfer({ ...transfer, esplora: createEsplora(url) })).rejects.toMatchObject({ code: 4901 })
})
