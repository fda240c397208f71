import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { type BitcoinNetwork, bitcoinNetworks } from "../bitcoinNetworks.ts"

const mainnet = bitcoinNetworks.get("bip122:000000000019d6689c085ae165831e93")

/** A network with the genesis block of bitcoind's regtest, so that both can share one chain. */
export const regtest: BitcoinNetwork | undefined = mainnet && {
  ...mainnet,
  first: { time: 1_296_688_602, bits: 0x207f_ffff, nonce: 2 },
}

/** A bitcoind on its own network. */
export interface Bitcoind {
  /** Sends many calls of one method in a batch. @returns the results in the same order; an error is its object. */
  readonly calls: (method: string, params: readonly (readonly unknown[])[]) => Promise<readonly unknown[]>
  readonly end: () => Promise<void>
}

/** The mempool rules of the ledger, which override the program's own defaults. */
const rules = [
  "-minrelaytxfee=0.00001",
  "-incrementalrelayfee=0.00001",
  "-dustrelayfee=0.00003",
  "-permitbaremultisig=0",
  "-mempoolfullrbf=0",
  "-datacarriersize=100000",
]

/** Knots has stricter defaults, which options can disable. */
const knotsRules = ["-corepolicy=1", "-acceptnonstddatacarrier=1"]

export const startBitcoind = async (program: string): Promise<Bitcoind> => {
  const folder = await mkdtemp(join(tmpdir(), "wmodal-bitcoind-"))
  const port = 20_000 + (process.pid % 20_000)
  const options = [
    "-regtest",
    `-datadir=${folder}`,
    `-rpcport=${port}`,
    "-rpcuser=u",
    "-rpcpassword=p",
    "-listen=0",
    "-server",
    "-printtoconsole",
    "-disablewallet",
    `-mocktime=${genesisTimestamp}`,
    ...rules,
  ]
  const isKnots = /knots/i.test(spawnSync(program, ["-version"], { encoding: "utf8" }).stdout)
  const child = spawn(program, [...options, ...(isKnots ? knotsRules : [])], {
    stdio: ["ignore", "pipe", "ignore"],
  })
  const ended = once(child, "exit")
  const ask = async (body: unknown): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from("u:p").toString("base64")}` },
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const lines = createInterface(child.stdout)
  await new Promise<void>((resolve) => {
    lines.on("line", (line) => line.includes("Done loading") && resolve())
    lines.on("close", resolve)
  })
  return {
    calls: async (method, params) => {
      const replies = await ask(params.map((each, id) => ({ id, method, params: each })))
      return Array.isArray(replies) ? replies.map(({ result, error }) => error ?? result) : []
    },
    end: async () => {
      child.kill("SIGTERM")
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
