/**
 * Measures the time from the last key in the engine's form to the quoted state, over the time of a bare HTTP request
 * for the same quote, in one process with alternating runs. The engine requests 200 ms after the last key to avoid a
 * request per key: the first ratio includes this `engineDelayMs`, the second one does not. Runs once with the local mock
 * exchange and once with 300 ms of added latency, as for a remote exchange.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { fetchLayer } from "@wmodal/api/node"
import { devConnector, testSigner } from "@wmodal/dev-wallet"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet } from "@wmodal/protocol/networks"
import { Effect, Stream } from "effect"
import { openEngine } from "../src/session/openEngine.ts"
import { metadata } from "../src/settings/metadata.ts"
import { openWallet, origin } from "../src/wallet/openWallet.ts"

const rounds = 15
/** The latencies of the exchange in milliseconds. */
const distances = [0, 300]
/** The debounce delay of the engine in milliseconds. */
const engineDelayMs = 200
/** Milliseconds after which a quote times out. */
const quoteTimeoutMs = 10_000
const built = fileURLToPath(new URL("../dist/wmodal.js", import.meta.url))
const user = testSigner(0).address
const usd = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Waits for a state of the form that satisfies `wanted` and returns the current one. */
const awaited = (state, wanted) =>
  SubscriptionRef.changes(state).pipe(
    Stream.filter(wanted),
    Stream.runHead,
    Effect.timeout(quoteTimeoutMs),
    Effect.andThen(SubscriptionRef.get(state)),
  )

const isQuoted = (amount) => (now) =>
  now._tag === "Editing" &&
  now.quote._tag === "Quoted" &&
  !now.quote.refreshing &&
  now.quote.quote.amount === amount

/** Opens a connected engine on this server with 1 ETH for mUSDC in its form. */
const openForm = Effect.fnUntraced(function* (endpoints, projectId) {
  const settings = { projectId, endpoints, networks: [mainnet], network: mainnet, nodes: {}, rpc: [] }
  const wallet = yield* openWallet({
    signer: testSigner(0),
    settings,
    snapshot: null,
    approve: () => Effect.succeed("approve"),
  })
  const connector = devConnector({ wallet, origin })
  const memory = new Map()
  const engine = yield* openEngine({
    settings,
    entries: {
      get: (key) => memory.get(key) ?? null,
      set: (key, value) => void memory.set(key, value),
      remove: (key) => void memory.delete(key),
    },
    connectors: [connector],
    warn: () => {},
  })
  yield* engine.connection.connectAndWait(connector.id)
  const { swap } = yield* engine.flows
  yield* swap.begin
  yield* awaited(swap.state, ({ _tag }) => _tag === "Editing")
  const [source, destination] = yield* Effect.all([swap.find("ETH"), swap.find(usd)])
  yield* swap.chooseSource(source)
  yield* swap.chooseDestination(destination)
  yield* swap.typeAmount("1")
  yield* awaited(swap.state, isQuoted(10n ** 18n))
  return swap
})

const measure = Effect.fnUntraced(function* ({ blockchain, control }, projectId) {
  const swap = yield* openForm({ blockchain }, projectId)
  let next = 100
  const typed = Effect.suspend(() => typing((next += 1)))
  const typing = Effect.fnUntraced(function* (at) {
    const start = performance.now()
    yield* swap.typeAmount(`1.${at}`)
    yield* awaited(swap.state, isQuoted(10n ** 18n + BigInt(at) * 10n ** 15n))
    return performance.now() - start
  })
  const bare = Effect.promise(async () => {
    const query = new URLSearchParams({
      projectId,
      st: "wmodal",
      sv: "bench",
      userAddress: user,
      from: "eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
      to: `eip155:1:${usd}`,
      amount: `${10n ** 18n + BigInt(next) * 10n ** 14n}`,
      gasPrice: "1",
    })
    const start = performance.now()
    const response = await fetch(`${blockchain}/v1/convert/quotes?${query}`, {
      headers: { origin: metadata.url },
    })
    const { quotes } = await response.json()
    if (quotes?.length !== 1) throw new Error(`The exchange answered ${response.status}.`)
    return performance.now() - start
  })
  const measured = []
  for (const milliseconds of distances) {
    yield* Effect.promise(() => setDistance(control, projectId, milliseconds))
    const taken = []
    for (let at = 0; at < rounds; at += 1) taken.push({ typed: yield* typed, bare: yield* bare })
    measured.push({ milliseconds, taken })
  }
  return measured
})

const setDistance = async (control, projectId, milliseconds) => {
  const faults = [{ match: { path: "/v1/convert/quotes" }, fault: { kind: "delay", milliseconds } }]
  const { ok, status } = await fetch(`${control}/worlds/${projectId}/faults`, {
    method: "PUT",
    body: JSON.stringify({ faults }),
  })
  if (!ok) throw new Error(`The exchange stays where it is: ${status}.`)
}

const home = mkdtempSync(join(tmpdir(), "wmodal-bench-"))
const server = spawn(process.execPath, [built, "mock", "--port", "0", "--json"], {
  env: { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: home },
  stdio: ["ignore", "pipe", "inherit"],
})

try {
  const [line] = await once(createInterface({ input: server.stdout }), "line")
  const endpoints = JSON.parse(line)
  const measured = await Effect.runPromise(
    measure(endpoints, endpoints.projectId).pipe(Effect.provide(fetchLayer(metadata)), Effect.scoped),
  )
  for (const { milliseconds, taken } of measured) {
    const [shown, alone] = [median(taken.map((r) => r.typed)), median(taken.map((r) => r.bare))]
    const over = (time) => (time / alone).toFixed(2)
    console.log(`an exchange ${milliseconds} ms away, alone: ${alone.toFixed(1)} ms, median of ${rounds}`)
    console.log(
      `  from a typed amount to its quote: ${shown.toFixed(1)} ms, ${engineDelayMs} ms of it the engineDelayMs in typing: ratio ${over(shown)}`,
    )
    console.log(
      `  without that engineDelayMs: ${(shown - engineDelayMs).toFixed(1)} ms, ${(shown - engineDelayMs - alone).toFixed(1)} ms more: ratio ${over(shown - engineDelayMs)}`,
    )
  }
} finally {
  if (server.exitCode === null) {
    server.kill("SIGTERM")
    await once(server, "exit")
  }
  rmSync(home, { recursive: true, force: true })
}
