import type { FrameLink } from "../host/FrameHost.ts"

/** Messages over a port, which nobody but its two ends can reach. */
export const makePortLink = (port: MessagePort): FrameLink => ({
  post: (message, transfer = []) => port.postMessage(message, [...transfer]),
  listen: (listener) => {
    const hear = ({ data, ports }: MessageEvent<unknown>) => listener({ data, ports })
    port.addEventListener("message", hear)
    port.start()
    return () => port.removeEventListener("message", hear)
  },
})
