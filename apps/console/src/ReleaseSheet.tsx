import type { Releases } from '@portico/contracts/services/operators'
import { useState } from 'react'
import { Button, Dialog, Heading, Input, Label, Modal, ModalOverlay, NumberField } from 'react-aria-components'
import { useDecide } from './Decide.tsx'
import type { Remote } from './RemotesTab.tsx'

interface ReleaseSheetProps {
  readonly remote: Remote
  readonly projectId: string
  readonly published: Releases['remotes'][number] | undefined
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Which release of a remote visitors get: a version, or a channel, for all or for some browsers. */
export function ReleaseSheet({ remote, projectId, published, onClose, onChanged }: ReleaseSheetProps) {
  const decide = useDecide()
  const { id } = remote
  const [version, setVersion] = useState(remote.switch.version ?? '')
  const [channel, setChannel] = useState(remote.switch.channel ?? '')
  const [rollout, setRollout] = useState(remote.switch.rollout ?? 100)
  const send = (change: { version: string | null; channel: string | null; rollout: number | null }, says: string) => {
    onClose()
    decide({ projectId, decision: { kind: 'release', remoteId: id, ...change }, says, onDone: onChanged })
  }
  const isStable = !version && !channel
  const chosen = version ? `version ${version}` : `channel ${channel}`
  const apply = () =>
    send(
      { version: version || null, channel: channel || null, rollout: isStable || rollout === 100 ? null : rollout },
      isStable ? `All browsers get the stable ${id}.` : `${rollout} % of browsers get ${chosen} of ${id}.`,
    )
  const rollBack = () =>
    send({ version: null, channel: null, rollout: null }, `All browsers go back to the stable ${id}.`)
  return (
    <ModalOverlay className="console-overlay" isOpen isDismissable onOpenChange={(isOpen) => isOpen || onClose()}>
      <Modal className="console-sheet">
        <Dialog className="console-sheet-dialog">
          <div className="console-sheet-band">
            <Heading slot="title">Release of {id}</Heading>
          </div>
          <div className="console-sheet-body">
            {!published && <p className="console-hint">The release index has no version of {id} yet.</p>}
            <Choice
              label="Pin a version"
              value={version}
              none="none"
              names={published?.versions ?? []}
              onChange={setVersion}
            />
            <Choice
              label="Channel"
              value={channel}
              none="stable"
              names={Object.keys(published?.channels ?? {}).filter((name) => name !== 'stable')}
              onChange={setChannel}
            />
            <NumberField
              className="console-field"
              value={rollout}
              onChange={setRollout}
              minValue={0}
              maxValue={100}
              isDisabled={isStable}
            >
              <Label>Share of browsers in percent</Label>
              <Input />
            </NumberField>
            {isStable && (
              <p className="console-hint">A share needs a version or a channel; the other browsers get stable.</p>
            )}
            <div className="console-sheet-buttons">
              <Button className="console-secondary" onPress={rollBack}>
                Roll back to stable
              </Button>
              <Button className="console-primary" onPress={apply}>
                Change the release
              </Button>
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  /** The name of the empty choice. */
  readonly none: string
  readonly names: readonly string[]
  readonly onChange: (value: string) => void
}

function Choice({ label, value, none, names, onChange }: ChoiceProps) {
  const known = value && !names.includes(value) ? [value, ...names] : names
  return (
    <label className="console-field">
      <span>{label}</span>
      <select className="console-select" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{none}</option>
        {known.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}
