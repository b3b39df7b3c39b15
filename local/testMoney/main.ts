/**
 * Runs the services, and gives test money away on chains without real money: `ONRAMP_SANDBOX_CHAINS` are sold,
 * `PAYMENTS_SANDBOX_CHAINS` are what the test exchange pays on. All other variables are those of the services.
 */
import { startServices } from '@portico/services'
import { runProcess } from '@portico/services/runProcess'
import { readTestMoneyEnvironment } from './environment.ts'

await runProcess('The services', async () => startServices(readTestMoneyEnvironment(process.env)))
