import type { CaipNetworkId } from '@portico/contracts'
import { readEnvironment } from '@portico/services/environment'
import { readVariables } from '@portico/services/processEnvironment'
import type { ServicesOptions } from '@portico/services/servicesOptions'
import { about } from '@portico/services/variables'
import { check, object, optional, pipe } from 'valibot'
import { TestMoneyChainsText } from './chainsText.ts'
import { payTestMoney } from './exchange/payTestMoney.ts'
import { sellTestMoney } from './onramp/sellTestMoney.ts'

const isPayable = (caipNetworkId: CaipNetworkId) => /^(?:eip155|solana):/.test(caipNetworkId)

const CHAINS = '`eip155:31337=<account that the node signs for>;solana:<reference>=<node>'

/** Environment variables that only test money needs, in addition to those of the services. */
export const TestMoneyEnvironment = object({
  ONRAMP_SANDBOX_CHAINS: optional(
    about(
      TestMoneyChainsText,
      `chains on which a provider sells test money, without being paid, to anybody: ${CHAINS};bip122:<reference>=<Esplora with a faucet>\``,
    ),
  ),
  PAYMENTS_SANDBOX_CHAINS: optional(
    about(
      pipe(
        TestMoneyChainsText,
        check((chains) => [...chains.keys()].every(isPayable), 'must name chains of eip155 and solana only'),
      ),
      `chains on which the exchange \`reown_test\` pays every request: ${CHAINS}\`. Give it an account of its own`,
    ),
  ),
})

/**
 * The services' environment, and the chains with test money.
 * @throws Error with one sentence about the first bad value
 */
export function readTestMoneyEnvironment(environment: NodeJS.ProcessEnv): ServicesOptions {
  const options = readEnvironment(environment)
  const { ONRAMP_SANDBOX_CHAINS: sold, PAYMENTS_SANDBOX_CHAINS: paid } = readVariables(
    TestMoneyEnvironment,
    environment,
  )
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
