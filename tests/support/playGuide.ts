import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A command of a guide, and what the guide says that it prints. */
export interface PrintedCommand {
  readonly command: string
  readonly output: string
}

/** Blocks without a language in which a line begins with `$ `: commands, each followed by its output. */
const BLOCK = /^```\n(\$ [\s\S]*?)^```$/gm

/** All commands that a guide shows with their output, in order. A command goes on after a line that ends with `\`. */
export function commandsOf(guide: string): PrintedCommand[] {
  const text = readFileSync(join(ROOT, 'docs/guides', guide), 'utf8')
  return [...text.matchAll(BLOCK)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [, command = '', output = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/.exec(part) ?? []
        return { command, output: output.trimEnd() }
      }),
  )
}

/** What npm prints before the script's own output. */
const NPM_HEAD = /^\n?> .*\n> .*\n\n/

/**
 * Runs a command as printed, in a shell in a project's folder.
 * @param until for a command that runs until Ctrl-C, which it gets once it has printed this
 * @returns everything that it printed
 */
export function play(command: string, env: NodeJS.ProcessEnv, cwd = ROOT, until?: RegExp): Promise<string> {
  const child = spawn('bash', ['-c', command], {
    cwd,
    // A terminal sends Ctrl-C to the whole group.
    detached: until !== undefined,
    env: { ...process.env, npm_config_update_notifier: 'false', ...env },
  })
  let text = ''
  let isEnding = false
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (isEnding || !until?.test(text)) return
      isEnding = true
      process.kill(-Number(child.pid), 'SIGINT')
    })
  }
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', () => done(text.replace(NPM_HEAD, '').trimEnd()))
  })
}

/** What differs from run to run, replaced by the same words in a guide and in an output. */
const CHANGING: readonly [RegExp, string][] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'],
  [/\d{4}-\d\d-\d\d/g, '<day>'],
  [/token [0-9a-f]{8}/g, 'token <id>'],
  [/\b(?!0{20})[0-9a-f]{32}\b/g, '<id>'],
  [/#invitation=[\w-]{43}/g, '#invitation=…'],
  [/"(id|next)":\d+/g, '"$1":<number>'],
  [/^([A-Z_]{6,} +)\d+$/gm, '$1<number>'],
  [/(?:\/[\w.-]+)+(?=\/\.portico\/index-)/g, '…'],
  [/index-\d+/g, 'index-0'],
  [/\b\d+\.\d+\.\d{13}\b/g, '<dev version>'],
  [/sha384-[\w+/…]+,B[\w…-]+/g, '<hash>,<key>'],
]

/** @param printed in which a line `…` stands for any lines */
export function isPrinted(output: string, printed: string): boolean {
  const same = (text: string) => CHANGING.reduce((changed, [from, to]) => changed.replace(from, to), text)
  const escaped = same(printed).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/^…$/gm, '[\\s\\S]*')}$`).test(same(output))
}
