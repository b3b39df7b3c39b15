import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveFiles } from '../../scripts/serve.mjs'
import { everyFeature } from '../../services/testing/everyFeature'
import { type RunningServices, runServices } from '../../services/testing/runServices'

/** A version in a made-up release index. */
export const RELEASE = {
  url: 'remotes/x/',
  integrity: `sha384-${'A'.repeat(64)}`,
  contract: '^2.0.0',
  static: { messages: {}, views: {}, slots: {} },
}

/** The fields of a made-up release index that no test looks at. */
export const indexFields = () => ({
  format: 1,
  serial: 1,
  issuedAt: new Date().toISOString(),
  notAfter: new Date(Date.now() + 86_400_000).toISOString(),
  audience: [],
  shells: [],
})

/** Services that check decisions against the release index in `folder`, which `publish` writes. */
export interface CheckingServices {
  readonly folder: string
  readonly services: RunningServices
  stop(): Promise<void>
}

/**
 * @param publish writes `release-index.txt` into the folder, before the services start
 * @param environment of the services, in addition to what every feature needs
 */
export async function startCheckingServices(
  publish: (folder: string) => void,
  environment: NodeJS.ProcessEnv = {},
): Promise<CheckingServices> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-index-'))
  publish(folder)
  const host = await serveFiles({ root: folder, port: 0 })
  const services = await runServices({
    ...everyFeature(),
    RELEASE_INDEX_URL: `${host.url}/release-index.txt`,
    ...environment,
  })
  return {
    folder,
    services,
    async stop() {
      await services.stop()
      await host.close()
      rmSync(folder, { recursive: true })
    },
  }
}
