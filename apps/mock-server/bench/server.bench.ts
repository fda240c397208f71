import { readFile } from "node:fs/promises"
import * as z from "zod/mini"
import { median } from "./figures.ts"
import { requestsPerSecond } from "./server/requestsPerSecond.ts"
import { spawnServer } from "./server/spawnServer.ts"

const rounds = 5
const requests = 8000
const worlds = 100

const serve = () =>
  spawnServer(new URL("../src/testing/serve.ts", import.meta.url), JSON.stringify({ port: 0 }))

/** The built server, as a user starts it. */
const terminal = new URL("../../cli/dist/wmodal.js", import.meta.url)

const blockNumber = async (base: URL, world: string) => {
  const response = await fetch(new URL(`/w/${world}/v1?chainId=eip155:1`, base), {
    method: "POST",
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
  })
  await response.json()
}

const startUp = async () => {
  const times: number[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    const server = await spawnServer(terminal, "mock", "--port", "0", "--json")
    const listening = performance.now() - from
    await blockNumber(server.url, "first")
    times.push([listening, performance.now() - from])
    await server.end()
  }
  const [listening, answering] = [0, 1].map((index) => median(times.map((time) => time[index] ?? Number.NaN)))
  console.log(`start-up of wmodal mock, built, median of ${rounds}`)
  console.log(`  listens: ${listening?.toFixed(0)} ms`)
  console.log(`  first answer of a first chain: ${answering?.toFixed(0)} ms (2000 at most)`)
}

const throughput = async () => {
  const server = await serve()
  const path = "/getWallets?page=1&entries=4&projectId=p&st=wmodal&sv=node-evm-0.1.0"
  const body = await (await fetch(new URL(path, server.url))).text()
  const bare = await spawnServer(new URL("./server/serveBare.ts", import.meta.url), body)
  const rates: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1)
    rates.push([
      await requestsPerSecond(new URL(path, bare.url), requests),
      await requestsPerSecond(new URL(path, server.url), requests),
    ])
  await Promise.all([server.end(), bare.end()])
  console.log(
    `requests per second of GET /getWallets (${body.length} bytes), median of ${rounds} rounds of ${requests}`,
  )
  console.log(`  a bare handler that has the answer ready: ${median(rates.map(([rate]) => rate)).toFixed(0)}`)
  console.log(
    `  the mock server, log and fault plan included: ${median(rates.map(([, rate]) => rate)).toFixed(0)}`,
  )
  console.log(`  ratio: ${median(rates.map(([one, other]) => other / one)).toFixed(2)}`)
}

const Worlds = z.object({
  worlds: z.array(z.object({ chains: z.array(z.object({ pid: z.nullable(z.number()) })) })),
})

/** Megabytes that the processes take, shared pages counted once. */
const megabytes = async (pids: readonly number[]) => {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8")
      return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1]) / 1024
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const memory = async () => {
  const server = await serve()
  const control = new URL("/control/worlds", server.url)
  const measure = async (when: string) => {
    const { worlds: all } = Worlds.parse(await (await fetch(control)).json())
    const pids = all.flatMap(({ chains }) => chains.flatMap(({ pid }) => (pid === null ? [] : [pid])))
    const [own, chains] = [await megabytes([server.pid]), await megabytes(pids)]
    console.log(
      `  ${when}: ${(own + chains).toFixed(0)} MB (server ${own.toFixed(0)}, ${pids.length} anvils ${chains.toFixed(0)})`,
    )
  }
  console.log(`memory with ${worlds} worlds of one chain`)
  await measure("before")
  const from = performance.now()
  for (let n = 0; n < worlds; n += 1) await blockNumber(server.url, `world ${n}`)
  await measure(`all used, ${((performance.now() - from) / worlds).toFixed(0)} ms each`)
  await fetch(new URL("/control/rest", server.url), { method: "POST" })
  await measure("all at rest")
  const back = performance.now()
  await blockNumber(server.url, "world 0")
  console.log(`  one comes back in ${(performance.now() - back).toFixed(0)} ms`)
  await server.end()
}

await startUp()
await throughput()
await memory()
