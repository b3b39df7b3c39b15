import type { CreateOnrampProvider } from '@portico/services/blockchainApi/onramp/onrampProvider'
import type { TestMoneyChains } from '../chainsText.ts'
import { createDeliveries } from '../deliveries/createDeliveries.ts'
import { createSandbox } from './createSandbox.ts'
import { createOrders } from './orders.ts'
import { sandboxPages } from './sandboxPages.ts'

/**
 * The provider that sells test money, with its pages.
 * @param now milliseconds since 1970
 */
export const sellTestMoney =
  (chains: TestMoneyChains, now: () => number = Date.now): CreateOnrampProvider =>
  (parts) => {
    const deliveries = createDeliveries(parts, chains)
    if (!deliveries.size) return undefined
    parts.log.warn('test money is given away', { chains: [...deliveries.keys()] })
    const orders = createOrders({ deliveries, log: parts.log }, now)
    return { provider: createSandbox(parts, [...deliveries.keys()], orders), routes: sandboxPages(orders) }
  }
