/**
 * Follows what the control API tells of as server-sent events, to the first state of which something is true.
 */
export const waitForState = async <State>(options: {
  readonly url: string
  readonly decode: (value: unknown) => State
  readonly isIt: (state: State) => boolean
  readonly signal?: AbortSignal | undefined
  /** What is said where the stream ends before. */
  readonly over: string
}): Promise<State> => {
  const { decode, isIt, over, signal, url } = options
  const { body } = await fetch(url, signal === undefined ? {} : { signal })
  let text = ""
  for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = `${text}${piece}`.split("\n\n")
    text = events.pop() ?? ""
    // To leave the loop ends the stream.
    for (const event of events) {
      const state = decode(JSON.parse(event.slice("data: ".length)))
      if (isIt(state)) return state
    }
  }
  throw new Error(over)
}
