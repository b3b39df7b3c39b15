import { Button } from '@portico/contracts/ui'

interface SmallButtonProps {
  readonly label: string
  /** The item that the button is for; part of its accessible name, because several buttons share a label. */
  readonly about: string
  readonly busy: boolean
  readonly onPress: () => void
  readonly testId?: string
}

/** A button as wide as its label, at the end of a line. */
export function SmallButton({ label, about, busy, onPress, testId }: SmallButtonProps) {
  return (
    <span className="ProfileWallets-action">
      <Button kind="quiet" busy={busy} onPress={onPress} {...(testId && { testId })}>
        {label}
        <span className="ProfileWallets-unseen"> {about}</span>
      </Button>
    </span>
  )
}
