#!/usr/bin/env node
/**
 * `npx @portico/remote new <id> | build`: a remote in a repository of its own.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = 'npx @portico/remote new <id> | build [--out <folder>]'

const OPTIONS = /** @type {const} */ ({ out: { type: 'string' } })

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
