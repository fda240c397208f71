import { once } from "node:events"
import { connect } from "node:net"

const connections = 8
const pipelined = 16

/**
 * Asks the same thing again and again, some requests ahead on each of some connections. It writes and counts bytes and
 * parses nothing, so that the server is what is measured.
 */
export const requestsPerSecond = async (url: URL, count: number): Promise<number> => {
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\norigin: http://shop.example\r\n\r\n`
  const ask = async (share: number) => {
    const socket = connect(Number(url.port), url.hostname)
    await once(socket, "connect")
    let [sent, answered, rest] = [0, 0, ""]
    const send = (some: number) => {
      socket.write(request.repeat(some))
      sent += some
    }
    await new Promise<void>((resolve, reject) => {
      socket.on("error", reject)
      socket.on("close", () => reject(new Error("The server closed the connection")))
      socket.on("data", (chunk: Buffer) => {
        const text = rest + chunk.toString("latin1")
        const found = text.split("HTTP/1.1 200").length - 1
        // A start that is cut in two is counted with the next chunk.
        const tail = text.slice(-11)
        rest = tail.includes("HTTP/1.1 200") ? "" : tail
        answered += found
        if (answered >= share) resolve()
        else if (found > 0) send(Math.min(found, share - sent))
      })
      send(Math.min(pipelined, share))
    })
    socket.removeAllListeners("close").destroy()
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: connections }, () => ask(count / connections)))
  return (count / (performance.now() - from)) * 1000
}
