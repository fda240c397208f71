interface ObservableState {
  /** Returns the current state, as JSON. */
  readonly state: () => unknown
  /** Subscribes to changes. @returns the function that unsubscribes */
  readonly subscribe: (listener: () => void) => () => void
  /** Aborts when the world ends, which ends the stream. */
  readonly ended: AbortSignal
}

/** Streams a value as server-sent events, at once and at every change. */
export const makeEventStream = ({ state, subscribe, ended }: ObservableState): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  let stop = () => {}
  return new ReadableStream({
    start: (controller) => {
      const send = () => controller.enqueue(encoder.encode(`data: ${JSON.stringify(state())}\n\n`))
      const unsubscribe = subscribe(send)
      const end = () => {
        stop()
        controller.close()
      }
      stop = () => {
        unsubscribe()
        ended.removeEventListener("abort", end)
      }
      ended.addEventListener("abort", end)
      send()
      if (ended.aborted) end()
    },
    cancel: () => stop(),
  })
}
