/**
 * Creates the key of a log: `node scripts/keys/generateLogKey.mjs <origin> > my-log-key.txt`, for example with the origin
 * `wallet.example/log`. The file gets the private key; the public key is printed to the terminal, and every index names
 * it. A log cannot change its key: keep the file as you keep the release keys.
 */
import { logPackage } from '../build/releaseLog.mjs'
import { runMain } from '../main.mjs'

runMain(() => {
  const [origin] = process.argv.slice(2)
  if (!origin) throw new Error('Which log? node scripts/keys/generateLogKey.mjs wallet.example/log > my-log-key.txt')
  const { generateKey, logKeyText, readSigner } = logPackage()
  const key = generateKey(origin)
  console.log(key)
  console.error(`Public key: ${logKeyText(readSigner(key))}`)
})
