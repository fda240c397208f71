import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { verify } from "@scure/sr25519"
import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import { describe, expect, it } from "vitest"
import { makeMachine } from "./testing/machine.ts"

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const bitcoin = "bip122:000000000019d6689c085ae165831e93"
const accounts = {
  eip155: "eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
  solana: `${solana}:oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96`,
  payment: `${bitcoin}:bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te`,
  ordinal: `${bitcoin}:bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l`,
}

/** The public test key is for test networks, unless its address is named. */
const confirmed = Object.values(accounts).flatMap((account) => ["--confirm", account.split(":")[2] ?? ""])

const connectChain = (namespace: string, ...more: readonly string[]) =>
  ["connect", "--wallet", "dev", "--yes", "--namespace", namespace, ...confirmed].concat(more)

const toListedAccount = (account: string, more: Readonly<Record<string, unknown>> = {}) =>
  expect.objectContaining({ account, ...more })

/** Returns a machine with every chain connected, Bitcoin last. */
const makeConnectedMachine = async () => {
  const made = makeMachine()
  for (const namespace of ["eip155", "solana", "bip122"]) await made.json(connectChain(namespace))
  return made
}

describe("several chains", () => {
  it("connects each chain next to the others and selects the last one", async () => {
    const { json } = makeMachine()
    expect(await json(connectChain("eip155"))).toMatchObject({ account: accounts.eip155 })
    expect(await json(connectChain("solana"))).toMatchObject({ account: accounts.solana, network: solana })
    expect(
      await json(["connect", "--wallet", "dev", "--yes", "--network", bitcoin, ...confirmed]),
    ).toMatchObject({
      account: accounts.payment,
      accounts: [accounts.payment, accounts.ordinal],
    })
    expect(await json(["accounts"])).toMatchObject({
      account: accounts.payment,
      network: bitcoin,
      accounts: [
        toListedAccount(accounts.eip155, { namespace: "eip155", type: "eoa" }),
        toListedAccount(accounts.solana, { namespace: "solana", type: "eoa" }),
        toListedAccount(accounts.payment, { namespace: "bip122", type: "payment", selected: true }),
        toListedAccount(accounts.ordinal, { namespace: "bip122", type: "ordinal", selected: false }),
      ],
    })
  })

  it("keeps a key per chain and replaces only the key of the chain that is connected again", async () => {
    const { json } = await makeConnectedMachine()
    const second = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"
    await json(connectChain("solana", "--account", "1", "--confirm", second))
    const { accounts: rows } = await json(["accounts"])
    expect(rows).toEqual([
      toListedAccount(accounts.eip155),
      toListedAccount(`${solana}:${second}`),
      toListedAccount(accounts.payment),
      toListedAccount(accounts.ordinal),
    ])
  })

  it("switches the selected chain permanently and uses --network for one command", async () => {
    const { json } = await makeConnectedMachine()
    expect(await json(["switch", solana])).toMatchObject({ network: solana, name: "Solana" })
    expect(await json(["accounts"])).toMatchObject({ account: accounts.solana })
    const sepolia = "eip155:11155111"
    expect(await json(["accounts", "--network", sepolia])).toMatchObject({ network: sepolia })
    expect(await json(["accounts"])).toMatchObject({ account: accounts.solana })
    const devnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
    expect(await json(["switch", devnet])).toMatchObject({ network: devnet })
    expect(await json(["accounts"])).toMatchObject({ network: devnet })
  })

  it("disconnects one chain or all chains", async () => {
    const { json, refusal } = await makeConnectedMachine()
    expect(await json(["disconnect", "--namespace", "bip122"])).toMatchObject({ disconnected: ["bip122"] })
    expect((await json(["accounts"]))["accounts"]).toEqual([
      toListedAccount(accounts.eip155),
      toListedAccount(accounts.solana),
    ])
    expect(await refusal(["disconnect", "--namespace", "bip122"])).toMatchObject({ exit: 10 })
    expect(await json(["disconnect"])).toMatchObject({ disconnected: ["eip155", "solana"] })
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10 })
    expect(await json(connectChain("solana"))).toMatchObject({ account: accounts.solana })
    expect((await json(["accounts"]))["accounts"]).toEqual([toListedAccount(accounts.solana)])
  })

  it("names the connect command when the chain of the network is not connected", async () => {
    const { json, refusal } = makeMachine()
    await json(connectChain("eip155"))
    for (const words of [
      ["switch", solana],
      ["balances", "--network", solana],
      ["send", "1", "SOL", "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp", "--yes", "--network", solana],
      ["sign", "message", "hello", "--yes", "--network", solana],
    ]) {
      expect(await refusal(words)).toMatchObject({
        exit: 10,
        message: `No wallet is connected for ${solana}.`,
        hint: `wmodal connect --wallet keys --network ${solana}`,
      })
    }
    expect(await json(["accounts"])).toMatchObject({ account: accounts.eip155 })
  })

  it("connects Polkadot, signs a message there, and says what is not offered", async () => {
    const { json, refusal } = makeMachine()
    const network = "polkadot:91b171bb158e2d3848fa23a9f1c25182"
    const { address, publicKey } = makeTestPolkadotSigner(0)
    const confirm = ["--confirm", address]
    expect(await json([...connectChain("polkadot"), ...confirm])).toMatchObject({
      account: `${network}:${address}`,
      network,
    })
    expect(await json(["accounts"])).toMatchObject({
      accounts: [toListedAccount(`${network}:${address}`, { type: "eoa" })],
    })
    const { signature } = await json(["sign", "message", "hello", "--yes"])
    const bytes = Uint8Array.from(Buffer.from(String(signature).slice(2), "hex"))
    expect(verify(new TextEncoder().encode("<Bytes>hello</Bytes>"), bytes, publicKey)).toBe(true)
    const to = "14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3"
    for (const words of [["balances"], ["send", "1", "DOT", to, "--yes"], ["activity"]])
      expect(await refusal(words)).toMatchObject({ exit: 3, code: "notOffered" })
  })

  it("keeps a session of the single-chain format", async () => {
    const { home, json } = makeMachine()
    await json(connectChain("eip155"))
    const path = join(home, "wmodal", "session.json")
    const { sides, ...earlier } = JSON.parse(readFileSync(path, "utf8"))
    expect(sides).toBeUndefined()
    writeFileSync(path, JSON.stringify(earlier))
    await json(connectChain("solana"))
    expect((await json(["accounts"]))["accounts"]).toEqual([
      toListedAccount(accounts.eip155),
      toListedAccount(accounts.solana),
    ])
  })

  it("rejects a network of another namespace", async () => {
    const { refusal } = makeMachine()
    expect(await refusal(connectChain("solana", "--network", "eip155:1"))).toMatchObject({ exit: 2 })
  })
})

describe("signatures per chain", () => {
  it("signs a message in the format of each chain and typed data on EVM only", async () => {
    const { json, refusal } = await makeConnectedMachine()
    const sign = (network: string) => json(["sign", "message", "hello", "--yes", "--network", network])
    expect(await sign("eip155:1")).toMatchObject({ signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    expect(await sign(solana)).toMatchObject({
      account: accounts.solana,
      signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/),
    })
    expect(await sign(bitcoin)).toMatchObject({
      account: accounts.payment,
      signature: expect.stringMatching(/^[A-Za-z0-9+/]{87}=$/),
    })
    expect(await refusal(["sign", "typed-data", "--yes"], "{}")).toMatchObject({
      exit: 2,
      message: expect.stringContaining("EVM"),
    })
  })

  it("signs with the connected key, which is read for each signature and never stored", async () => {
    const { home, json, refusal, secret } = makeMachine()
    // 32 bytes of 7: a public test key.
    const wif = "KwTNVQ9B4wXUfnTF6e1EQkTHJwbzeFGYyK7NdopxuJjQYvQkAxtA"
    const path = secret("bitcoin.wif", wif)
    const address = "bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5"
    expect(
      await json(["connect", "--wallet", "keys", "--yes", "--namespace", "bip122", "--key-file", path]),
    ).toMatchObject({ address })
    expect(await json(["sign", "message", "hello", "--yes"])).toMatchObject({
      account: `${bitcoin}:${address}`,
    })
    expect(readFileSync(join(home, "wmodal", "session.json"), "utf8")).not.toContain(wif)
    expect(await refusal(["sign", "message", "hello", "--yes", "--account", "0"])).toMatchObject({
      exit: 3,
      message: expect.stringContaining(address),
    })
    const testnet = "bip122:000000000933ea01ad0ee984209779ba"
    const onTestnet = ["connect", "--wallet", "keys", "--yes", "--network", testnet, "--key-file", path]
    expect(await refusal(onTestnet)).toMatchObject({ exit: 3, message: expect.stringContaining(testnet) })
    expect(await json(["accounts"])).toMatchObject({ network: bitcoin })
  })
})

describe("custom nodes", () => {
  it("adds nodes for known Solana networks and rejects unknown ones", async () => {
    const { json, refusal } = makeMachine()
    const node = "http://127.0.0.1:8899"
    expect(await json(["networks", "add", solana, "--rpc", node])).toMatchObject({
      added: solana,
      name: "Solana",
    })
    expect((await json(["networks"]))["networks"]).toContainEqual(
      expect.objectContaining({ network: solana, symbol: "SOL", decimals: 9, added: true }),
    )
    const unknown = `solana:${"4".repeat(32)}`
    expect(await refusal(["networks", "add", unknown, "--rpc", node])).toMatchObject({ exit: 3 })
  })
})
