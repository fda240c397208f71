import type { FrameLink } from "../host/FrameHost.ts"

/** Makes a link over a port, which only its two ends can access. */
export const makePortLink = (port: MessagePort): FrameLink => ({
  post: (message, transfer = []) => port.postMessage(message, [...transfer]),
  listen: (listener) => {
    const hear = ({ data, ports }: MessageEvent<unknown>) => listener({ data, ports })
    port.addEventListener("message", hear)
    port.start()
    return () => port.removeEventListener("message", hear)
  },
})
