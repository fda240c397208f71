import { useInput, useStdin } from "ink"

/** Esc and Ctrl-C, where somebody can type: nothing that is typed meanwhile stands on the screen. */
export const useCancelKeys = (onLeave: () => void): void => {
  const { isRawModeSupported } = useStdin()
  useInput(
    (input, key) => {
      if (key.escape || (key.ctrl && input === "c")) onLeave()
    },
    { isActive: isRawModeSupported },
  )
}
