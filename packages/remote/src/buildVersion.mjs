import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { containerOf } from './bundler.mjs'
import { compile, filesOf } from './compile.mjs'
import { integrityOfFile } from './integrity.mjs'
import { writeMessages } from './messages.mjs'
import { isVersion } from './remoteId.mjs'
import { readStaticHalf } from './staticHalf.mjs'

const CONFIG = fileURLToPath(new URL('bundlerConfig.mjs', import.meta.url))

const writeJson = (/** @type {string} */ path, /** @type {unknown} */ value) =>
  writeFileSync(path, `${JSON.stringify(value)}\n`)

/**
 * Builds a version of a remote: its code, its messages, and next to them `static.json` with their hashes and
 * `half.json`, the static half. The bytes depend on the sources and the dependencies only.
 * @param {string} folder the remote's own, with `package.json` and `src/remote.ts`
 * @param {string} id @param {string} version
 * @param {string} out an empty folder for the version's files
 * @param {string} [context] the project that the folder is part of
 * @throws Error if it cannot be built
 */
export async function buildVersion(folder, id, version, out, context = folder) {
  if (!isVersion(version)) throw new Error(`"${version}" is no version: it must be like 1.2.3.`)
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [compilation] = await compile(CONFIG, { context, folder, id, version, out })
  if (!compilation) throw new Error('The bundler built nothing.')
  const { half, requests } = await readStaticHalf(join(folder, 'src/remote.ts'), id)
  const pin = (/** @type {string} */ file) => ({ file, integrity: integrityOfFile(join(out, file)) })
  const messages = writeMessages(join(folder, 'messages'), out)
  writeJson(join(out, 'half.json'), half)
  writeJson(join(out, 'static.json'), {
    id,
    version,
    contract: peerDependencies['@portico/contracts'],
    container: containerOf(id, version),
    entry: pin('remoteEntry.js'),
    expose: filesOf(compilation, ({ module }) => module?.includes('remote.ts"]') ?? false).map(pin),
    views: Object.fromEntries(
      Object.entries(requests).map(([view, request]) => [
        view,
        filesOf(compilation, (origin) => origin.request === request).map(pin),
      ]),
    ),
    messages,
  })
}
