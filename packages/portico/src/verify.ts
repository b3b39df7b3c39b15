import { checkLog, type LogOptions } from './log/checkLog.ts'
import { checkFiles } from './site/checkFiles.ts'
import { readSite } from './site/readSite.ts'
import { createReport } from './site/report.ts'
import { checkSource } from './source/checkSource.ts'

export interface VerifyOptions extends LogOptions {
  readonly url: URL
  /** Public keys that must have signed the index; empty: those in the site's loader. */
  readonly releaseKeys: readonly string[]
  /** A folder or an address that Git can clone, to build every release again. */
  readonly source?: string
}

/**
 * Downloads what a site serves and verifies all of it, one line for each file.
 * @param print receives each line
 * @returns whether nothing was wrong
 */
export async function verify(options: VerifyOptions, print: (line: string) => void): Promise<boolean> {
  const report = createReport(print)
  const site = await readSite(options.url, options.releaseKeys, report)
  await checkFiles(site, report)
  const releases = site.index ? await checkLog(site, options, report) : []
  if (options.source) await checkSource(site, releases, options.source, report)
  const wrong = report.lines.filter(({ problem }) => problem)
  print('')
  print(
    wrong.length
      ? `${site.host} is not verified: ${wrong.length} of ${report.lines.length} checks failed.`
      : `${site.host} is verified: ${report.lines.length} checks.`,
  )
  return !wrong.length
}
