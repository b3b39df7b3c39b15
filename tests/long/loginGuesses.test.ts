import { createVisitors } from '../../services/testing/loginVisitor'
import { startMailServer } from '../../services/testing/mailServer'
import { startLogin } from '../../services/testing/startLogin'

const AT_ONCE = 10_000

test('of ten thousand guesses at once five are judged, and then the right code is worth nothing', async () => {
  const mail = await startMailServer()
  const service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' })
  const visitors = createVisitors(service, mail)
  try {
    const { attempt, code } = await visitors.untilCode()
    const guesses = Array.from({ length: AT_ONCE }, () => visitors.check(attempt, visitors.wrong(code)))
    const outcomes = (await Promise.all(guesses)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'usedUp')).toHaveLength(AT_ONCE - 5)
    expect(await visitors.check(attempt, code)).toEqual({ outcome: 'usedUp' })
  } finally {
    await service.close()
    await mail.close()
  }
}, 600_000)
