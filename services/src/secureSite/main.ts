import { runProcess } from '../runProcess.ts'
import { readSecureSiteEnvironment } from './environment.ts'
import { startSecureSite } from './startSecureSite.ts'

await runProcess('The secure site', async () => startSecureSite(readSecureSiteEnvironment(process.env)))
