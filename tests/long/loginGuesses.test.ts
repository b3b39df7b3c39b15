import { hashOf } from '../../services/src/login/secrets'
import { createVisitors } from '../../services/testing/loginVisitor'
import { startMailServer } from '../../services/testing/mailServer'
import { startLogin } from '../../services/testing/startLogin'

const AT_ONCE = 10_000

/** A database under this much load leaves some requests unanswered. */
const UNANSWERED = 'unanswered'

test('of ten thousand simultaneous guesses five are checked; after that the right code is useless', async () => {
  const mail = await startMailServer()
  const service = await startLogin({ smtpUrl: mail.url, from: 'no-reply@portico.example' })
  const visitors = createVisitors(service, mail)
  try {
    const { attempt, code } = await visitors.untilCode()
    const guesses = Array.from({ length: AT_ONCE }, () =>
      visitors.check(attempt, visitors.wrong(code)).catch(() => UNANSWERED),
    )
    const outcomes = (await Promise.all(guesses)).map((said) => (typeof said === 'string' ? said : said.outcome))
    const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
    expect(count('wrong')).toBeLessThanOrEqual(5)
    expect(count('usedUp')).toBeGreaterThan(0)
    expect(count('wrong') + count('usedUp') + count(UNANSWERED)).toBe(AT_ONCE)
    expect(await visitors.check(attempt, code)).toEqual({ outcome: 'usedUp' })
    // Counted where they are checked, because the responses above may be incomplete.
    const { tries } = await service.db
      .selectFrom('login_attempts')
      .select('tries')
      .where('secret_hash', '=', hashOf(attempt))
      .executeTakeFirstOrThrow()
    expect(tries).toBe(5)
  } finally {
    await service.close()
    await mail.close()
  }
}, 600_000)
