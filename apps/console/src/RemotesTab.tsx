import type { AdminProject, AuditPage } from '@portico/contracts/services/admin'
import type { Releases, Role } from '@portico/contracts/services/operators'
import { useState } from 'react'
import { Button, Switch } from 'react-aria-components'
import { readReleases } from './api.ts'
import { useDecide } from './Decide.tsx'
import { Section, Tag, When } from './parts.tsx'
import { ReleaseSheet } from './ReleaseSheet.tsx'
import { useAnswer } from './useAnswer.ts'

export type Remote = AdminProject['remotes'][number]
type Entry = AuditPage['entries'][number]

interface RemotesTabProps {
  readonly project: AdminProject
  readonly role: Role
  readonly trail: readonly Entry[]
  readonly onChanged: () => void
}

/** The remotes of a project, each with what visitors get of it. */
export function RemotesTab({ project, role, trail, onChanged }: RemotesTabProps) {
  const releases = useAnswer(readReleases).value?.index ?? undefined
  const [chosen, setChosen] = useState<string>()
  const remote = project.remotes.find(({ id }) => id === chosen)
  return (
    <Section title="Remotes">
      <ul className="console-remotes">
        {project.remotes.map((one) => (
          <RemoteCard
            key={one.id}
            remote={one}
            projectId={project.id}
            role={role}
            releases={releases}
            lastChange={trail.find(({ action }) => action.split(' ').includes(one.id))}
            onRelease={() => setChosen(one.id)}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {remote && (
        <ReleaseSheet
          key={remote.id}
          remote={remote}
          projectId={project.id}
          published={releases?.remotes.find(({ id }) => id === remote.id)}
          onClose={() => setChosen(undefined)}
          onChanged={onChanged}
        />
      )}
    </Section>
  )
}

const STATES = { on: 'On', off: 'Off', site: 'Each site decides' } as const
const KINDS = { on: 'positive', off: 'neutral', site: 'caution' } as const

function releaseOf({ channel, version, rollout }: Remote['switch']): string {
  const chosen = version ? `version ${version}` : channel ? `channel ${channel}` : undefined
  if (!chosen) return 'stable'
  return rollout === undefined ? chosen : `${chosen}, for ${rollout} % of browsers`
}

interface RemoteCardProps {
  readonly remote: Remote
  readonly projectId: string
  readonly role: Role
  readonly releases: Releases | undefined
  readonly lastChange: Entry | undefined
  readonly onRelease: () => void
  readonly onChanged: () => void
}

function RemoteCard({ remote, projectId, role, releases, lastChange, onRelease, onChanged }: RemoteCardProps) {
  const decide = useDecide()
  const { id, state, decidedBy, missing, isForced } = remote
  const isPublished = releases?.remotes.some((one) => one.id === id) ?? true
  const toggle = (on: boolean, force = false) =>
    decide({
      projectId,
      decision: { kind: 'toggle', remoteId: id, on },
      says: `${id} disappears from every site of this project at once.`,
      ...(force && { force }),
      onDone: onChanged,
    })
  const kill = () =>
    decide({
      projectId,
      decision: { kind: 'kill', remoteId: id },
      says: `${id} is off for every visitor within a minute, whatever else is set.`,
      onDone: onChanged,
    })
  return (
    <li className="console-remote">
      <div className="console-remote-head">
        <h3>{id}</h3>
        <Tag kind={KINDS[state]}>{STATES[state]}</Tag>
        {isForced && <Tag kind="caution">Forced</Tag>}
      </div>
      <dl className="console-facts">
        <dt>Release</dt>
        <dd>{releaseOf(remote.switch)}</dd>
        <dt>Decided by</dt>
        <dd>{decidedBy}</dd>
        <dt>Last change</dt>
        <dd>
          {lastChange ? (
            <>
              {lastChange.actor}, <When at={lastChange.at} />
            </>
          ) : (
            'none lately'
          )}
        </dd>
      </dl>
      {missing && (
        <p className="console-missing">
          {isForced ? 'Offered although ' : 'Not offered: '}
          {missing}.
        </p>
      )}
      {!isPublished && <p className="console-missing">The release index has no version of it.</p>}
      {role !== 'viewer' && (
        <div className="console-remote-buttons">
          <Switch
            className="console-switch"
            isSelected={state === 'on'}
            onChange={(on) => toggle(on)}
            aria-label={`${id} on`}
          >
            <span className="console-switch-track" />
            <span>{state === 'on' ? 'On' : 'Off'}</span>
          </Switch>
          {missing && !isForced && (
            <Button className="console-quiet" onPress={() => toggle(true, true)} aria-label={`Offer ${id} anyway`}>
              Offer anyway
            </Button>
          )}
          {role === 'releaser' && (
            <Button className="console-secondary console-small" onPress={onRelease} aria-label={`Release of ${id}`}>
              Release
            </Button>
          )}
          <Button className="console-danger console-small" onPress={kill} aria-label={`Kill ${id}`}>
            Kill
          </Button>
        </div>
      )}
    </li>
  )
}
