import { setTimeout as later } from 'node:timers/promises'
import { ANSWER_STEP_MS } from '../../services/src/login/limits.ts'
import { createVisitors } from '../../services/testing/loginVisitor.ts'
import { startMailServer } from '../../services/testing/mailServer.ts'
import { startLogin } from '../../services/testing/startLogin.ts'

/** Looking up an address with a wallet takes this much longer, which would be measurable without the countermeasure. */
const LONGER_MS = ANSWER_STEP_MS * 0.4
/** On a busy machine it takes several attempts until one request of each kind is not delayed. */
const MOST = 60

jest.mock('../../services/src/login/identities.ts', () => {
  const real = jest.requireActual('../../services/src/login/identities.ts')
  return {
    ...real,
    async findByEmail(...asked: unknown[]) {
      const found = await real.findByEmail(...asked)
      if (found) await later(LONGER_MS)
      return found
    },
  }
})

test('an address with a wallet is answered as fast as one without, though looking it up takes longer', async () => {
  const mail = await startMailServer()
  const service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' })
  const visitors = createVisitors(service, mail)
  const msFor = async (email: string) => {
    const begunAt = performance.now()
    await visitors.start(email)
    return performance.now() - begunAt
  }
  try {
    const [known, unknown]: [number[], number[]] = [[], []]
    const difference = () => Math.abs(Math.min(...known) - Math.min(...unknown))
    const isAlike = () => known.length > 0 && difference() < LONGER_MS * 0.8
    for (let n = 0; n < MOST && !isAlike(); n++) {
      const { email } = await visitors.signedIn()
      known.push(await msFor(email))
      unknown.push(await msFor(visitors.newEmail()))
    }
    expect(Math.min(...unknown)).toBeGreaterThanOrEqual(ANSWER_STEP_MS - 1)
    // If the two were distinguishable, the difference would never be below the extra time.
    expect(difference()).toBeLessThan(LONGER_MS * 0.8)
  } finally {
    await service.close()
    await mail.close()
  }
}, 120_000)
