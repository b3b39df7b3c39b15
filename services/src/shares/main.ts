import { runProcess } from '../runProcess.ts'
import { readShareEnvironment } from './environment.ts'
import { startShareStore } from './startShareStore.ts'

/** Runs one share store as a process; `SHARE_STORE` selects the store. */
await runProcess('The share store', async () => startShareStore(readShareEnvironment(process.env)))
