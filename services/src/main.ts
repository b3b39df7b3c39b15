import { readEnvironment } from './environment.ts'
import { startServices } from './index.ts'
import { runProcess } from './runProcess.ts'

await runProcess('The services', async () => startServices(readEnvironment(process.env)))
