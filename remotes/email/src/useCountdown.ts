import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const TICK_MS = 1_000

/** Counts down from `secondsLeft()`. A caller that raises it must also re-render the view. */
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
