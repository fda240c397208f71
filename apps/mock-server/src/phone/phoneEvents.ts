import type { Phone } from "./Phone.ts"

/**
 * What a phone shows, at once and at every change, as server-sent events.
 * @param ended aborted when the world has ended, and the stream with it
 */
export const phoneEvents = (phone: Phone, ended: AbortSignal): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  let stop = () => {}
  return new ReadableStream({
    start: (controller) => {
      const send = () => controller.enqueue(encoder.encode(`data: ${JSON.stringify(phone.state())}\n\n`))
      const unsubscribe = phone.subscribe(send)
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
