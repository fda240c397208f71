/** Follows a server-sent event stream of the control API up to the first state that matches. */
export const waitForState = async <State>(options: {
  readonly url: string
  readonly decode: (value: unknown) => State
  readonly isIt: (state: State) => boolean
  readonly signal?: AbortSignal | undefined
  /** The error text when the stream ends before. */
  readonly over: string
}): Promise<State> => {
  const { decode, isIt, over, signal, url } = options
  const { body } = await fetch(url, { redirect: "error", ...(signal !== undefined && { signal }) })
  let text = ""
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = `${text}${piece}`.split("\n\n")
    text = events.pop() ?? ""
    // Leaving the loop ends the stream.
    for (const event of events) {
      const state = decode(JSON.parse(event.slice("data: ".length)))
      if (isIt(state)) return state
    }
  }
  throw new Error(over)
}
