import { createVisitors } from '../../services/testing/loginVisitor'
import { startMailServer } from '../../services/testing/mailServer'
import { startLogin } from '../../services/testing/startLogin'

test('of ten thousand guesses at once five are judged, and then the right code is worth nothing', async () => {
  const mail = await startMailServer()
  const service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' })
  const visitors = createVisitors(service, mail)
  try {
    const { attempt, code } = await visitors.untilCode()
    const guesses = await Promise.all(
      Array.from({ length: 10_000 }, () => visitors.check(attempt, visitors.wrong(code))),
    )
    expect(guesses.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(5)
    expect(guesses.filter(({ outcome }) => outcome === 'usedUp')).toHaveLength(9_995)
    expect(await visitors.check(attempt, code)).toEqual({ outcome: 'usedUp' })
  } finally {
    await service.close()
    await mail.close()
  }
}, 600_000)
