import { startAnvil } from "../src/evm/Anvil.ts"
import { genesisTimestamp } from "../src/evm/genesis.ts"
import { startMockServer } from "../src/index.ts"
import { median, timed } from "./figures.ts"

const rounds = 7

const measure = async () => {
  const { ms: bare } = await timed(async () => {
    await (await startAnvil({ chainId: 1, timestamp: genesisTimestamp })).end()
  })
  const servers: Awaited<ReturnType<typeof startMockServer>>[] = []
  const { ms: listening } = await timed(async () => {
    servers.push(await startMockServer({ port: 0 }))
  })
  const [server] = servers
  if (server === undefined) throw new Error("The server did not start")
  const ask = async (projectId: string) => {
    const response = await fetch(`${server.worldUrl(projectId)}/v1?chainId=eip155:1`, {
      method: "POST",
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}',
    })
    await response.json()
  }
  const { ms: first } = await timed(() => ask("first"))
  const { ms: six } = await timed(async () => {
    await Promise.all(Array.from({ length: 6 }, (_, n) => ask(`world ${n}`)))
  })
  const { ms: close } = await timed(() => server.close())
  return { bare, listening, first, six, close }
}

const results: Awaited<ReturnType<typeof measure>>[] = []
for (let round = 0; round < rounds; round += 1) results.push(await measure())

const of = (name: keyof (typeof results)[number]) => median(results.map((result) => result[name]))
const report = (what: string, name: keyof (typeof results)[number]) =>
  console.log(`${what}: ${of(name).toFixed(0)} ms (${(of(name) / of("bare")).toFixed(2)} of a bare anvil)`)

console.log(`mock server, median of ${rounds}`)
report("a bare anvil, started and ended", "bare")
report("the server listens", "listening")
report("first answer of a first chain", "first")
report("first answers of six worlds at once", "six")
report("closed with seven chains", "close")
