import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const TICK_MS = 1_000

/** The seconds that `secondsLeft` says, as they become fewer. What makes them more also draws the view anew. */
export function useCountdown(secondsLeft: () => number): number {
  const [seconds, setSeconds] = useState(0)
  const read = useRef(secondsLeft)
  useLayoutEffect(() => {
    read.current = secondsLeft
    setSeconds(secondsLeft())
  })
  useEffect(() => {
    const timer = setInterval(() => setSeconds(read.current()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
