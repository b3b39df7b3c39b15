import { startServices } from './index.ts'
import { claimProcess } from './shares/claimProcess.ts'

test('a process that was a share store can never run the other services', async () => {
  claimProcess('auth share store')
  await expect(startServices({ port: 0, dataDir: 'memory://' })).rejects.toThrow(
    'This process is the auth share store and cannot be the services as well: each needs its own process.',
  )
})
