import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Where the time of a test run goes: a table of its steps and one of its files, slowest first.
 *
 * @typedef {object} FileTime the measurements of one test file by `tests/jest/profile.cjs`
 * @property {string} file
 * @property {number} tests
 * @property {number} wallMs
 * @property {number} cpuMs of the process that ran the file, excluding servers and browsers
 * @property {number} idleMs how long the machine was idle during that time, averaged over its processors
 * @property {number} startupMs before the first expectation of each test
 *
 * @typedef {{ name: string, wallMs: number, idleMs: number }} StepTime
 */

/** Total idle time of the processors in milliseconds, on average. */
const idleMs = () => cpus().reduce((total, { times }) => total + times.idle, 0) / cpus().length

/** Measures a step. @returns {(name: string) => StepTime} */
export function beginStep() {
  const start = { at: performance.now(), idle: idleMs() }
  return (name) => ({ name, wallMs: performance.now() - start.at, idleMs: idleMs() - start.idle })
}

/** The file to which each test file appends its line. Starts empty. @param {string} root */
export function beginProfile(root) {
  const file = join(root, '.portico', 'profile.jsonl')
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** @param {string} file @returns {FileTime[]} */
export const readProfile = (file) =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []

const seconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(1)

/** @param {readonly string[]} titles @param {readonly (readonly string[])[]} rows */
const table = (titles, rows) =>
  [titles, titles.map((_, column) => (column ? '--:' : '---')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

/**
 * Both tables, in Markdown. Times are in seconds.
 * @param {readonly StepTime[]} steps @param {readonly FileTime[]} files
 */
export function profileTables(steps, files) {
  const slowest = [...files].sort((a, b) => b.wallMs - a.wallMs)
  const ofSteps = steps.map(({ name, wallMs, idleMs }) => [name, ...[wallMs, wallMs - idleMs, idleMs].map(seconds)])
  const ofFiles = slowest.map(({ file, tests, wallMs, cpuMs, idleMs, startupMs }) => [
    file,
    String(tests),
    ...[wallMs, cpuMs, idleMs, startupMs].map(seconds),
  ])
  return [
    table(['step', 'wall', 'busy', 'idle'], ofSteps),
    table(['file', 'tests', 'wall', 'processor', 'idle', 'start-up'], ofFiles),
    '',
  ].join('\n\n')
}

/** @param {string} root @param {readonly StepTime[]} steps @param {string} file @returns {string} path of the tables */
export function writeProfile(root, steps, file) {
  const path = join(root, '.portico', 'profile.md')
  writeFileSync(path, profileTables(steps, readProfile(file)))
  return path
}
