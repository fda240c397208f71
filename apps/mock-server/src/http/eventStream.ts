interface ObservableState {
  /** JSON. */
  readonly state: () => unknown
  /** @returns what ends it */
  readonly subscribe: (listener: () => void) => () => void
  /** Aborted when the world has ended, and the stream with it. */
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
