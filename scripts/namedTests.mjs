import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTestsAway } from './testsOfRemotes.mjs'

/**
 * Documents state expectations and name the tests that prove them: `` `file › title` ``. This module reads those names
 * and compares them with what jest ran. Titles are written as in the source; `%s`, `$name` or `${…}` match anything.
 *
 * @typedef {{ readonly file: string, readonly title: string }} Named
 * @typedef {Named & { readonly document: string }} NamedIn
 * @typedef {Named & { readonly status: string }} Ran a test that jest has loaded; `status` is jest's own status
 */

/** Documents that name tests. Missing ones are ignored. */
export const DOCUMENTS = ['docs/scenarios.md', 'docs/decisions/0021-known-pitfalls.md', 'docs/faults.md']

/** @param {string} text @returns {Named[]} */
export const namedIn = (text) =>
  [...text.matchAll(/`([^`\s]+\.test\.tsx?) › ([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }))

/** Excludes tests of removed remotes. @param {string} root @returns {NamedIn[]} */
export function readNamed(root) {
  const isAway = findTestsAway(root)
  return DOCUMENTS.filter((document) => existsSync(join(root, document))).flatMap((document) =>
    namedIn(readFileSync(join(root, document), 'utf8'))
      .filter(({ file }) => !isAway(file))
      .map((named) => ({ ...named, document })),
  )
}

/** Placeholders of jest and templates: `%s` and the like, `$name`, `$name.part`, `${…}`; and `%%`, a percent sign. */
export const HOLES = /\$\{[^}]*\}|%[sdifjoOp#$]|\$[a-zA-Z_][\w.]*|%%/g

/** A pattern for all titles that a source title can expand to. @param {string} title */
export function titlePattern(title) {
  const texts = title.split(HOLES).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const holes = title.match(HOLES) ?? []
  return new RegExp(
    `^${texts.map((text, index) => (index === 0 ? text : `${holes[index - 1] === '%%' ? '%' : '.*'}${text}`)).join('')}$`,
    's',
  )
}

/** The jest project that a file belongs to. @param {string} file */
export const projectOf = (file) => /^tests\/(architecture|browser|contract|long)\//.exec(file)?.[1] ?? 'unit'

/**
 * The named tests of these projects that have not passed, one sentence each. A title with rows passes if one row did: a
 * failed row already counts as a failure. Tests skipped because this machine lacks something are listed separately.
 * @param {readonly NamedIn[]} named @param {readonly Ran[]} ran @param {readonly string[]} projects
 * @returns {{ missing: string[], skipped: string[] }}
 */
export function unproven(named, ran, projects) {
  /** @type {{ missing: string[], skipped: string[] }} */
  const found = { missing: [], skipped: [] }
  for (const { document, file, title } of named.filter((one) => projects.includes(projectOf(one.file)))) {
    const pattern = titlePattern(title)
    const results = ran.filter((test) => test.file === file && pattern.test(test.title)).map(({ status }) => status)
    if (results.includes('passed')) continue
    const what = `${document} names ${file} › ${title}`
    if (results.includes('failed')) found.missing.push(`${what}: it failed`)
    else if (results.length) found.skipped.push(`${what}: it was skipped`)
    else found.missing.push(`${what}: no such test has run`)
  }
  return { missing: [...new Set(found.missing)], skipped: [...new Set(found.skipped)] }
}
