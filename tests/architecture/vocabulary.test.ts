import { fixture, type Rule, readFiles } from './files.ts'
import { foreignClasses, unknownClasses } from './vocabulary/classNames.ts'
import { colouredDrawings, literalColours } from './vocabulary/colours.ts'
import { ownFiles } from './vocabulary/css.ts'
import { catalogues, messageKeys, vendorNames } from './vocabulary/messages.ts'
import { literalSizes, unknownTokens } from './vocabulary/sizes.ts'
import { fixedSleeps, sleepingTests } from './vocabulary/testHabits.ts'
import { machinePaths, valibotNamespaces } from './vocabulary/wording.ts'

/** Assembled, so that this file does not contain what it forbids. */
const shared = ['..', 'shared', 'data.json'].join('/')
const machine = ['', 'work', 'main', 'x.ts'].join('/')
const home = ['', 'home', 'ada', 'x.ts'].join('/')

const CSS = 'shared-contracts/ui/Button.css'
const TSX = 'shared-contracts/ui/Button.tsx'
const TEST = 'host/src/a.test.ts'
const EN = 'host/messages/en.json'
const VIEW = 'host/src/views/Connect.tsx'

/** The variable part of a template in a made-up source. */
const hole = (inside: string) => `\${${inside}}`
const sleep = (source: string) => ({ [TEST]: source })
const button = (className: string) => ({ [CSS]: '.Button {} .Button-big {}', [TSX]: `<b className=${className} />` })
const messages = (texts: Record<string, string>, view: string) => ({ [EN]: JSON.stringify(texts), [VIEW]: view })

const rules: readonly [title: string, rule: Rule, sound: Record<string, string>[], broken: Record<string, string>[]][] =
  [
    [
      'valibot is imported by the names of its functions',
      valibotNamespaces,
      [{ 'a.ts': `import { object } from 'valibot'` }, { 'a.ts': `import type * as v from 'valibot'` }],
      [
        { 'a.ts': `import * as v from 'valibot'` },
        { 'a.ts': `import v, * as w from 'valibot'` },
        { 'a.ts': `export * from 'valibot'` },
        { 'a.ts': `export * as v from 'valibot'` },
        { 'a.tsx': `const v = () => import('valibot')` },
      ],
    ],
    [
      'no file contains a path of a particular machine',
      machinePaths,
      [
        { 'a.ts': `import './sharedState.ts'; fetch('https://x.example/work/1')` },
        { 'a.md': 'and/or /work in progress' },
      ],
      [
        { 'a.ts': `read('${shared}')` },
        { 'a.mjs': `read('../${shared}')` },
        { 'a.json': `{ "a": "${machine}" }` },
        { 'a.md': `see ${machine}` },
        { 'a.sh': `cat ${home}` },
      ],
    ],
    [
      'no test sleeps for a fixed time',
      fixedSleeps,
      [
        sleep('setTimeout(poll, 20)'),
        sleep('jest.advanceTimersByTime(5000)'),
        sleep('setTimeout(() => reject(new Error("too late")), 5000)'),
        sleep('page.waitForSelector("dialog", { timeout: 5000 })'),
        { 'host/src/a.ts': 'setTimeout(hide, 2500)' },
      ],
      [
        sleep('await page.waitForTimeout(20)'),
        sleep('await new Promise((resolve) => setTimeout(resolve, 500))'),
        sleep('await new Promise((r) => { window.setTimeout(() => r(), 1_000) })'),
        sleep('await setTimeout(300)'),
        sleep('await sleep(2000)'),
        { 'tests/browser/steps.ts': 'await clock.delay(100)' },
      ],
    ],
    [
      'no test is skipped, and none is run alone',
      sleepingTests,
      [sleep('test("a", () => {})'), sleep('test.each([])("a", () => {})'), sleep('list.only()')],
      [
        sleep('it.skip("a", () => {})'),
        sleep('test.only("a", () => {})'),
        sleep('describe.only("a", () => {})'),
        sleep('test.only.each([])("a", () => {})'),
        sleep('test.concurrent.skip("a", () => {})'),
        sleep('test.todo("a")'),
        sleep('xit("a", () => {})'),
        sleep('fdescribe("a", () => {})'),
      ],
    ],
    [
      'only tokens.css has literal sizes and durations',
      literalSizes,
      [
        { [CSS]: '.Button { padding: var(--w-space-1); inline-size: 100%; scale: 0.9; inset: 0 }' },
        { [CSS]: '@media (max-width: 430px) { .Button { padding: 0 } }' },
        { 'shared-contracts/ui/tokens.css': '.tokens { --w-space-1: 4px }' },
      ],
      [
        { [CSS]: '.Button { padding: 4px }' },
        { [CSS]: '.Button { transform: translateX(-0.5px) }' },
        { [CSS]: '.Button { transition: color 120ms }' },
        { [CSS]: '.Button { animation: turn 1.5s }' },
        { [CSS]: '.Button { inline-size: calc(100% - 2rem) }' },
      ],
    ],
    [
      'every variable of a style sheet is a token',
      unknownTokens,
      [{ 'shared-contracts/ui/tokens.css': '.tokens { --w-a: 1px }', [CSS]: '.Button { top: var(--w-a) }' }],
      [{ 'shared-contracts/ui/tokens.css': '.tokens { --w-a: 1px }', [CSS]: '.Button { top: var(--w-b) }' }],
    ],
    [
      'only tokens.css has literal colours',
      literalColours,
      [
        { [CSS]: '/* #fff */ .Button { color: var(--w-color-text); mask: url(#abc); content: "#fff" }' },
        { [CSS]: '#fade .Button { color: color-mix(in srgb, var(--w-a) 90%, ButtonText) }' },
        { 'shared-contracts/ui/tokens.css': ':host { --w-color-text: #fff }' },
        { [TSX]: `<a href="#section">{'#1 of 3'}</a>` },
        { 'host/playground/page/shop.css': 'body { color: #123 }' },
      ],
      [
        { [CSS]: '.Button { color: #fff }' },
        { [CSS]: '@media print { .Button { border: 1px solid #12345678 } }' },
        { [CSS]: '.Button { --w-x: rgb(0 0 0 / 50%) }' },
        { [CSS]: '.Button { background: hsl(1 2% 3%); }' },
        { [TSX]: '<path fill="#3396ff" />' },
        { [TSX]: `<b style={{ color: \`rgba(0, 0, 0, ${hole('x')})\` }} />` },
      ],
    ],
    [
      'a drawing takes the colour of the text around it',
      colouredDrawings,
      [
        { 'shared-contracts/ui/a.svg': '<svg fill="none"><path stroke="currentColor" stroke-width="2" /></svg>' },
        { 'services/data/logo.svg': '<path fill="#fff" />' },
      ],
      [
        { 'shared-contracts/ui/a.svg': '<path fill="#fff" />' },
        { 'remotes/swaps/src/a.svg': '<path style="stroke: red" />' },
      ],
    ],
    [
      'a style sheet styles only classes that begin with its own name',
      foreignClasses,
      [
        { [CSS]: '.Button:hover > .Button-icon, .Button[aria-busy] { opacity: .5 }' },
        { [CSS]: '@media (min-width: 1.5px) { .Button { background: url(a.png) } }' },
        { 'shared-contracts/ui/tokens.css': '.frame { color: red }' },
      ],
      [
        { [CSS]: '.Row {}' },
        { [CSS]: '.Button .label { top: 0 }' },
        { [CSS]: '.Buttons {}' },
        { [CSS]: '@media print { .Button { top: 0 } .isActive { top: 0 } }' },
      ],
    ],
    [
      'every class that is used is styled somewhere in its package',
      unknownClasses,
      [
        button('"Button Button-big"'),
        button('{isBig ? "Button-big" : undefined}'),
        button(`{\`Button Button-${hole('size')}\`}`),
        button('{className}'),
        button('{["Button", isBig && "Button-big"].filter(Boolean).join(" ")}'),
        button('{kind === "huge" ? "Button" : ""}'),
        { 'shared-contracts/ui/tokens.css': '.tokens {}', 'host/src/frame/ModalFrame.tsx': '<b className="tokens" />' },
      ],
      [
        button('"Buton"'),
        button('{isBig ? "Button-bigger" : "Button"}'),
        button('{isBig && "Button-bigger"}'),
        button(`{\`Button Row-${hole('size')}\`}`),
        button(`{\`Button ${hole('isBig ? "Button-bigger" : ""')}\`}`),
        button('{["Button", isBig && "Button-bigger"].filter(Boolean).join(" ")}'),
        { 'host/src/Row.css': '.Row {}', [TSX]: '<b className="Row" />' },
      ],
    ],
    [
      'no vendor is named to a visitor',
      vendorNames,
      [{ [EN]: '{"host.title":"Connect wallet"}' }, { 'host/src/a.json': '{"a":"Reown"}' }],
      [
        { [EN]: '{"host.title":"Connect with WalletConnect"}' },
        { 'remotes/email/messages/de.json': '{"email.title":"Von reown"}' },
        { 'remotes/onramp/src/messages/en.json': '{"onramp.title":"Buy at MELD"}' },
      ],
    ],
    [
      'every message key that is used has a text, and every text is used',
      messageKeys,
      [
        messages({ 'host.a': 'A', 'host.b': 'B' }, 't(isA ? "host.a" : "host.b")'),
        messages({ 'host.a': 'A' }, 'show({ key: "host.a" })'),
        messages({ 'host.a': 'A' }, 't(key); const keys = ["host.a"]; const x = { title: "Plain" }'),
        { [EN]: '{"host.kit":"A"}', [TSX]: 't("host.kit")' },
        { ...messages({ 'host.a': 'A' }, 't("host.a")'), 'host/messages/de.json': '{"host.a":"Ä"}' },
        { 'remotes/pay/messages/en.json': '{"pay.a":"A"}', 'remotes/pay/src/remote.ts': 'x = { title: "pay.a" }' },
      ],
      [
        messages({}, 't("host.a")'),
        messages({ 'host.a': 'A' }, 't(isA ? "host.a" : "host.b")'),
        messages({}, 'show({ key: "host.a" })'),
        messages({ 'host.a': 'A' }, 't("host.a", { n }) + t("host.b")'),
        messages({ 'host.a': 'A' }, ''),
        messages({ 'host.a': 'A' }, `t(\`host.${hole('x')}\`)`),
        messages({ 'other.a': 'A' }, 't("other.a")'),
        { ...messages({ 'host.a': 'A' }, ''), 'host/src/a.test.ts': 't("host.a")' },
        { ...messages({ 'host.a': 'A' }, 't("host.a")'), 'host/messages/de.json': '{"host.b":"B"}' },
        { 'remotes/pay/messages/en.json': '{"pay.a":"A"}', [VIEW]: 't("pay.a")' },
      ],
    ],
  ]

const files = readFiles()

test('this repository is read', () => {
  expect(files.size).toBeGreaterThan(50)
  expect(ownFiles(files, '.css').length).toBeGreaterThan(0)
  expect(ownFiles(files, '.tsx').length).toBeGreaterThan(0)
  expect(catalogues(files).length).toBeGreaterThan(0)
})

describe.each(rules)('%s', (_, rule, sound, broken) => {
  test('in this repository', () => {
    expect(rule(files)).toEqual([])
  })

  test.each(sound.map((made) => [Object.values(made).join(' | '), made]))('%s is fine', (_, made) => {
    expect(rule(fixture(made))).toEqual([])
  })

  test.each(broken.map((made) => [Object.values(made).join(' | '), made]))('%s is reported', (_, made) => {
    expect(rule(fixture(made))).not.toEqual([])
  })
})
