import { createRequire } from 'node:module'

/**
 * Runs the text of a CommonJS module and returns its exports.
 * @template T
 * @param {string} text
 * @param {string} from the absolute path of the file from which its imports are resolved
 * @returns {T}
 */
export function runCommonJs(text, from) {
  const module = { exports: /** @type {T} */ ({}) }
  new Function('module', 'exports', 'require', text)(module, module.exports, createRequire(from))
  return module.exports
}
