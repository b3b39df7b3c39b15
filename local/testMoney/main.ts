/**
 * Runs the services, and gives test money away on chains without real money: the on-ramp sells on
 * `ONRAMP_SANDBOX_CHAINS`, and the test exchange pays on `PAYMENTS_SANDBOX_CHAINS`. All other variables are those of
 * the services.
 */
import { startServices } from '@portico/services'
import { runProcess } from '@portico/services/runProcess'
import { readTestMoneyEnvironment } from './environment.ts'

await runProcess('The services', async () => startServices(readTestMoneyEnvironment(process.env)))
