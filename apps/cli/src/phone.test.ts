import { existsSync, readFileSync, statSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { makeMachineWithPhone } from "./testing/phone.ts"

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const bitcoin = "bip122:000000000019d6689c085ae165831e93"
const accounts = {
  eip155: "eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  solana: `${solana}:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96`,
  bip122: `${bitcoin}:bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te`,
}
const payees = {
  eip155: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  solana: "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp",
  bip122: "bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5",
}

const getStateNames = (states: readonly Record<string, unknown>[]) => states.map(({ state }) => state)

describe("wallet on a phone", () => {
  it("connects every chain by its link and prints the states as JSON lines", { tags: ["full"] }, async () => {
    const { connected, json, relay, stateFile } = await makeMachineWithPhone()
    const states = await connected()
    expect(getStateNames(states)).toEqual(["connecting", "uri", "approved", "connected"])
    expect(states[1]).toMatchObject({
      uri: expect.stringMatching(/^wc:[0-9a-f]{64}@2\?/),
      expiresAt: expect.any(Number),
    })
    expect(states[3]).toMatchObject({
      wallet: { id: "walletConnect", name: "Mock phone" },
      account: accounts.eip155,
      shared: {
        eip155: [accounts.eip155],
        solana: [accounts.solana],
        bip122: [accounts.bip122],
      },
    })
    expect(statSync(stateFile("walletconnect.json")).mode & 0o777).toBe(0o600)
    // The shared accounts are readable from the stored state.
    await relay("down")
    expect(await json(["accounts"])).toMatchObject({
      account: accounts.eip155,
      accounts: [
        { account: accounts.eip155 },
        { account: accounts.solana },
        { namespace: "polkadot" },
        { account: accounts.bip122 },
      ],
    })
    expect(await json(["balances"])).toMatchObject({ account: accounts.eip155, complete: true })
  })

  it("signs on each chain across commands until it is disconnected", { tags: ["full"] }, async () => {
    const { connected, json, phone, refusal, stateFile } = await makeMachineWithPhone()
    await connected()
    const sign = (network: string) => json(["sign", "message", "hello", "--yes", "--network", network])
    expect(await sign("eip155:1")).toMatchObject({ signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    expect(await sign(solana)).toMatchObject({
      signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
    })
    expect(await sign(bitcoin)).toMatchObject({ signature: expect.stringMatching(/^[A-Za-z0-9+/]{87}=$/) })
    expect((await phone.state()).sessions).toHaveLength(1)
    expect(await json(["disconnect"])).toEqual({
      v: 1,
      disconnected: ["eip155", "solana", "bip122", "polkadot"],
    })
    expect((await phone.state()).sessions).toEqual([])
    expect(existsSync(stateFile("walletconnect.json"))).toBe(false)
    expect(await refusal(["sign", "message", "hello", "--yes"])).toMatchObject({ exit: 10 })
  })

  it("pays on each of its chains", { timeout: 60_000, tags: ["full"] }, async () => {
    const { connected, json } = await makeMachineWithPhone()
    await connected()
    const paid = (amount: string, token: string, chain: keyof typeof payees, network: string) =>
      json(["send", amount, token, payees[chain], "--yes", "--confirm", payees[chain], "--network", network])
    expect(await paid("0.5", "ETH", "eip155", "eip155:1")).toMatchObject({ status: "confirmed" })
    expect(await paid("0.5", "SOL", "solana", solana)).toMatchObject({ status: "confirmed" })
    expect(await paid("0.01", "BTC", "bip122", bitcoin)).toMatchObject({ status: "confirmed" })
  })

  it("keeps the switched network in later commands", { tags: ["full"] }, async () => {
    const { connected, json } = await makeMachineWithPhone()
    await connected()
    expect(await json(["switch", "eip155:137"])).toMatchObject({ network: "eip155:137" })
    expect(await json(["accounts"])).toMatchObject({ network: "eip155:137" })
    expect(await json(["sign", "message", "hello", "--yes"])).toMatchObject({
      account: accounts.eip155.replace(":1:", ":137:"),
    })
  })

  it("connects a single chain next to the dev wallet", async () => {
    const { connected, endpoints, json, phone } = await makeMachineWithPhone()
    await json(["connect", "--wallet", "dev", "--yes", "--account", "1", "--endpoints", endpoints])
    const states = await connected("--namespace", "solana")
    expect(states.at(-1)).toMatchObject({ account: accounts.solana, shared: { solana: [accounts.solana] } })
    expect((await json(["accounts"]))["accounts"]).toMatchObject([
      { account: "eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8" },
      { account: accounts.solana },
    ])
    expect(await json(["disconnect", "--namespace", "solana"])).toMatchObject({ disconnected: ["solana"] })
    expect((await phone.state()).sessions).toEqual([])
    expect((await json(["accounts"]))["accounts"]).toHaveLength(1)
  })

  it("replaces the session when it is connected again", { tags: ["full"] }, async () => {
    const { connected, json, phone } = await makeMachineWithPhone()
    await connected()
    await connected("--namespace", "eip155")
    expect((await phone.state()).sessions).toHaveLength(1)
    expect((await json(["accounts"]))["accounts"]).toMatchObject([{ account: accounts.eip155 }])
  })

  it("connects no chain when the phone declines", { tags: ["full"] }, async () => {
    const { connecting, linkOf, phone, refusal } = await makeMachineWithPhone()
    await phone.policy("decline")
    const running = connecting()
    await phone.pair(await linkOf(running))
    const { code, stderr } = await running.ended
    expect(code).toBe(4)
    expect(JSON.parse(stderr)).toMatchObject({ code: "declined" })
    expect(getStateNames(running.states())).toEqual(["connecting", "uri", "error"])
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10 })
  })

  it("stays connected when the phone declines a request", { tags: ["full"] }, async () => {
    const { connected, json, phone, refusal } = await makeMachineWithPhone()
    await connected()
    await phone.policy("decline")
    expect(await refusal(["sign", "message", "hello", "--yes"])).toMatchObject({ exit: 4 })
    const { eip155: payee } = payees
    expect(await refusal(["send", "1", "ETH", payee, "--yes", "--confirm", payee])).toMatchObject({ exit: 4 })
    expect(await json(["activity"])).toMatchObject({ pending: [] })
  })

  it("reports and forgets the session when the phone has ended it", { tags: ["full"] }, async () => {
    const { connected, phone, refusal } = await makeMachineWithPhone()
    await connected()
    await phone.disconnect()
    expect(await refusal(["sign", "message", "hello", "--yes"])).toMatchObject({
      exit: 10,
      code: "sessionEnded",
      message: "Mock phone has ended the session.",
      hint: "wmodal connect --wallet walletconnect",
    })
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10, code: "notConnected" })
  })

  it("reports the end of the session when it happens during a request", { tags: ["full"] }, async () => {
    const { connected, phone, start } = await makeMachineWithPhone()
    await connected()
    await phone.policy("ask")
    const signing = start(["sign", "message", "hello", "--yes", "--json"])
    await phone.until(({ questions }) => questions.length === 1)
    await phone.disconnect()
    const { code, stderr } = await signing.ended
    expect({ exit: code, ...JSON.parse(stderr) }).toMatchObject({ exit: 10, code: "sessionEnded" })
  })

  it("requires a relay and rejects flags of other wallets without storing a session", async () => {
    const { endpoints, refusal } = await makeMachineWithPhone()
    const connect = ["connect", "--wallet", "walletconnect"]
    expect(await refusal(connect)).toMatchObject({ exit: 3, message: "WalletConnectConnector not found" })
    const named = [...connect, "--endpoints", endpoints]
    expect(await refusal([...named, "--key-file", "k"])).toMatchObject({ exit: 2 })
    expect(await refusal([...named, "--smart-account"])).toMatchObject({ exit: 2 })
    expect(await refusal(["connect", "--endpoints", endpoints])).toMatchObject({ exit: 2 })
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10 })
  })

  it("rejects --account because the phone has its own key", async () => {
    const { connected, refusal } = await makeMachineWithPhone()
    await connected()
    expect(await refusal(["sign", "message", "hello", "--yes", "--account", "0"])).toMatchObject({ exit: 2 })
  })

  it("prints the link on stderr and only the account on stdout when stdout is not a terminal", async () => {
    const { endpoints, phone, start } = await makeMachineWithPhone()
    await phone.policy("approve")
    const running = start(["connect", "--wallet", "walletconnect", "--endpoints", endpoints])
    await phone.pair(await running.line())
    const { code, stderr, stdout } = await running.ended
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${accounts.eip155}\n` })
    expect(stderr).toMatch(/^wc:[^\n]*\n$/)
  })

  it("signs concurrent commands one at a time and keeps the stored session valid", {
    tags: ["full"],
  }, async () => {
    const { connected, play, stateFile } = await makeMachineWithPhone()
    await connected()
    const ended = await Promise.all(
      ["one", "two", "three"].map((text) => play(["sign", "message", text, "--yes", "--json"])),
    )
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(new Set(ended.map(({ stdout }) => JSON.parse(stdout).signature)).size).toBe(3)
    expect(JSON.parse(readFileSync(stateFile("walletconnect.json"), "utf8"))).toMatchObject({ v: 1 })
  })
})
