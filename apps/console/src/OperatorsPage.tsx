import type { AdminProjects } from '@portico/contracts/services/admin'
import { type Invitation, type OperatorSession, ROLES, type Role } from '@portico/contracts/services/operators'
import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import { AuditTrail } from './AuditTrail.tsx'
import { readOperators } from './api.ts'
import { useDecide } from './Decide.tsx'
import { Pending } from './Pending.tsx'
import { Notice, Section, Waiting, When } from './parts.tsx'
import { useAnswer } from './useAnswer.ts'

interface OperatorsPageProps {
  readonly session: OperatorSession
  readonly projects: AdminProjects['projects']
}

const ALL = ''

const listOf = (grants: OperatorSession['grants']) =>
  grants.map(({ projectId, role }) => (projectId ? `${role} of ${projectId}` : `${role} of all projects`)).join(', ')

export function OperatorsPage({ session, projects }: OperatorsPageProps) {
  const decide = useDecide()
  const { value, error, refresh } = useAnswer(readOperators)
  const mayManage = session.grants.some(({ projectId, role }) => projectId === null && role === 'releaser')
  const changed = () => void refresh()
  return (
    <>
      <h1>Operators</h1>
      {error && <Notice kind="danger">{error.message}.</Notice>}
      <Pending projectId={null} onChanged={changed} />
      {!value && !error && <Waiting />}
      <ul className="console-trail">
        {value?.operators.map(({ id, name, grants, passkeys, createdAt }) => (
          <li key={id} className="console-trail-row console-operator">
            <div>
              <strong>{name}</strong>
              <p className="console-hint">
                {listOf(grants)}. {passkeys.length === 1 ? 'One passkey' : `${passkeys.length} passkeys`}, here since{' '}
                <When at={createdAt} />.
              </p>
            </div>
            {mayManage && (
              <div className="console-remote-buttons">
                <RoleChoice
                  label={`Role of ${name}`}
                  role={grants[0]?.role ?? 'viewer'}
                  onChange={(role) =>
                    decide({
                      projectId: null,
                      decision: { kind: 'roles', operatorId: id, grants: [{ projectId: null, role }] },
                      says: `${name} becomes ${role} of all projects.`,
                      onDone: changed,
                    })
                  }
                />
                <Button
                  className="console-danger console-small"
                  aria-label={`Remove ${name}`}
                  onPress={() =>
                    decide({
                      projectId: null,
                      decision: { kind: 'remove', operatorId: id },
                      says: `${name} can no longer sign in. What ${name} has signed stays in the trail.`,
                      onDone: changed,
                    })
                  }
                >
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {mayManage ? (
        <Invite projects={projects} />
      ) : (
        <p className="console-hint">A releaser of all projects invites operators and changes roles.</p>
      )}
      <AuditTrail projectId={null} title="Changes of operators" />
    </>
  )
}

function RoleChoice({ label, role, onChange }: { label: string; role: Role; onChange: (role: Role) => void }) {
  return (
    <select
      className="console-select console-small"
      aria-label={label}
      value={role}
      onChange={(event) => onChange(event.target.value as Role)}
    >
      {ROLES.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}

function Invite({ projects }: { projects: AdminProjects['projects'] }) {
  const decide = useDecide()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('operator')
  const [projectId, setProjectId] = useState(ALL)
  const [invitation, setInvitation] = useState<Invitation>()
  const invite = () =>
    decide({
      projectId: null,
      decision: { kind: 'invite', name: name.trim(), grants: [{ projectId: projectId || null, role }] },
      says: `${name.trim()} gets a link to join as ${role} of ${projectId || 'all projects'}.`,
      onDone: (answer) => setInvitation(answer.invitation),
    })
  return (
    <Section title="Invite somebody">
      <form
        className="console-invite"
        onSubmit={(event) => {
          event.preventDefault()
          invite()
        }}
      >
        <TextField className="console-field" value={name} onChange={setName} maxLength={64}>
          <Label>Name</Label>
          <Input />
        </TextField>
        <div className="console-field">
          <span aria-hidden="true">Role</span>
          <RoleChoice label="Role" role={role} onChange={setRole} />
        </div>
        <label className="console-field">
          <span>Where</span>
          <select className="console-select" value={projectId} onChange={(event) => setProjectId(event.target.value)}>
            <option value={ALL}>all projects</option>
            {projects.map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        </label>
        <Button className="console-primary" type="submit" isDisabled={!name.trim()}>
          {name.trim() ? `Invite ${name.trim()}` : 'Enter a name to invite'}
        </Button>
      </form>
      {invitation && (
        <Notice kind="positive">
          Send this link to {name.trim()}, and to nobody else. It works once, until <When at={invitation.expiresAt} />:{' '}
          <code className="console-invitation">{invitation.url}</code>
        </Notice>
      )}
    </Section>
  )
}
