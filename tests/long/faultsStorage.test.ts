import { ADDRESSES, breakStorage, FAMILIES, shopOf } from '../browser/support/faults.ts'
import { connectTo, succeedsNow } from '../browser/support/succeedsNow.ts'
import { closeBrowser, visiting } from '../browser/support/visit.ts'

afterAll(closeBrowser)

test.each(FAMILIES.flatMap((family) => (['full', 'blocked'] as const).map((how) => [family, how] as const)))(
  '%s: with storage %s a wallet still connects, signs and disconnects, but is not remembered',
  (family, how) =>
    visiting({ query: shopOf(family), prepare: breakStorage(how) }, async (visitor) => {
      await connectTo(visitor, family)
      await visitor.reads('address', ADDRESSES[family])
      await succeedsNow(visitor, family)
      await visitor.onPage((modal) => modal.disconnect())
      await visitor.reads('status', 'disconnected')
      await succeedsNow(visitor, family)

      await visitor.page.reload()
      await visitor.onPage((modal) => modal.ready())
      await visitor.reads('status', 'disconnected')
      await visitor.reads('address', '–')
      await succeedsNow(visitor, family)
      expect(visitor.problems.filter((problem) => problem.startsWith('uncaught'))).toEqual([])
    })(),
)
