import { once } from "node:events"
import { createServer } from "node:http"
import type { Duplex } from "node:stream"
import { expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, onTestFinished } from "vitest"
import type { Settings } from "../settings/Settings.ts"
import { checkRelay } from "./relay.ts"

const settings: Settings = {
  projectId: "p",
  endpoints: {},
  swapRouters: {},
  meldUrl: null,
  rpc: [],
  nodes: {},
  networks: [
    {
      id: 1,
      caipNetworkId: "eip155:1",
      chainNamespace: "eip155",
      name: "Ethereum",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
      rpcUrls: { default: { http: [] } },
    },
  ],
  network: null,
}

/** Starts a server that handles upgrades to a WebSocket with the given function. */
const startServer = async (does: (socket: Duplex) => void) => {
  const server = createServer().on("upgrade", (_request, socket) => does(socket))
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === "object" ? address?.port : 0
  return { relay: `ws://127.0.0.1:${port}`, server }
}

const respondWith = (line: string) => (socket: Duplex) => void socket.end(`HTTP/1.1 ${line}\r\n\r\n`)
const runCheck = (relay: string) => checkRelay({ ...settings, endpoints: { relay } })

describe("relay check", () => {
  it.effect.each<readonly [string, string]>([
    ["101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket", "ok"],
    ["401 Unauthorized", "ok"],
    ["403 Forbidden", "ok"],
    ["404 Not Found", "failed"],
    ["503 Service Unavailable", "failed"],
  ])("reports the handshake response %j as %s", ([line, status]) =>
    Effect.gen(function* () {
      const { relay } = yield* Effect.promise(() => startServer(respondWith(line)))
      expect(yield* runCheck(relay)).toMatchObject({ name: "relay", about: "network", status, ms: 0 })
    }),
  )

  it.effect("fails when the relay is silent or unreachable and notes when none is configured", () =>
    Effect.gen(function* () {
      const { relay, server } = yield* Effect.promise(() => startServer(() => {}))
      const silent = yield* Effect.forkChild(runCheck(relay))
      yield* Effect.promise(() => once(server, "upgrade"))
      yield* TestClock.adjust("10 seconds")
      expect(yield* Fiber.join(silent)).toMatchObject({
        status: "failed",
        detail: expect.stringContaining("no response in 10 s"),
      })
      server.closeAllConnections()
      server.close()
      expect(yield* runCheck(relay)).toMatchObject({
        status: "failed",
        detail: expect.stringMatching(/^127\.0\.0\.1:\d+: E/),
      })
      expect(yield* checkRelay(settings)).toMatchObject({ status: "noted" })
    }),
  )
})
