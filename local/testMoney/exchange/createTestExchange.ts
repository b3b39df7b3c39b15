import type { CaipNetworkId } from '@portico/contracts'
import { type AssetPlace, type PaymentAsset, TEST_EXCHANGE_ID } from '@portico/contracts/services/payments'
import { isEvm } from '@portico/services/blockchainApi/asset'
import { readAddress } from '@portico/services/blockchainApi/balances/addressFamily'
import { networkName } from '@portico/services/blockchainApi/onramp/networkName'
import type { Parts } from '@portico/services/blockchainApi/parts'
import type { TestExchange } from '@portico/services/payments/exchanges/exchangeSource'
import { invalidParams, notSupported } from '@portico/services/payments/exchanges/rpcRefusal'
import { findAsset, type PayableAsset, writeAsset } from '@portico/services/payments/payableAsset'
import { formatUnits } from 'viem'
import { COINS_MAX, TOKENS_MAX } from './limits.ts'
import { readUnits } from './readUnits.ts'
import { SANDBOX_PATH } from './sandboxPath.ts'
import { BUY_STATUS, type Sessions } from './sessions.ts'

const TEST_EXCHANGE = { id: TEST_EXCHANGE_ID, name: 'Test exchange', imageUrl: '' }

/** @throws RpcRefusal */
function readRecipient(recipient: string, caipNetworkId: CaipNetworkId): string {
  const read = readAddress(recipient.slice(caipNetworkId.length + 1))
  const isThere = recipient.startsWith(`${caipNetworkId}:`) && read && caipNetworkId.startsWith(`${read.namespace}:`)
  if (!isThere)
    throw invalidParams(`recipient: must be an address of ${caipNetworkId}`, 'INVALID_RECIPIENT_ADDRESS_FOR_ASSET')
  return read.address
}

/** @throws RpcRefusal */
function readPaid(amount: string, { token, decimals, symbol }: PayableAsset): bigint {
  const units = readUnits(amount, decimals)
  if (units === undefined)
    throw invalidParams(`amount: ${symbol} has ${decimals} digits behind the point`, 'INVALID_AMOUNT')
  if (units === 0n) throw invalidParams('amount: must be more than nothing', 'INVALID_AMOUNT')
  const most = token === undefined ? COINS_MAX : TOKENS_MAX
  if (units > most * 10n ** BigInt(decimals))
    throw invalidParams(`amount: at most ${most} ${symbol} at once`, 'INVALID_AMOUNT')
  return units
}

/**
 * Pays with test money on the configured chains when its button is pressed. On Solana the exchange pays in the coin
 * only, because the faucet gives nothing else.
 */
export function createTestExchange(
  { tokens }: Pick<Parts, 'tokens'>,
  chains: readonly CaipNetworkId[],
  sessions: Sessions,
): Omit<TestExchange, 'routes'> {
  const has = (network: string) => chains.some((id) => id === network)

  function assetAt(place: AssetPlace): PayableAsset | undefined {
    const asset = has(place.network) ? findAsset(tokens, place) : undefined
    return asset && (asset.token === undefined || isEvm(asset.caipNetworkId)) ? asset : undefined
  }

  function assetsOn(caipNetworkId: CaipNetworkId): readonly PayableAsset[] {
    const places = ['native', ...tokens.of(caipNetworkId).map(({ address }) => address)]
    return places.flatMap((asset) => assetAt({ network: caipNetworkId, asset }) ?? [])
  }

  return {
    has,
    async list({ includeOnly, exclude = [] }, place) {
      const isWanted = (includeOnly ?? [TEST_EXCHANGE_ID]).includes(TEST_EXCHANGE_ID)
      const exchanges =
        isWanted && !exclude.includes(TEST_EXCHANGE_ID) && (!place || assetAt(place)) ? [TEST_EXCHANGE] : []
      return { exchanges, total: exchanges.length }
    },
    async payUrl({ asset: text, amount, recipient }, place, { origin }) {
      const asset = assetAt(place)
      if (!asset) throw notSupported(text, TEST_EXCHANGE_ID)
      const { caipNetworkId, token, decimals, symbol } = asset
      const to = readRecipient(recipient, caipNetworkId)
      const units = readPaid(amount, asset)
      const { id } = sessions.add({
        caipNetworkId,
        networkName: networkName(caipNetworkId),
        sum: `${formatUnits(units, decimals)} ${symbol}`,
        delivery: { to, amount: units, ...(token !== undefined && { token }) },
      })
      return { url: `${origin}${SANDBOX_PATH}?session=${id}`, sessionId: id }
    },
    async buyStatus({ sessionId }) {
      try {
        const { phase, txHash } = sessions.find(sessionId)
        return { status: BUY_STATUS[phase], txHash }
      } catch {
        // The session was forgotten, or never existed.
        return { status: 'UNKNOWN', txHash: undefined }
      }
    },
    async assets(exchangeId, { origin }) {
      const assets: Record<string, PaymentAsset[]> = {}
      for (const id of chains) {
        const namespace = id.slice(0, id.indexOf(':'))
        const those = assetsOn(id).map((asset) => writeAsset(asset, origin))
        assets[namespace] = [...(assets[namespace] ?? []), ...those]
      }
      return { exchangeId, assets }
    },
  }
}
