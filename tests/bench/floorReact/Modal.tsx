import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { type Found, useRegistry, useWallets } from './wallets.ts'

const URI = `wc:${'7f6e504b'.repeat(8)}@2?relay-protocol=irn&symKey=${'587d5484'.repeat(8)}`
const ROW_PX = 56
const GRID_PX = 400

function Row({ name, icon, id, onPress }: Found & { onPress?: () => void }) {
  return (
    <button type="button" data-testid={`wallet-selector-${id}`} onClick={onPress}>
      {icon ? <img src={icon} alt="" width="40" height="40" loading="lazy" /> : null}
      <span>{name}</span>
    </button>
  )
}

/** Draws only the visible cards. */
function Grid() {
  const [top, setTop] = useState(0)
  const [search, setSearch] = useState('')
  const found = useRegistry().filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const first = Math.max(0, Math.floor(top / ROW_PX) - 2)
  return (
    <>
      <input aria-label="Search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <div style={{ height: GRID_PX, overflow: 'auto' }} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <div style={{ height: found.length * ROW_PX, paddingTop: first * ROW_PX, boxSizing: 'border-box' }}>
          {found.slice(first, first + GRID_PX / ROW_PX + 4).map((wallet) => (
            <Row key={wallet.id} {...wallet} />
          ))}
        </div>
      </div>
    </>
  )
}

export interface ModalProps {
  readonly onClose: () => void
}

export function Modal({ onClose }: ModalProps) {
  const [view, setView] = useState('list')
  const [chosen, setChosen] = useState('')
  const wallets = useWallets()
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => card.current?.focus(), [])
  const choose = (name: string) => {
    setChosen(name)
    setView('connecting')
  }
  return (
    <div className="overlay">
      <div
        ref={card}
        className="card"
        role="dialog"
        aria-modal="true"
        aria-label="Connect wallet"
        tabIndex={-1}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <header>
          <button type="button" onClick={() => setView('list')}>
            Back
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </header>
        {view === 'list' && wallets.map((one) => <Row key={one.id} {...one} onPress={() => choose(one.name)} />)}
        {view === 'list' && <Row id="all" name="All wallets" onPress={() => setView('all')} />}
        {view === 'list' && <Row id="qr" name="QR code" onPress={() => setView('qr')} />}
        {view === 'all' && <Grid />}
        {view === 'qr' && <QRCodeSVG value={URI} size={300} />}
        {view === 'connecting' && <p>Continue in {chosen}</p>}
      </div>
    </div>
  )
}
