import { type Files, fixture, type Rule, readFiles } from './files.ts'

/** Comments cite the behaviour they implement, as `views.md §6.2`. These sections are in `docs/reference`. */

const FOLDER = 'docs/reference/'
const CITING = /\.(tsx?|mjs|css|md)$/

interface Citation {
  readonly document: string
  readonly section: string
}

/** `views.md §6.2`, and lists: `chains.md §2.4, §2.6`. */
function citationsIn(text: string): Citation[] {
  // A comment may break the line inside a citation.
  const oneLine = text.replace(/\n\s*(\*|\/\/)?\s*/g, ' ')
  return [...oneLine.matchAll(/\b([a-z][\w-]*\.md)((?:(?:,| and| to|–)? ?§\d+(?:\.\d+)*)+)/g)].flatMap(
    ([, document = '', sections = '']) =>
      [...sections.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, section = '']) => ({ document, section })),
  )
}

/** Headings (`### 6.2 E-mail field`) and the items of a numbered list below a heading: item 3 of section 18 is 18.3. */
function sectionsOf(document: string): ReadonlySet<string> {
  const sections = new Set<string>()
  let current = ''
  for (const line of document.split('\n')) {
    const heading = /^#+ (\d+(?:\.\d+)*)\.? /.exec(line)?.[1]
    const item = /^(\d+)\. /.exec(line)?.[1]
    if (heading) current = heading
    if (heading) sections.add(heading)
    else if (item) sections.add(`${current}.${item}`)
  }
  return sections
}

const isReference = (path: string) => path.startsWith(FOLDER)

/** Standards that also number their sections. */
const STANDARD =
  /(RFC \d+|X\.\d+|Core 1\.0|JSON-RPC 2\.0|CAIP-\d+|NIST SP 800-38D|Web Locks|CSS Color 4|CSP 3|ISO [\d-]+|did:key|EIP-\d+|ERC-\d+|BIP-?\d+|WebAuthn[^§]*|https?:\S+),? (and )?§/

const unresolved: Rule = (files) => {
  const known = new Map<string, ReadonlySet<string>>()
  for (const [path, text] of files) if (isReference(path)) known.set(path.slice(FOLDER.length), sectionsOf(text))
  return [...files].flatMap(([path, text]) =>
    CITING.test(path)
      ? citationsIn(text)
          .filter(({ document, section }) => !known.get(document)?.has(section))
          .map(({ document, section }) => `${path}: ${document} §${section} is not there`)
      : [],
  )
}

/** Leaves out the architecture tests themselves, whose examples are made up. */
const sources = (): Files => new Map([...readFiles()].filter(([path]) => !path.startsWith('tests/architecture/')))

test('every cited section is in docs/reference', () => {
  expect(unresolved(sources())).toEqual([])
})

const REFERENCE = {
  'docs/reference/views.md': '## 6. Connect\n\n### 6.2 E-mail\n\n## 18. Pitfalls\n\n1. One.\n2. Two.\n',
}
const found = (text: string) => unresolved(fixture({ ...REFERENCE, 'host/src/a.ts': text }) as Files)

test.each(['views.md §6', 'views.md §6, §6.2', 'views.md §18.2', 'views.md\n * §6.2', 'RFC 8410 §7'])(
  '%j is accepted',
  (text) => {
    expect(found(`/** ${text} */`)).toEqual([])
  },
)

test.each([
  ['views.md §6.3', 'views.md §6.3'],
  ['views.md §6, §7', 'views.md §7'],
  ['views.md §18.3', 'views.md §18.3'],
  ['other.md §6', 'other.md §6'],
])('%j is reported', (text, missing) => {
  expect(found(`// ${text}`)).toEqual([`host/src/a.ts: ${missing} is not there`])
})

/** A number without its document is meaningless. Test titles are exempt: documents name tests by them. */
const bare: Rule = (files) =>
  [...files].flatMap(([path, text]) =>
    /\.(tsx?|mjs|css)$/.test(path)
      ? text.split('\n').flatMap((line, index) => {
          const isComment = /^\s*(\/\*\*?|\*|\/\/)|\s\/\/ /.test(line)
          const isBare =
            /(^|[^\w.,]|[^d],) ?§\d/.test(line) && !/\.md[,;]? .*§|\.md$|§.*\.md §/.test(line) && !STANDARD.test(line)
          return isComment && isBare ? [`${path}:${index + 1}`] : []
        })
      : [],
  )

test('every citation names its document, or the standard', () => {
  expect(bare(sources())).toEqual([])
})
