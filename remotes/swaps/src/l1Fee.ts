import { type ActingCommands, type CaipNetworkId, type EvmTransactionRequest, ModalError } from '@portico/contracts'
import { toQuantity } from '@portico/contracts/preview'

type Ask = Pick<ActingCommands, 'askNode'>

/** OP networks: beside its gas, a transaction pays for its own bytes on Ethereum. */
const OP_NETWORKS: readonly CaipNetworkId[] = ['eip155:10', 'eip155:8453']
/** The GasPriceOracle of every OP network: `getL1Fee(bytes)`. */
const ORACLE = '0x420000000000000000000000000000000000000F'
const GET_L1_FEE = '0x49948e0e'
/** The price of Ethereum's blocks may rise until it is sent. */
const MARGIN_PERCENT = 25n
/** As long as the longest swaps, before one has been built. */
const BYTES_BEFORE_BUILD = 1_500

/** Bytes that no network can put more shortly: the oracle reckons with compressed ones. */
function bytesBeforeBuild(): string {
  let state = 1
  return Array.from({ length: BYTES_BEFORE_BUILD }, () => {
    state = (state * 16_807) % 2_147_483_647
    return (state % 256).toString(16).padStart(2, '0')
  }).join('')
}

const word = (hex: string) => hex.padStart(64, '0')

/**
 * Wei, at most; nothing on other networks.
 * @param request undefined: what it will be is not known yet
 * @throws ModalError `service.invalidAnswer`, `node.refused`, `service.unreachable`
 */
export async function askL1Fee(
  ask: Ask,
  caipNetworkId: CaipNetworkId,
  request: EvmTransactionRequest | undefined,
  signal: AbortSignal,
): Promise<bigint> {
  if (!OP_NETWORKS.includes(caipNetworkId)) return 0n
  // Sender and target stand for what the wallet adds: nonce, fees and limit are no longer than these.
  const bytes = request
    ? [request.from, request.to, word(toQuantity(request.value).slice(2)), request.data ?? '0x']
        .map((part) => part.replace(/^0x/, ''))
        .join('')
    : bytesBeforeBuild()
  const length = bytes.length / 2
  const padded = bytes.padEnd(Math.ceil(length / 32) * 64, '0')
  const data = `${GET_L1_FEE}${word('20')}${word(length.toString(16))}${padded}`
  const call = { caipNetworkId, method: 'eth_call', params: [{ to: ORACLE, data }, 'latest'] }
  const answer = await ask.askNode(call, signal)
  if (typeof answer !== 'string' || !/^0x[\da-f]{64}$/i.test(answer)) throw new ModalError('service.invalidAnswer')
  return (BigInt(answer) * (100n + MARGIN_PERCENT) + 99n) / 100n
}
