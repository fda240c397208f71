import { readFileSync, rmSync, statSync } from "node:fs"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeMachineWithSite } from "./testing/site.ts"

const email = "vera@example.com"
const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const payees = {
  eip155: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  solana: "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp",
}
const getStateNames = (states: readonly Record<string, unknown>[]) => states.map(({ state }) => state)

const parseLines = (jsonl: string): readonly Record<string, unknown>[] =>
  jsonl
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const sitesSchema = z.object({ sites: z.record(z.string(), z.record(z.string(), z.string())) })

describe("embedded wallet", () => {
  it("signs in to both chains with a mailed code and keeps the code and the token out of the output", async () => {
    const { connected, json, stateFile } = await makeMachineWithSite()
    const { code, states } = await connected(email)
    expect(getStateNames(states)).toEqual(["connecting", "device", "code", "connected"])
    expect(states[2]).toMatchObject({ email, resendAt: expect.any(Number), problem: null })
    expect(states[3]).toMatchObject({
      wallet: { id: "ID_AUTH", name: email },
      network: "eip155:1",
      accountType: "smartAccount",
      shared: { eip155: [expect.any(String)], solana: [expect.any(String)] },
    })
    const file = stateFile("secure-site.json")
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const kept = Object.values(sitesSchema.parse(JSON.parse(readFileSync(file, "utf8"))).sites)[0] ?? {}
    expect(Object.keys(kept).toSorted()).toEqual(["device", "key/demo/terminal", "session/demo/terminal"])
    const session = readFileSync(stateFile("session.json"), "utf8")
    for (const secret of [code, ...Object.values(kept)]) {
      expect(JSON.stringify(states)).not.toContain(secret)
      expect(session).not.toContain(secret)
    }
    expect(readFileSync(file, "utf8")).not.toContain(code)
    // The shared accounts are readable from the stored state.
    const { account } = z.object({ account: z.string() }).parse(states[3])
    expect(await json(["accounts"])).toMatchObject({ account, accounts: [{ type: "smartAccount" }, {}] })
  })

  it("signs, pays and swaps across commands and switches its account and network", {
    tags: ["full"],
  }, async () => {
    const { connected, json, refusal } = await makeMachineWithSite()
    await connected(email)
    const sign = (network: string) => json(["sign", "message", "hello", "--yes", "--network", network])
    expect(await sign("eip155:1")).toMatchObject({ signature: expect.stringMatching(/^0x[0-9a-f]+$/) })
    expect(await sign(solana)).toMatchObject({
      signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
    })
    const paid = (amount: string, token: string, to: string, network: string) =>
      json(["send", amount, token, to, "--yes", "--confirm", to, "--network", network])
    expect(await paid("0.5", "ETH", payees.eip155, "eip155:1")).toMatchObject({ status: "confirmed" })
    expect(await paid("0.5", "SOL", payees.solana, solana)).toMatchObject({ status: "confirmed" })
    expect(await json(["swap", "10", "mUSDC", "mDAI", "--yes"])).toMatchObject({ status: "confirmed" })
    const smart = await json(["accounts"])
    const key = await json(["switch", "--account", "eoa"])
    expect(key).toMatchObject({ accountType: "eoa" })
    expect(key["account"]).not.toBe(smart["account"])
    expect(await json(["switch", "eip155:137", "--account", "smart"])).toMatchObject({
      network: "eip155:137",
      account: `${smart["account"]}`.replace(":1:", ":137:"),
    })
    expect(await json(["accounts"])).toMatchObject({ network: "eip155:137" })
    const keyed = await refusal(["sign", "message", "hello", "--yes", "--account", "0"])
    expect(keyed).toMatchObject({ exit: 2, message: "Your embedded wallet has its own key." })
  })

  it("ends both chains on disconnect and keeps the device registered", async () => {
    const { connected, json, refusal, stateFile } = await makeMachineWithSite()
    await connected(email, "--account", "eoa")
    expect(await json(["disconnect", "--namespace", "solana"])).toEqual({
      v: 1,
      disconnected: ["eip155", "solana"],
    })
    expect(readFileSync(stateFile("secure-site.json"), "utf8")).not.toContain("session/")
    expect(readFileSync(stateFile("session.json"), "utf8")).not.toContain(email)
    expect(await refusal(["sign", "message", "hello", "--yes"])).toMatchObject({ exit: 10 })
    // The file still contains the code of the first sign-in, which is tried first.
    const { states } = await connected(email)
    expect(states.map(({ problem, state }) => [state, problem ?? null])).toEqual([
      ["connecting", null],
      ["code", null],
      ["code", "frameSaid"],
      ["connected", null],
    ])
  })

  it("accepts another code after a wrong one until the input ends", { tags: ["full"] }, async () => {
    const { codeFor, connected, endpoints, json, play, refusal } = await makeMachineWithSite()
    await connected(email)
    await json(["disconnect"])
    const connect = ["connect", "--wallet", "frame", "--email", email, "--endpoints", endpoints]
    const { code, stderr, stdout } = await play(
      [...connect, "--otp-file", "-", "--jsonl"],
      "000000\n000001\n",
    )
    expect(code).toBe(4)
    expect(JSON.parse(stderr)).toMatchObject({ code: "frameSaid", message: expect.stringContaining("wrong") })
    expect(getStateNames(parseLines(stdout))).toEqual(["connecting", "code", "code", "code", "error"])
    expect(stdout).not.toContain(await codeFor(email))
    const again = await refusal([...connect, "--otp-file", "-", "--json"], "000000\n")
    expect(again).toMatchObject({
      exit: 8,
      code: "throttled",
      message: expect.stringMatching(/^Please try again after \d+ seconds$/),
      retryable: true,
    })
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10 })
  })

  it("reports the device step when the device is new and continues after its link is opened", {
    tags: ["full"],
  }, async () => {
    const { codeFor, connected, connecting, give, json, openLink, stateFile } = await makeMachineWithSite()
    await connected(email)
    await json(["disconnect"])
    rmSync(stateFile("secure-site.json"))
    give("")
    const running = connecting(email)
    await running.state("device")
    await openLink(email)
    await running.state("code")
    give(await codeFor(email))
    expect((await running.ended).code).toBe(0)
    expect(getStateNames(running.states())).toEqual(["connecting", "device", "code", "connected"])
  })

  it("forgets the session when it was revoked on the server", { tags: ["full"] }, async () => {
    const { connected, post, refusal } = await makeMachineWithSite()
    await connected(email)
    await post("revoke")
    expect(await refusal(["sign", "message", "hello", "--yes"])).toMatchObject({
      exit: 10,
      code: "sessionEnded",
      hint: "wmodal connect --wallet frame",
    })
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10, code: "notConnected" })
  })

  it("keeps the session when the secure site is unreachable", async () => {
    const { connected, json, refusal, server } = await makeMachineWithSite()
    await connected(email)
    await server.close()
    expect(await refusal(["sign", "message", "hello", "--yes"])).toMatchObject({
      exit: 7,
      code: "secureSiteUnreachable",
      retryable: true,
    })
    expect(await json(["accounts"])).toMatchObject({ wallet: { name: email } })
    expect(await json(["disconnect"])).toMatchObject({ disconnected: ["eip155", "solana"] })
  })

  it("requires a secure site, an email address and a source for the code", async () => {
    const { endpoints, refusal } = await makeMachineWithSite()
    const frame = ["connect", "--wallet", "frame"]
    const named = [...frame, "--endpoints", endpoints]
    const mailed = ["--email", email, "--otp-file", "-"]
    expect(await refusal([...frame, ...mailed])).toMatchObject({ exit: 3, code: "secureSiteNotFound" })
    expect(await refusal([...named, "--otp-file", "-"])).toMatchObject({
      exit: 2,
      message: expect.stringContaining("--email"),
    })
    expect(await refusal([...named, "--email", email])).toMatchObject({
      exit: 2,
      message: expect.stringContaining("--otp-file"),
    })
    for (const more of [["--key-file", "k"], ["--smart-account"], ["--account", "1"]])
      expect(await refusal([...named, ...mailed, ...more])).toMatchObject({ exit: 2 })
    expect(await refusal([...named, ...mailed, "--namespace", "bip122"])).toMatchObject({ exit: 3 })
    const dev = ["connect", "--wallet", "dev", "--yes", "--endpoints", endpoints]
    expect(await refusal([...dev, "--email", email])).toMatchObject({ exit: 2 })
    expect(await refusal(["switch", "--account", "eoa"])).toMatchObject({ exit: 2 })
  })
})
