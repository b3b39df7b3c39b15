import type { Running } from './setup.ts'

/** Ends what `setup` has started. */
export default async function teardown(): Promise<void> {
  await (globalThis as { __PORTICO_RUNNING__?: Running }).__PORTICO_RUNNING__?.end()
}
