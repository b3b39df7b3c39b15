import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAGES } from '../src/secureSite/siteFiles.ts'

/** Creates the part of the secure frame's build that the server reads. */
export function makeSecureSiteFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-secure-site-'))
  mkdirSync(join(folder, 'assets'))
  for (const name of PAGES) {
    const head = `<meta charset="utf-8"><title>${name}</title>`
    writeFileSync(
      join(folder, `${name}.html`),
      `<!doctype html><html lang="en"><head>${head}</head><body></body></html>`,
    )
  }
  const pins = { scripts: ["'sha256-script'"], styles: ["'sha256-style'"] }
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify(Object.fromEntries(PAGES.map((name) => [name, { pins }]))),
  )
  writeFileSync(join(folder, 'assets', 'main-ABCD1234.js'), 'export const one = 1\n'.repeat(50))
  writeFileSync(join(folder, 'assets', 'mark-ABCD1234.png'), Buffer.from([137, 80, 78, 71]))
  writeFileSync(join(folder, 'assets', 'main-ABCD1234.js.map'), '{}')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
