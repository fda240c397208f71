import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { bitcoinAccounts, openStoryWorld } from "@wmodal/mock-server/story"
import { bitcoin } from "@wmodal/protocol/networks"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { secondAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { CommandOutcome } from "../harness/terminal.ts"

const parseDocument = ({ code, stderr, stdout }: CommandOutcome): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}

const networksSchema = z.object({ networks: z.array(z.looseObject({ network: z.string() })) })
const sentSchema = z.looseObject({ hash: z.string() })

describe("wmodal networks", () => {
  story("lists an added network until it is removed", async ({ shell }) => {
    const own = "eip155:31337"
    const listed = async () => {
      const { networks } = networksSchema.parse(parseDocument(await shell.run(["networks", "--json"])))
      return networks.find(({ network }) => network === own)
    }
    expect(await listed()).toBeUndefined()
    const add = ["networks", "add", own, "--name", "Mine", "--rpc", "http://127.0.0.1:9", "--json"]
    expect(parseDocument(await shell.run(add))).toMatchObject({ added: own, name: "Mine" })
    expect(await listed()).toMatchObject({ name: "Mine", added: true })
    expect(parseDocument(await shell.run(["networks", "remove", own, "--json"]))).toMatchObject({
      removed: own,
    })
    expect(await listed()).toBeUndefined()
  })
})

describe("node of another network", () => {
  story("is refused by networks add, doctor and send", { tags: "full" }, async ({ shell, world }) => {
    const polygonNode = `${world.blockchain}/v1?${new URLSearchParams({ chainId: "eip155:137", projectId: world.projectId })}`
    const added = await shell.run(["networks", "add", "eip155:1", "--rpc", polygonNode, "--json"])
    expect(added.code).toBe(3)
    expect(added.stderr).toContain("serves eip155:137")
    const wrong = ["--rpc", `eip155:1=${polygonNode}`]
    const checked = await shell.run(["doctor", "--json", ...wrong])
    expect(checked.code).toBe(7)
    expect(checked.stdout).toContain("the node serves eip155:137")
    expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
    const send = ["send", "1", "ETH", secondAccount, "--confirm", secondAccount, "--yes", "--json"]
    const sent = await shell.run([...send, ...wrong])
    expect({ code: sent.code, stdout: sent.stdout }).toEqual({ code: 3, stdout: "" })
    expect(sent.stderr).toContain("serves eip155:137. Nothing was sent.")
  })
})

describe("wmodal activity", () => {
  story("prints the newest transaction, and that there are more", async ({ shell }) => {
    expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
    const send = ["send", "1", "ETH", secondAccount, "--confirm", secondAccount, "--yes", "--json"]
    const { hash } = sentSchema.parse(parseDocument(await shell.run(send)))
    const printed = parseDocument(await shell.run(["activity", "--limit", "1", "--json"]))
    expect(printed).toMatchObject({ complete: true, more: true, transactions: [expect.anything()] })
    expect(JSON.stringify(printed)).toContain(hash)
  })
})

describe("wmodal completion", () => {
  story("prints a script that bash can read", async ({ shell }) => {
    const { code, stdout } = await shell.run(["completion", "bash"])
    expect(code).toBe(0)
    await promisify(execFile)("bash", ["--norc", "-n", "-c", stdout])
    expect(stdout).toContain("balances")
  })
})

describe("wmodal forget", () => {
  story("gives up a pending payment, so that it can be made again", async ({ outside, shell, world }) => {
    const { getChainWorld } = await openStoryWorld({
      control: outside.control,
      projectId: world.projectId,
      networks: ["eip155:1"],
    })
    await getChainWorld("eip155:1").setMining("held")
    expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
    const confirmed = ["--confirm", secondAccount, "--yes", "--wait", "none", "--json"]
    const send = ["send", "1", "ETH", secondAccount, ...confirmed]
    const { hash } = sentSchema.parse(parseDocument(await shell.run(send)))
    expect((await shell.run(["forget", hash])).code).toBe(6)
    const forgotten = parseDocument(await shell.run(["forget", hash, "--confirm", hash, "--json"]))
    expect(forgotten).toMatchObject({ status: "notSent" })
  })
})

describe("wmodal raise", () => {
  story("replaces a pending payment once, with a higher fee", async ({ outside, shell, world }) => {
    const network = bitcoin.caipNetworkId
    const payee = bitcoinAccounts.mainnet[1]?.segwit ?? ""
    const { getChainWorld, wrongBalances } = await openStoryWorld({
      control: outside.control,
      projectId: world.projectId,
      networks: [network],
    })
    await getChainWorld(network).setMining("held")
    const connect = ["connect", "--wallet", "dev", "--namespace", "bip122", "--yes"]
    expect((await shell.run(connect)).code).toBe(0)
    const send = ["send", "0.25", "BTC", payee, "--confirm", payee, "--yes", "--wait", "none", "--json"]
    const first = sentSchema.parse(parseDocument(await shell.run(send)))
    const raise = ["raise", first.hash, "--yes", "--wait", "none", "--json"]
    const second = sentSchema.parse(parseDocument(await shell.run(raise)))
    expect(second.hash).not.toBe(first.hash)
    await getChainWorld(network).mine(1)
    expect(parseDocument(await shell.run(["watch", second.hash, "--json"]))).toMatchObject({
      hash: second.hash,
      status: "confirmed",
    })
    const change = { of: "second", token: "BTC", change: "0.25", besidesFees: false } as const
    expect(await wrongBalances([change], network)).toEqual([])
  })
})
