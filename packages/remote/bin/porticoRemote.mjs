#!/usr/bin/env node
/**
 * `npx @portico/remote new <id> | build | publish`: a remote in a repository of its own.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = [
  'npx @portico/remote new <id> | build [--out <folder>]',
  'publish --to <folder or URL of a bucket> --url <where it is served> [--submission <file>]',
].join(' | ')

const OPTIONS = /** @type {const} */ ({
  out: { type: 'string' },
  to: { type: 'string' },
  url: { type: 'string' },
  submission: { type: 'string' },
})

const here = process.cwd()
const shown = (/** @type {string} */ path) => relative(here, path) || '.'

/** @type {Record<string, (args: string[], values: Record<string, string | undefined>) => Promise<void>>} */
const commands = {
  async new([id = '']) {
    const { createRemote } = await import('../src/newRemote.mjs')
    for (const file of createRemote(join(here, id), id, { isOutside: true })) console.log(`${id}/${file}`)
  },
  async build(_, { out = 'dist' }) {
    const { buildVersion } = await import('../src/buildVersion.mjs')
    const { readProject } = await import('../src/readProject.mjs')
    const { weigh } = await import('../src/sizes.mjs')
    const { id, version } = readProject(here)
    const folder = join(here, out, id, version)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await buildVersion(here, id, version, folder)
    console.log(`Built ${shown(folder)}`)
    for (const { what, bytes, limit } of weigh(folder)) {
      const isHeavy = limit !== undefined && bytes > limit
      console.log(`${isHeavy ? '✗' : ' '} ${what}: ${bytes} bytes${limit ? ` of ${limit}` : ''}`)
    }
  },
  async publish(_, { to, url, submission }) {
    if (!to || !url) throw new Error(USAGE)
    const { publish } = await import('../src/publish.mjs')
    const { bucketStore, folderStore } = await import('../src/stores.mjs')
    const isBucket = /^https?:/.test(to)
    const store = isBucket ? bucketStore(to, process.env) : folderStore(resolve(to))
    const submitted = await publish({ folder: here, store, url, isServed: isBucket, log: console.log })
    const file = resolve(submission ?? `dist/${submitted.id}-${submitted.version}.submission.json`)
    writeFileSync(file, `${JSON.stringify(submitted, null, 2)}\n`)
    console.log(`Wrote ${shown(file)}: the operator signs it with \`npm run remote -- accept <file>\`.`)
  },
}

try {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  const [name = '', ...args] = positionals
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(USAGE)
  await command(args, values)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
