import { useInput, useStdin } from "ink"

/** Calls `onLeave` on Esc and Ctrl-C in raw mode, so that typed text is not echoed. */
export const useCancelKeys = (onLeave: () => void): void => {
  const { isRawModeSupported } = useStdin()
  useInput(
    (input, key) => {
      if (key.escape || (key.ctrl && input === "c")) onLeave()
    },
    { isActive: isRawModeSupported },
  )
}
