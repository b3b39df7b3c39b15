import type { AdminProject, Signing } from '@portico/contracts/services/admin'
import type { Decision, Role } from '@portico/contracts/services/operators'
import { type FormEvent, useState } from 'react'
import { Button, Label, Switch, TextArea, TextField } from 'react-aria-components'
import { useDecide } from './Decide.tsx'
import { Section } from './parts.tsx'

export interface TabProps {
  readonly project: AdminProject
  readonly role: Role
  readonly onChanged: () => void
}

const SIGNINGS: Readonly<Record<Signing, string>> = {
  optional: 'Admin tokens, and operators who sign',
  required: 'Only operators who sign',
  two: 'Two operators who both sign',
}

const FEATURES = {
  multi_wallet: 'Several wallets per chain family',
  reown_branding: 'The line below the modal',
} as const

const linesOf = (text: string) =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** What applies to a whole project. */
export function SettingsTab({ project, role, onChanged }: TabProps) {
  const decide = useDecide()
  const send = (decision: Decision, says: string) =>
    decide({ projectId: project.id, decision, says, onDone: onChanged })
  const mayToggle = role !== 'viewer'
  const mayRelease = role === 'releaser'
  return (
    <>
      <Section title="Features">
        {Object.entries(FEATURES).map(([id, title]) => {
          const featureId = id as keyof typeof FEATURES
          const isOn = project.features.find((feature) => feature.id === id)?.isEnabled ?? false
          return (
            <Switch
              key={id}
              className="console-switch"
              isSelected={isOn}
              isDisabled={!mayToggle}
              onChange={(on) => send({ kind: 'feature', featureId, on }, title)}
            >
              <span className="console-switch-track" />
              <span>{title}</span>
            </Switch>
          )
        })}
      </Section>
      <Section title="Allowed origins">
        <ListField
          key={project.allowedOrigins.join()}
          label="One origin per line, such as https://shop.example"
          names={project.allowedOrigins}
          button="Change the origins"
          isDisabled={!mayRelease}
          onSubmit={(allowedOrigins) =>
            send({ kind: 'origins', allowedOrigins }, 'Only pages of these origins may use the project.')
          }
        />
      </Section>
      <Section title="Restricted time zones">
        <p className="console-hint">
          {project.restrictedTimeZones
            ? 'Nothing is bought, swapped or paid for here.'
            : 'The modal’s own list applies. A list of yours replaces it.'}
        </p>
        <ListField
          key={project.restrictedTimeZones?.join()}
          label="One time zone per line, such as Europe/Berlin"
          names={project.restrictedTimeZones ?? []}
          button="Change the time zones"
          isDisabled={!mayRelease}
          onSubmit={(zones) =>
            send({ kind: 'timeZones', restrictedTimeZones: zones.length > 0 ? zones : null }, 'The time zones change.')
          }
        />
      </Section>
      <Section title="Dangerous decisions">
        <label className="console-field">
          <span>Who may pin, roll out, switch off, kill, and change origins</span>
          <select
            className="console-select"
            value={project.signing}
            disabled={!mayRelease}
            onChange={(event) => {
              const signing = event.target.value as Signing
              send({ kind: 'signing', signing }, `From now on: ${SIGNINGS[signing].toLowerCase()}.`)
            }}
          >
            {Object.entries(SIGNINGS).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <p className="console-hint">A kill never waits for a second operator.</p>
      </Section>
      {!mayRelease && <p className="console-hint">A releaser changes origins, time zones and who decides.</p>}
    </>
  )
}

interface ListFieldProps {
  readonly label: string
  readonly names: readonly string[]
  readonly button: string
  readonly isDisabled: boolean
  readonly onSubmit: (names: string[]) => void
}

function ListField({ label, names, button, isDisabled, onSubmit }: ListFieldProps) {
  const [text, setText] = useState(names.join('\n'))
  const isSame = linesOf(text).join() === names.join()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(linesOf(text))
  }
  return (
    <form onSubmit={submit} className="console-list-form">
      <TextField className="console-field" value={text} onChange={setText} isDisabled={isDisabled}>
        <Label>{label}</Label>
        <TextArea rows={Math.max(3, names.length + 1)} spellCheck="false" />
      </TextField>
      {!isDisabled && (
        <Button className="console-secondary" type="submit" isDisabled={isSame}>
          {isSame ? 'Nothing to change' : button}
        </Button>
      )}
    </form>
  )
}
