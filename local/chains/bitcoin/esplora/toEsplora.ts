import { toSatoshis } from '../amounts.ts'
import type { NodeBlock, NodeInput, NodeOutput, NodeTransaction } from './nodeTypes.ts'

/** Amounts are satoshis: https://github.com/Blockstream/esplora/blob/master/API.md. */
export interface Output {
  readonly scriptpubkey: string
  readonly scriptpubkey_asm: string
  readonly scriptpubkey_type: string
  readonly scriptpubkey_address?: string | undefined
  readonly value: number
}

interface Input {
  readonly txid: string
  readonly vout: number
  readonly prevout: Output | null
  readonly scriptsig: string
  readonly scriptsig_asm: string
  readonly witness?: readonly string[] | undefined
  readonly is_coinbase: boolean
  readonly sequence: number
}

export type Status =
  | { readonly confirmed: false }
  | {
      readonly confirmed: true
      readonly block_height: number
      readonly block_hash: string
      readonly block_time: number
    }

export interface Transaction {
  readonly txid: string
  readonly version: number
  readonly locktime: number
  readonly vin: readonly Input[]
  readonly vout: readonly Output[]
  readonly size: number
  readonly weight: number
  readonly fee: number
  readonly status: Status
}

/** Script types that have another name in Esplora. */
const SCRIPT_TYPES: Readonly<Record<string, string>> = {
  witness_v0_keyhash: 'v0_p2wpkh',
  witness_v0_scripthash: 'v0_p2wsh',
  witness_v1_taproot: 'v1_p2tr',
  scripthash: 'p2sh',
  pubkeyhash: 'p2pkh',
  pubkey: 'p2pk',
  nulldata: 'op_return',
}

/** The spent output's id in a coinbase. */
const NO_TXID = '0'.repeat(64)
const NO_VOUT = 0xffff_ffff

const toOutput = ({ value, scriptPubKey: { hex, asm, type, address } }: NodeOutput): Output => ({
  scriptpubkey: hex,
  scriptpubkey_asm: asm,
  scriptpubkey_type: SCRIPT_TYPES[type] ?? 'unknown',
  scriptpubkey_address: address,
  value: toSatoshis(value),
})

/** Finds an output that the node does not include in the transaction. */
type FindOutput = (txid: string, vout: number) => Output | undefined

function toInput(input: NodeInput, findOutput: FindOutput): Input {
  const { coinbase, txid = NO_TXID, vout = NO_VOUT, prevout, scriptSig, txinwitness, sequence } = input
  return {
    txid,
    vout,
    prevout: prevout ? toOutput(prevout) : (findOutput(txid, vout) ?? null),
    scriptsig: coinbase ?? scriptSig?.hex ?? '',
    scriptsig_asm: scriptSig?.asm ?? '',
    witness: txinwitness,
    is_coinbase: coinbase !== undefined,
    sequence,
  }
}

const sum = (outputs: readonly (Output | null)[]) => outputs.reduce((total, output) => total + (output?.value ?? 0), 0)

export function toTransaction(node: NodeTransaction, status: Status, findOutput: FindOutput): Transaction {
  const { txid, version, locktime, size, weight } = node
  const vin = node.vin.map((input) => toInput(input, findOutput))
  const vout = node.vout.map(toOutput)
  const isCoinbase = vin.some(({ is_coinbase }) => is_coinbase)
  const fee = isCoinbase ? 0 : sum(vin.map(({ prevout }) => prevout)) - sum(vout)
  return { txid, version, locktime, vin, vout, size, weight, fee, status }
}

export const toBlock = (block: NodeBlock) => ({
  id: block.hash,
  height: block.height,
  version: block.version,
  timestamp: block.time,
  tx_count: block.nTx,
  size: block.size,
  weight: block.weight,
  merkle_root: block.merkleroot,
  previousblockhash: block.previousblockhash ?? null,
  mediantime: block.mediantime,
  nonce: block.nonce,
  bits: Number.parseInt(block.bits, 16),
  difficulty: block.difficulty,
})
