import type { CaipNetworkId } from '@portico/contracts'
import { readEnvironment } from '@portico/services/environment'
import { readVariables } from '@portico/services/processEnvironment'
import type { ServicesOptions } from '@portico/services/servicesOptions'
import { check, object, optional, pipe } from 'valibot'
import { TestMoneyChainsText } from './chainsText.ts'
import { payTestMoney } from './exchange/payTestMoney.ts'
import { sellTestMoney } from './onramp/sellTestMoney.ts'

const isPayable = (caipNetworkId: CaipNetworkId) => /^(?:eip155|solana):/.test(caipNetworkId)

/** The variables beside those of the services. */
const Environment = object({
  ONRAMP_SANDBOX_CHAINS: optional(TestMoneyChainsText),
  PAYMENTS_SANDBOX_CHAINS: optional(
    pipe(
      TestMoneyChainsText,
      check((chains) => [...chains.keys()].every(isPayable), 'must name chains of eip155 and solana only'),
    ),
  ),
})

/**
 * The services' environment, and the chains with test money.
 * @throws Error with one sentence on the first bad value
 */
export function readTestMoneyEnvironment(environment: NodeJS.ProcessEnv): ServicesOptions {
  const options = readEnvironment(environment)
  const { ONRAMP_SANDBOX_CHAINS: sold, PAYMENTS_SANDBOX_CHAINS: paid } = readVariables(Environment, environment)
  const { blockchain } = options
  return {
    ...options,
    blockchain: blockchain && {
      ...blockchain,
      onramp: { ...blockchain.onramp, added: sold && [sellTestMoney(sold)] },
      payments: { ...blockchain.payments, testExchange: paid && payTestMoney(paid) },
    },
  }
}
