import { useCallback, useRef, useState } from "react"
import type { WModalResult } from "../page/HostMethods.ts"
import type { WModalError } from "../page/WModal.ts"

/** The newest call of an action. */
export interface RequestState<A> {
  /** The result of the newest call that succeeded. */
  readonly data: A | undefined
  /** The failure of the newest call. */
  readonly error: WModalError | null
  /** True from the call until its result. */
  readonly isPending: boolean
  /** Forgets result and failure. */
  readonly reset: () => void
}

const idle = { data: undefined, error: null, isPending: false }

/** Returns a function that runs the action, and the state of its newest call. */
export const useRequest = <Input extends readonly unknown[], A>(
  run: (...input: Input) => Promise<WModalResult<A>>,
): readonly [(...input: Input) => Promise<WModalResult<A>>, RequestState<A>] => {
  const [state, setState] = useState<Omit<RequestState<A>, "reset">>(idle)
  const newest = useRef(0)
  const request = useCallback(
    async (...input: Input) => {
      const call = ++newest.current
      setState((before) => ({ ...before, error: null, isPending: true }))
      const result = await run(...input)
      if (call === newest.current)
        setState((before) =>
          result.ok
            ? { data: result.value, error: null, isPending: false }
            : { ...before, error: result.error, isPending: false },
        )
      return result
    },
    [run],
  )
  const reset = useCallback(() => {
    newest.current += 1
    setState(idle)
  }, [])
  return [request, { ...state, reset }]
}
