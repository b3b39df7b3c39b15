import { errorSentence, type Translate } from '@portico/contracts'
import { Button, errorText, useCommands, useMessages, useStyles } from '@portico/contracts/ui'
import { useState } from 'react'
import type {
  Diagnostics as Diagnosis,
  HostDiagnosis,
  OverrideDiagnosis,
  RemoteDiagnosis,
} from '../../releases/diagnosis.ts'
import { useShell, useShellSelector } from '../../shellContext.ts'
import sheet from './Diagnostics.css'

type Line = readonly [name: string, value: string]
interface Entry {
  readonly title: string
  readonly lines: readonly Line[]
}
interface Section {
  readonly title: string
  readonly entries: readonly Entry[]
  /** Shown if there is no entry. */
  readonly none?: string
}

const CONFIGURATIONS = {
  none: 'host.diagnostics.configuration.none',
  local: 'host.diagnostics.configuration.local',
  kept: 'host.diagnostics.configuration.kept',
  fresh: 'host.diagnostics.configuration.fresh',
} as const satisfies Record<Diagnosis['configuration'], string>

const STATES = {
  available: 'host.diagnostics.state.available',
  loading: 'host.diagnostics.state.loading',
  ready: 'host.diagnostics.state.ready',
  failed: 'host.diagnostics.state.failed',
  unavailable: 'host.diagnostics.state.unavailable',
} as const satisfies Record<RemoteDiagnosis['state'], string>

const OVERRIDES = {
  asked: 'host.diagnostics.override.asked',
  running: 'host.diagnostics.override.running',
  refused: 'host.diagnostics.override.refused',
  stopped: 'host.diagnostics.override.stopped',
} as const satisfies Record<OverrideDiagnosis['state'], string>

const line = (name: string, value: string | undefined): readonly Line[] => (value ? [[name, value]] : [])

/** An error in the visitor's language, with its code. */
const inWords = (t: Translate, code: string | undefined): string | undefined => {
  if (!code) return
  const known = code as Parameters<typeof errorSentence>[0]
  const words = errorText(t, { code: known, message: errorSentence(known) })
  return words === code ? code : `${words} (${code})`
}

const ofWindow = (
  t: Translate,
  { shell, contract, host, configuration, releases, refused, override }: Diagnosis,
): Entry[] => [
  {
    title: t('host.diagnostics.window', { version: shell }),
    lines: [
      ...line(t('host.diagnostics.contract'), contract),
      ...line(t('host.diagnostics.host'), host),
      ...line(t('host.diagnostics.configuration'), t(CONFIGURATIONS[configuration])),
      ...line(
        t('host.diagnostics.releases'),
        releases === 'verified' ? t('host.diagnostics.verified') : inWords(t, releases),
      ),
      ...line(t('host.diagnostics.refused'), inWords(t, refused)),
    ],
  },
  ...(override
    ? [
        {
          title: t('host.diagnostics.override'),
          lines: [
            ...line(t('host.diagnostics.remote'), override.id),
            ...line(t('host.developer.from'), override.origin),
            ...line(t('host.diagnostics.hash'), override.integrity),
            ...line(t('host.diagnostics.state'), t(OVERRIDES[override.state])),
            ...line(t('host.diagnostics.error'), inWords(t, override.error)),
          ],
        },
      ]
    : []),
]

const ofRemote = (t: Translate, { id, state, version, integrity, loadMs, error }: RemoteDiagnosis): Entry => ({
  title: version ? `${id} ${version}` : id,
  lines: [
    ...line(t('host.diagnostics.state'), t(STATES[state])),
    ...line(
      t('host.diagnostics.time'),
      loadMs === undefined ? undefined : t('host.diagnostics.milliseconds', { count: loadMs }),
    ),
    ...line(t('host.diagnostics.hash'), integrity),
    ...line(t('host.diagnostics.error'), inWords(t, error)),
  ],
})

const ofHost = (t: Translate, { origin, reasons, requests }: HostDiagnosis): Entry => ({
  title: origin,
  lines: [
    ...line(t('host.diagnostics.why'), reasons.join(', ')),
    ...line(t('host.diagnostics.requests'), String(requests)),
  ],
})

const sectionsOf = (t: Translate, diagnosis: Diagnosis): Section[] => [
  { title: t('host.diagnostics.general'), entries: ofWindow(t, diagnosis) },
  {
    title: t('host.diagnostics.remotes'),
    entries: diagnosis.remotes.map((remote) => ofRemote(t, remote)),
    none: t('host.diagnostics.noRemotes'),
  },
  {
    title: t('host.diagnostics.hosts'),
    entries: diagnosis.hosts.map((host) => ofHost(t, host)),
    none: t('host.diagnostics.noHosts'),
  },
]

/** The same as the view, for a bug report. */
const asText = (sections: readonly Section[]): string =>
  sections
    .map(({ title, entries, none }) =>
      [
        `# ${title}`,
        ...entries.map((entry) =>
          [entry.title, ...entry.lines.map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
        ),
        ...(entries.length ? [] : [none ?? '']),
      ].join('\n\n'),
    )
    .join('\n\n')

/** Every remote and every host in use, for the site's developers. Contains no address. */
export function Diagnostics() {
  useStyles(sheet)
  const t = useMessages()
  const { copy } = useCommands()
  const { diagnose } = useShell()
  // What is drawn is up to date whenever a remote changes.
  useShellSelector(({ remotes }) => remotes)
  useShellSelector(({ project }) => project.source)
  const [, redraw] = useState({})
  const sections = sectionsOf(t, diagnose())
  return (
    <div className="Diagnostics">
      {sections.map(({ title, entries, none }) => (
        <section key={title} className="Diagnostics-section">
          <h2 className="Diagnostics-heading">{title}</h2>
          {entries.length ? null : <p className="Diagnostics-none">{none}</p>}
          {entries.map((entry) => (
            <div key={entry.title} className="Diagnostics-entry">
              <h3 className="Diagnostics-title">{entry.title}</h3>
              <dl className="Diagnostics-lines">
                {entry.lines.map(([name, value]) => (
                  <div key={name} className="Diagnostics-line">
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </section>
      ))}
      <Button
        icon="copy"
        testId="diagnostics-copy"
        onPress={() => {
          // The number of requests changes without any action.
          redraw({})
          void copy(asText(sectionsOf(t, diagnose())), t('host.diagnostics.copied'))
        }}
      >
        {t('host.diagnostics.copy')}
      </Button>
    </div>
  )
}
