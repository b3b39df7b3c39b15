import { createInterface } from 'node:readline'

/**
 * Waits until a process says that it is ready.
 * @param {import('node:child_process').ChildProcess} child
 * @param {import('node:stream').Readable} output one of its streams
 * @param {RegExp} pattern
 * @returns {Promise<string>} the first line that matches
 * @throws Error with all its output if the process ends before that line
 */
export const untilLine = (child, output, pattern) =>
  new Promise((resolve, reject) => {
    let text = ''
    createInterface(output).on('line', (line) => {
      text += `${line}\n`
      if (pattern.test(line)) resolve(line)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(text)))
  })
