import type { Running } from './setup.ts'

/** Stops what `setup` started. */
export default async function teardown(): Promise<void> {
  await (globalThis as { __PORTICO_RUNNING__?: Running }).__PORTICO_RUNNING__?.end()
}
