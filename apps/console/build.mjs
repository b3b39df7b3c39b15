import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole, CONTENT_SECURITY_POLICY } from './server.mjs'

/** `node apps/console/build.mjs [folder]` writes the console for a web server, by default into `dist/console`. */
const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const out = process.argv[2] ?? join(ROOT, 'dist', 'console')
mkdirSync(out, { recursive: true })
for (const [path, { bytes }] of await buildConsole()) {
  writeFileSync(join(out, path === '/' ? 'index.html' : path), bytes)
}
console.log(`The console is in ${out}. Serve it with this header:\ncontent-security-policy: ${CONTENT_SECURITY_POLICY}`)
