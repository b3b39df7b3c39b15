import { fileURLToPath } from 'node:url'

/** Whether Node was started with this module. @param {string} url `import.meta.url` */
export const isMain = (url) => process.argv[1] === fileURLToPath(url)

/** Runs a command. An error ends the process with 1, and only its message is shown. @param {() => unknown} main */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/**
 * @template Command
 * @param {Readonly<Record<string, Command>>} commands @param {string} name @param {string} usage
 * @throws Error with `usage` if there is no such command
 */
export function commandIn(commands, name, usage) {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Error(usage)
  return command
}
