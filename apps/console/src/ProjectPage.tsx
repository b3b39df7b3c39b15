import type { AdminProjects } from '@portico/contracts/services/admin'
import { type OperatorSession, ROLES, type Role } from '@portico/contracts/services/operators'
import { useCallback } from 'react'
import { AnalyticsTab } from './AnalyticsTab.tsx'
import { AuditTrail } from './AuditTrail.tsx'
import { readAudit, readProject } from './api.ts'
import { Pending } from './Pending.tsx'
import { Notice, Waiting } from './parts.tsx'
import { RemotesTab } from './RemotesTab.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { useAnswer } from './useAnswer.ts'

const TABS = { remotes: 'Remotes', settings: 'Settings', analytics: 'Analytics', audit: 'Audit trail' } as const

/** The operator's role in a project; the services decide, this only hides what they would refuse. */
function roleIn({ grants }: OperatorSession, id: string): Role {
  const held = grants.filter(({ projectId }) => projectId === null || projectId === id)
  return ROLES.findLast((role) => held.some((grant) => grant.role === role)) ?? 'viewer'
}

interface ProjectPageProps {
  readonly id: string
  readonly tab: string
  readonly projects: AdminProjects['projects']
  readonly session: OperatorSession
}

export function ProjectPage({ id, tab, projects, session }: ProjectPageProps) {
  const { value: project, error, refresh } = useAnswer(useCallback(() => readProject(id), [id]))
  const trail = useAnswer(useCallback(() => readAudit(id), [id]))
  const role = roleIn(session, id)
  const changed = useCallback(() => {
    void refresh()
    void trail.refresh()
  }, [refresh, trail.refresh])
  return (
    <>
      <div className="console-project-head">
        <h1>Project</h1>
        {projects.length > 1 ? (
          <select
            aria-label="Project"
            className="console-select"
            value={id}
            onChange={(event) => {
              location.hash = `#/project/${event.target.value}/${tab}`
            }}
          >
            {projects.map((one) => (
              <option key={one.id}>{one.id}</option>
            ))}
          </select>
        ) : (
          <code>{id}</code>
        )}
        <span className="console-hint">You are {role} here.</span>
      </div>
      <nav className="console-tabs" aria-label="Project">
        {Object.entries(TABS).map(([name, title]) => (
          <a key={name} href={`#/project/${id}/${name}`} {...(name === tab && { 'aria-current': 'page' })}>
            {title}
          </a>
        ))}
      </nav>
      {error && <Notice kind="danger">{error.message}.</Notice>}
      <Pending projectId={id} onChanged={changed} />
      {!project && !error && <Waiting />}
      {project && tab === 'remotes' && (
        <RemotesTab project={project} role={role} trail={trail.value?.entries ?? []} onChanged={changed} />
      )}
      {project && tab === 'settings' && <SettingsTab project={project} role={role} onChanged={changed} />}
      {project && tab === 'analytics' && <AnalyticsTab project={project} role={role} onChanged={changed} />}
      {tab === 'audit' && <AuditTrail projectId={id} title="Audit trail" />}
    </>
  )
}
