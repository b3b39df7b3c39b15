import { signs } from './support/features.ts'
import { stack } from './support/stack.ts'
import { closeBrowser, VISITOR, type Visit, visiting } from './support/visit.ts'

afterAll(closeBrowser)

/** The services and every remote's origin are down; only the page's own server and the chain still run. */
const prepare: NonNullable<Parameters<typeof visiting>[0]['prepare']> = async (context) => {
  const down = [stack.urls.services, ...Object.values(stack.urls.remotes)]
  await context.route(
    (url) => down.some((origin) => url.href.startsWith(origin)),
    (route) => route.abort('connectionrefused'),
  )
}

async function disconnects(visitor: Visit): Promise<void> {
  await visitor.openAccount()
  await visitor.dialog.getByTestId('disconnect-button').click()
  await visitor.reads('status', 'disconnected')
}

test(
  'with the services and all remote origins down, the injected wallet connects, signs and disconnects',
  visiting({ prepare }, async (visitor) => {
    await visitor.connect()
    await visitor.reads('address', VISITOR)
    await signs(visitor)
    await disconnects(visitor)
    await visitor.connect()
    expect(visitor.problems.filter((text) => text.startsWith('uncaught'))).toEqual([])
  }),
)

test(
  'a returning visitor still finds the wallet connected',
  visiting({ prepare }, async (visitor) => {
    await visitor.connect()
    await visitor.page.reload()
    await visitor.reads('status', 'connected')
    await signs(visitor)
    await disconnects(visitor)
  }),
)
