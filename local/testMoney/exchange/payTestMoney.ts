import type { CreateTestExchange } from '@portico/services/payments/exchanges/exchangeSource'
import type { TestMoneyChains } from '../chainsText.ts'
import { createDeliveries } from '../deliveries/createDeliveries.ts'
import { createTestExchange } from './createTestExchange.ts'
import { sandboxPages } from './sandboxPages.ts'
import { createSessions } from './sessions.ts'

/**
 * The test exchange, with its pages.
 * @param now milliseconds since 1970
 */
export const payTestMoney =
  (chains: TestMoneyChains, now: () => number = Date.now): CreateTestExchange =>
  (parts) => {
    const deliveries = createDeliveries(parts, chains)
    if (!deliveries.size) return undefined
    parts.log.warn('a test exchange pays with test money', { chains: [...deliveries.keys()] })
    const sessions = createSessions({ deliveries, log: parts.log }, now)
    return { ...createTestExchange(parts, [...deliveries.keys()], sessions), routes: sandboxPages(sessions) }
  }
