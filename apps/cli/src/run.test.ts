import { chmodSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeSignerFromKey, makeTestSigner } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeMachine } from "./testing/machine.ts"
import { startTestNode } from "./testing/startTestNode.ts"

const first = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const second = "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"
/** The key of an example in EIP-155. */
const secondKey = "46".repeat(32)
/** The key of the test mnemonic's first account, which is public. */
const firstKey = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

const connect = ["connect", "--wallet", "dev", "--yes", "--confirm", first]
const connectKeys = ["connect", "--wallet", "keys", "--yes"]

describe("the public test key", () => {
  it("refuses the public test key on a network with real money until its address is named", async () => {
    const { json, refusal } = makeMachine()
    const plain = ["connect", "--wallet", "dev", "--yes"]
    expect(await refusal(plain)).toMatchObject({
      exit: 6,
      code: "guard",
      message: expect.stringMatching(/public test mnemonic.*Anyone can spend.*Ethereum/),
      hint: expect.stringMatching(/^--key-file <path> .* --confirm <address>$/),
    })
    expect(await refusal([...plain, "--confirm", second])).toMatchObject({ code: "guard" })
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10 })
    expect(await json(connect)).toMatchObject({ address: first })
  })

  it.each([
    ["--network", "eip155:11155111"],
    ["--rpc", "eip155:1=http://127.0.0.1:8545"],
  ])("connects with %s %s, which holds no real money", async (...more) => {
    const { json } = makeMachine()
    expect(await json(["connect", "--wallet", "dev", "--yes", ...more])).toMatchObject({ address: first })
  })

  it("accepts a key of one's own on any network", async () => {
    const { home, json } = makeMachine()
    const path = join(home, "key.hex")
    writeFileSync(path, `${"1".repeat(64)}\n`, { mode: 0o600 })
    expect(await json(["connect", "--wallet", "keys", "--yes", "--key-file", path])).toMatchObject({
      network: "eip155:1",
    })
  })
})

describe("the public test key that is connected to a test network", () => {
  const sepolia = "eip155:11155111"
  const solanaDevnet = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"
  const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
  const bitcoinTestnet = "bip122:000000000933ea01ad0ee984209779ba"
  const bitcoin = "bip122:000000000019d6689c085ae165831e93"
  const refused = { exit: 6, code: "guard", message: expect.stringMatching(/public test mnemonic/) }

  const makeConnected = async (network: string) => {
    const machine = makeMachine()
    await machine.json(["connect", "--wallet", "dev", "--yes", "--network", network])
    return machine
  }

  /** Rewrites the session as versions did that asked at `connect` only. */
  const forgetConfirmation = (home: string) => {
    const file = join(home, "wmodal", "session.json")
    writeFileSync(file, readFileSync(file, "utf8").replace(',"realNetworks":["eip155:1"]', ""))
  }

  const payee = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
  it.each([
    ["accounts"],
    ["receive"],
    ["balances"],
    ["activity"],
    ["sessions"],
    ["sign", "message", "hello", "--yes"],
    ["sign", "message", "hello", "--yes", "--account", "0"],
    ["sign", "typed-data", "-", "--yes"],
    ["sign", "siwx", "-", "--yes"],
    ["sessions", "list"],
    ["sessions", "revoke", "0x1", "--yes"],
    ["raise", `0x${"ab".repeat(32)}`, "--yes"],
    ["send", "1", "ETH", payee, "--yes", "--confirm", payee],
    ["send", "1", "ETH", payee, "--dry-run"],
    ["swap", "1", "ETH", "USDC", "--yes"],
    ["buy", "100", "USD"],
    ["name", "register", "nova", "--yes"],
    ["revoke", payee, "--yes"],
  ])("refuses a network with real money in %s %s", async (...words) => {
    const { refusal } = await makeConnected(sepolia)
    expect(await refusal([...words, "--network", "eip155:1"])).toMatchObject(refused)
  })

  it.each([
    [sepolia, "eip155:1"],
    [sepolia, "eip155:137"],
    [solanaDevnet, solana],
    [bitcoinTestnet, bitcoin],
  ])("refuses to switch from %s to %s, and keeps its network", async (network, real) => {
    const { json, refusal } = await makeConnected(network)
    expect(await refusal(["switch", real])).toMatchObject(refused)
    expect(await refusal(["receive", "--network", real])).toMatchObject(refused)
    expect(await json(["accounts"])).toMatchObject({ network })
  })

  it("refuses a network of the user with the id of a real one, and a remote node", async () => {
    const { json, refusal } = await makeConnected(sepolia)
    await json(["networks", "add", "eip155:1", "--rpc", "https://127.0.0.1.node.invalid", "--name", "Mine"])
    expect(await refusal(["receive", "--network", "eip155:1"])).toMatchObject(refused)
    const node = ["--rpc", "eip155:424242=https://node.invalid", "--network", "eip155:424242"]
    expect(await refusal(["receive", ...node])).toMatchObject(refused)
    expect(await json(["receive", "--rpc", `${sepolia}=https://node.invalid`])).toMatchObject({
      network: sepolia,
    })
  })

  it("refuses a node of this machine that precedes one of real money", async () => {
    const { refusal, secret } = await makeConnected(sepolia)
    const endpoints = secret("endpoints.json", '{"projectId":"p","blockchain":"https://rpc.invalid"}')
    const node = ["--rpc", "eip155:1=http://127.0.0.1:8545", "--network", "eip155:1"]
    expect(await refusal(["receive", ...node, "--endpoints", endpoints])).toMatchObject(refused)
  })

  it("refuses the session of an earlier version, which can be ended or switched", async () => {
    const { home, json, refusal } = makeMachine()
    await json(connect)
    forgetConfirmation(home)
    expect(await refusal(["receive"])).toMatchObject(refused)
    expect(await refusal(["accounts"])).toMatchObject(refused)
    expect(await json(["switch", sepolia])).toMatchObject({ network: sepolia })
    expect(await json(["receive"])).toMatchObject({ network: sepolia })
    expect(await json(["disconnect"])).toMatchObject({ disconnected: ["eip155"] })
  })

  it("refuses to list its account also when another chain is selected", async () => {
    const { home, json, refusal } = makeMachine()
    await json(connect)
    await json(["connect", "--wallet", "dev", "--yes", "--network", solanaDevnet])
    forgetConfirmation(home)
    expect(await refusal(["accounts"])).toMatchObject(refused)
    expect(await json(["receive"])).toMatchObject({ network: solanaDevnet })
  })

  it("accepts the one network with real money for which its address was named", async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    expect(await json(["receive"])).toMatchObject({ network: "eip155:1" })
    await json(["switch", sepolia])
    await json(["switch", "eip155:1"])
    expect(await refusal(["receive", "--network", "eip155:10"])).toMatchObject(refused)
    await json(["connect", "--wallet", "dev", "--yes", "--network", sepolia])
    expect(await refusal(["switch", "eip155:1"])).toMatchObject(refused)
  })

  it("refuses the same key from a file", async () => {
    const { json, refusal, secret } = makeMachine()
    const keys = [...connectKeys, "--key-file", secret("key", firstKey)]
    expect(await refusal(keys)).toMatchObject(refused)
    await json([...keys, "--network", sepolia])
    expect(await refusal(["switch", "eip155:1"])).toMatchObject(refused)
    expect(await refusal(["sign", "message", "x", "--yes", "--network", "eip155:1"])).toMatchObject(refused)
  })
})

describe("the wallet of a key file", () => {
  const makeKeyFile = (home: string) => {
    const path = join(home, "key.hex")
    writeFileSync(path, `${secondKey}\n`, { mode: 0o600 })
    return path
  }

  it("has a name that says where its keys are, unlike the public test keys", async () => {
    const { home, json } = makeMachine()
    expect(await json([...connectKeys, "--key-file", makeKeyFile(home)])).toMatchObject({
      address: second,
      wallet: { name: "Keys on this computer" },
    })
    expect(await json(connect)).toMatchObject({ address: first, wallet: { name: "Dev wallet" } })
  })

  it("keeps a connection that an earlier version stored as the dev wallet", async () => {
    const { home, json } = makeMachine()
    await json([...connectKeys, "--key-file", makeKeyFile(home)])
    const file = join(home, "wmodal", "session.json")
    const stored = readFileSync(file, "utf8")
    expect(stored).toContain("Keys on this computer")
    writeFileSync(file, stored.replaceAll("Keys on this computer", "Dev wallet"))
    expect(await json(["accounts"])).toMatchObject({ accounts: [{ account: `eip155:1:${second}` }] })
    expect(await json(["sign", "message", "x", "--yes"])).toMatchObject({ account: `eip155:1:${second}` })
  })

  it("requires a file, and leaves public test keys to --wallet dev", async () => {
    const { home, refusal } = makeMachine()
    for (const flags of [[], ["--account", "1"]])
      expect(await refusal([...connectKeys, ...flags])).toMatchObject({
        exit: 2,
        hint: "--key-file <path> or --keystore <path>",
      })
    expect(await refusal([...connect, "--key-file", makeKeyFile(home)])).toMatchObject({
      exit: 2,
      hint: "--wallet keys",
    })
  })
})

describe("session", () => {
  it("lasts across commands until it is disconnected", async () => {
    const { json, refusal } = makeMachine()
    const account = `eip155:1:${first}`
    expect(await json(connect)).toMatchObject({ v: 1, account, address: first, network: "eip155:1" })
    expect(await json(["accounts"])).toMatchObject({ accounts: [{ account, selected: true, type: "eoa" }] })
    expect(await json(["switch", "eip155:11155111"])).toMatchObject({ network: "eip155:11155111" })
    expect(await json(["accounts"])).toMatchObject({ accounts: [{ account: `eip155:11155111:${first}` }] })
    expect(await json(["networks"])).toMatchObject({ selected: "eip155:11155111" })
    expect(await json(["disconnect"])).toEqual({ v: 1, disconnected: ["eip155"] })
    expect(await refusal(["accounts"])).toMatchObject({ exit: 10, code: "notConnected" })
    expect(await refusal(["disconnect"])).toMatchObject({ exit: 10 })
    expect(await json(["networks"])).toMatchObject({ selected: "eip155:11155111" })
  })

  it("shows another network without switching to it", async () => {
    const { json } = makeMachine()
    await json(connect)
    expect(await json(["accounts", "--network", "eip155:11155111"])).toMatchObject({
      network: "eip155:11155111",
    })
    expect(await json(["accounts"])).toMatchObject({ network: "eip155:1" })
  })

  it("stays on a network that only its node describes", async () => {
    const { json } = makeMachine()
    await json(connect)
    const node = "eip155:31337=http://127.0.0.1:8545"
    expect(await json(["switch", "eip155:31337", "--rpc", node])).toMatchObject({ network: "eip155:31337" })
    expect(await json(["accounts"])).toMatchObject({ network: "eip155:31337" })
  })

  it("starts on the given network or the one that was selected before", async () => {
    const { json } = makeMachine()
    expect(await json([...connect, "--network", "eip155:10"])).toMatchObject({ network: "eip155:10" })
    await json(["disconnect"])
    await json(["switch", "eip155:8453"])
    expect(await json(connect)).toMatchObject({ network: "eip155:8453" })
  })

  it("stays when a new connection fails", async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    expect(await refusal([...connectKeys, "--key-file", "/nowhere"])).toMatchObject({ exit: 3 })
    expect(await json(["accounts"])).toMatchObject({ accounts: [{ address: first }] })
  })

  it("stays connected when another namespace is disconnected", async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    expect(await refusal(["disconnect", "--namespace", "solana"])).toMatchObject({ exit: 10 })
    expect(await json(["disconnect", "--namespace", "eip155"])).toMatchObject({ disconnected: ["eip155"] })
  })

  it("prints one line per state with --jsonl", async () => {
    const { play } = makeMachine()
    const { stdout } = await play([...connect, "--jsonl"])
    const states = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(states.map(({ v, state }) => [v, state])).toEqual([
      [1, "connecting"],
      [1, "approved"],
      [1, "connected"],
    ])
    const failed = await play(["sign", "message", "x", "--jsonl"])
    expect(failed.code).toBe(2)
    expect(JSON.parse(failed.stdout)).toMatchObject({ v: 1, state: "error", code: "usage" })
  })
})

describe("commands without a terminal", () => {
  it.each([
    [["connect"], /--wallet/],
    [["connect", "--wallet", "dev"], /--yes/],
    [["sign", "message", "x"], /--yes/],
    [["sign", "typed-data", "x.json"], /--yes/],
  ])("rejects %j and names the missing flag", async (words, says) => {
    const refused = await makeMachine().refusal(words)
    expect(refused).toMatchObject({ exit: 2, code: "usage", retryable: false })
    expect(refused.message).toMatch(says)
  })
})

describe("sign", () => {
  const mail = {
    domain: { name: "Post", chainId: 1 },
    types: { Mail: [{ name: "text", type: "string" }] },
    primaryType: "Mail",
    message: { text: "Dear reader" },
  }

  // Signatures are deterministic: RFC 6979.
  const bytes = (text: string) => new TextEncoder().encode(text)
  const byFirst = (text: string) => Effect.runPromise(makeTestSigner().signMessage(bytes(text)))

  it("signs a text, stdin and typed data", async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    expect(await json(["sign", "message", "hello", "--yes"])).toEqual({
      v: 1,
      signature: await byFirst("hello"),
      account: `eip155:1:${first}`,
      network: "eip155:1",
      explanation: expect.objectContaining({ intent: "Sign message", dangers: [] }),
    })
    expect(await json(["sign", "message", "-", "--yes"], "from a pipe\n")).toMatchObject({
      signature: await byFirst("from a pipe"),
    })
    // No descriptor reads this type, so signing it is blind.
    const typed = ["sign", "typed-data", "--yes"]
    expect(await refusal(typed, JSON.stringify(mail))).toMatchObject({
      exit: 6,
      hint: expect.stringContaining("--confirm blind"),
    })
    expect(await json([...typed, "--confirm", "blind"], JSON.stringify(mail))).toMatchObject({
      signature: await Effect.runPromise(makeTestSigner().signTypedData(mail)),
    })
  })

  it("rejects a message that may be a digest until `--confirm blind` is given", async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    const digest = "q;K2#~ x9Lw!e)Vb0^zT7uP?m<Rd5@ G"
    const signing = ["sign", "message", digest, "--yes"]
    expect(await refusal(signing)).toMatchObject({
      exit: 6,
      hint: expect.stringContaining("--confirm blind"),
    })
    expect(await json([...signing, "--confirm", "blind"])).toMatchObject({ signature: await byFirst(digest) })
  })

  it("signs no drainer of the request corpus with --yes alone", {
    timeout: 60_000,
    tags: ["full"],
  }, async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    const corpus = join(import.meta.dirname, "../../../stories/requests/drainers.json")
    const Drainers = z.array(
      z.object({
        id: z.string(),
        request: z.object({ message: z.optional(z.string()), typedData: z.optional(z.unknown()) }),
      }),
    )
    let played = 0
    for (const { id, request } of Drainers.parse(JSON.parse(readFileSync(corpus, "utf8")))) {
      const { message, typedData } = request
      if (message === undefined && typedData === undefined) continue
      const refused =
        message === undefined
          ? await refusal(["sign", "typed-data", "--yes"], JSON.stringify(typedData))
          : await refusal(["sign", "message", "-", "--yes"], message)
      expect({ id, ...refused }).toMatchObject({ id, exit: 6, code: "guard" })
      played += 1
    }
    expect(played).toBeGreaterThan(40)
  })

  it("refuses what is too long to be read by its number and bound, and takes an act for what is long", async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    const listOf = (count: number) =>
      JSON.stringify({
        ...mail,
        types: { Mail: [{ name: "list", type: "address[]" }] },
        message: { list: Array.from({ length: count }, (_, at) => (at === 77 ? second : first)) },
      })
    const typed = ["sign", "typed-data", "--yes", "--confirm", "blind", "--confirm", "long"]
    expect(await refusal(typed, listOf(1_500))).toMatchObject({
      exit: 6,
      code: "requestTooLong",
      hint: expect.stringMatching(/has 1501 lines, and at most 1000 can be reviewed. Your wallet did not/),
    })
    expect(await refusal(["sign", "message", "-", "--yes"], "I agree. ".repeat(12_000))).toMatchObject({
      exit: 6,
      code: "requestTooLong",
    })
    const long = ["sign", "message", "-", "--yes"]
    expect(await refusal(long, "I agree. ".repeat(600))).toMatchObject({
      exit: 6,
      hint: expect.stringContaining("--confirm long"),
    })
    expect(await json(typed, listOf(100))).toMatchObject({
      explanation: {
        totals: [
          { label: "list[]", address: second },
          { label: "list[] × 99", address: first },
        ],
        dangers: expect.arrayContaining([{ type: "Long", confirm: "long" }]),
      },
    })
  })

  it("rejects invalid typed data and typed data for another network", async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    expect(await refusal(["sign", "typed-data", "--yes"], "not JSON")).toMatchObject({ exit: 3 })
    expect(await refusal(["sign", "typed-data", "/nowhere.json", "--yes"])).toMatchObject({ exit: 3 })
    const signing = ["sign", "typed-data", "--yes"]
    expect(await refusal(signing, "{}")).toMatchObject({
      exit: 6,
      hint: expect.stringContaining("--confirm blind"),
    })
    const elsewhere = JSON.stringify({ ...mail, domain: { ...mail.domain, chainId: 137 } })
    expect(await refusal(signing, elsewhere)).toMatchObject({
      exit: 6,
      message: expect.stringContaining("chain 137"),
      hint: expect.stringContaining("--confirm 137"),
    })
    // The network in use is no consent to another one.
    expect(await refusal([...signing, "--confirm", "1"], elsewhere)).toMatchObject({ exit: 6 })
    // The dev wallet does not sign them, either.
    expect(await refusal([...signing, "--confirm", "blind"], "{}")).toMatchObject({
      exit: 1,
      retryable: false,
    })
    expect(await refusal([...signing, "--confirm", "137", "--confirm", "blind"], elsewhere)).toMatchObject({
      exit: 1,
    })
  })

  it("signs with the key from a file, which is read for each signature and never stored", async () => {
    const { home, json, refusal, secret } = makeMachine()
    const path = secret("key", `0x${secondKey}\n`)
    expect(await json([...connectKeys, "--key-file", path])).toMatchObject({ address: second })
    const signature = await Effect.runPromise(
      Effect.flatMap(makeSignerFromKey(`0x${secondKey}`), (signer) => signer.signMessage(bytes("hello"))),
    )
    expect(await json(["sign", "message", "hello", "--yes"])).toMatchObject({ signature })
    for (const file of readdirSync(join(home, "wmodal"))) {
      expect(readFileSync(join(home, "wmodal", file), "utf8").toLowerCase()).not.toContain(secondKey)
    }
    writeFileSync(path, `0x${"1".repeat(64)}`)
    const changed = await refusal(["sign", "message", "hello", "--yes"])
    expect(changed).toMatchObject({ exit: 3, message: expect.stringContaining(second) })
    expect(await json(["accounts"])).toMatchObject({ accounts: [{ address: second }] })
  })

  it("rejects a key file that other users can read", async () => {
    const { refusal, secret } = makeMachine()
    const path = secret("key", secondKey)
    chmodSync(path, 0o640)
    expect(await refusal([...connectKeys, "--key-file", path])).toMatchObject({
      exit: 3,
      hint: `chmod 600 ${path}`,
    })
  })

  it("rejects a secret that other users can read, also one that looks like JSON", async () => {
    const { refusal, secret } = makeMachine()
    const vectors = join(import.meta.dirname, "../../../vectors/keystore-v3/basic_tests.json")
    const Vectors = z.object({ test1: z.object({ json: z.unknown() }) })
    const { json: keystore } = Vectors.parse(JSON.parse(readFileSync(vectors, "utf8"))).test1
    const refused = { exit: 3, message: expect.stringContaining("can be read by other users") }
    const password = secret("password", "{my password")
    chmodSync(password, 0o644)
    const withKeystore = ["--keystore", secret("keystore", JSON.stringify(keystore))]
    expect(await refusal([...connectKeys, ...withKeystore, "--password-file", password])).toMatchObject(
      refused,
    )
    const key = secret("key", `{"key":"${secondKey}"}`)
    chmodSync(key, 0o644)
    expect(await refusal([...connectKeys, "--key-file", key])).toMatchObject(refused)
  })

  it("accepts a key from stdin for one command", async () => {
    const { json, refusal } = makeMachine()
    await json([...connectKeys, "--key-file", "-"], secondKey)
    expect(await refusal(["sign", "message", "x", "--yes"])).toMatchObject({
      exit: 2,
      message: expect.stringContaining("--key-file"),
    })
    const signed = await json(["sign", "message", "x", "--yes", "--key-file", "-"], secondKey)
    expect(signed).toMatchObject({ account: `eip155:1:${second}` })
    expect(await refusal(["sign", "message", "-", "--yes", "--key-file", "-"], secondKey)).toMatchObject({
      exit: 2,
    })
  })

  it.each(["0x1234", "test test test", "0".repeat(64)])(
    "rejects %j as a key without quoting it",
    async (content) => {
      const { refusal, secret } = makeMachine()
      const refused = await refusal([...connectKeys, "--key-file", secret("key", content)])
      expect(refused).toMatchObject({ exit: 3, code: "config" })
      expect(JSON.stringify(refused)).not.toContain(content)
    },
  )
})

describe("custom networks", () => {
  it("adds, uses and removes a network", async () => {
    const { json, refusal } = makeMachine()
    const add = ["networks", "add", "eip155:31337", "--rpc", "http://127.0.0.1:9", "--name", "Local"]
    // Nothing listens on port 9.
    expect(await json(add)).toMatchObject({ added: "eip155:31337", name: "Local", checked: false })
    const { networks } = await json(["networks"])
    expect(networks).toContainEqual(expect.objectContaining({ network: "eip155:31337", added: true }))
    expect(await json([...connect, "--network", "eip155:31337"])).toMatchObject({ network: "eip155:31337" })
    await json(["disconnect"])
    expect(await json(["networks", "remove", "eip155:31337"])).toMatchObject({ removed: "eip155:31337" })
    expect(await refusal(["networks", "remove", "eip155:31337"])).toMatchObject({ exit: 3 })
    expect(await refusal(["switch", "eip155:31337"])).toMatchObject({ exit: 3 })
    expect(await refusal(["networks", "add", "solana:x", "--rpc", "http://127.0.0.1:1"])).toMatchObject({
      exit: 3,
    })
  })
})

describe("servers of other machines without encryption", () => {
  it("adds no network with such a node, and signs in at no such server", async () => {
    const { json, refusal } = makeMachine()
    await json(connect)
    const refused = {
      exit: 3,
      message: expect.stringMatching(/http:\/\/127\.0\.0\.1\.example is not encrypted/),
    }
    const url = "http://127.0.0.1.example/path"
    expect(await refusal(["networks", "add", "eip155:31337", "--rpc", url])).toMatchObject(refused)
    expect(await refusal(["sign", "siwx", url, "--yes"])).toMatchObject(refused)
    expect(await refusal(["balances", "--rpc", `eip155:1=${url}`])).toMatchObject(refused)
  })
})

describe("an unreadable state file", () => {
  const spoil = (home: string, name: string) => {
    const path = join(home, "wmodal", name)
    writeFileSync(path, "{", { mode: 0o600 })
    return { path, isKept: () => readFileSync(`${path}.bad`, "utf8") === "{" }
  }
  const add = ["networks", "add", "eip155:31337", "--rpc", "http://127.0.0.1:9"]

  it("keeps a broken session aside, whatever reads it first", async () => {
    for (const words of [["accounts"], connect, ["disconnect"], ["networks"], ["watch", "0x12345678"]]) {
      const { home, json, refusal } = makeMachine()
      await json(connect)
      const { isKept, path } = spoil(home, "session.json")
      expect({ words, ...(await refusal(words)) }).toMatchObject({
        words,
        exit: 3,
        code: "config",
        message: expect.stringContaining(`${path} cannot be read`),
        hint: expect.stringContaining(`mv ${path}.bad ${path}`),
      })
      expect(isKept()).toBe(true)
      await json(connect)
      expect(isKept()).toBe(true)
    }
  })

  it("keeps broken networks of the user aside, and acts without them only when they are moved away", async () => {
    const { home, json, refusal } = makeMachine()
    await json(add)
    const { isKept, path } = spoil(home, "networks.json")
    for (const words of [add, ["networks"], connect, ["networks", "remove", "eip155:31337"]])
      expect(await refusal(words)).toMatchObject({
        exit: 3,
        message: expect.stringContaining(`${path}.bad`),
        hint: expect.stringContaining(`mv ${path}.bad ${path}`),
      })
    expect(isKept()).toBe(true)
    renameSync(`${path}.bad`, join(home, "elsewhere"))
    await json(add)
  })

  it("keeps a broken ledger aside in every command that uses it, until it is moved away", async () => {
    const { home, json, refusal } = makeMachine()
    await json(connect)
    const { isKept, path } = spoil(home, "ledger.json")
    for (const words of [["activity"], ["balances"], ["sign", "message", "x", "--yes"], ["networks"]])
      expect(await refusal(words)).toMatchObject({
        exit: 3,
        message: expect.stringContaining(`${path}.bad`),
      })
    expect(isKept()).toBe(true)
  })

  it.each([
    ["--symbol", "ABCDEFGHIJKLMNOPQ"],
    ["--name", "n".repeat(65)],
  ])("stores no network with %s %j, and keeps those that are there", async (...flag) => {
    const { json, refusal } = makeMachine()
    await json(add)
    expect(await refusal([...add, ...flag])).toMatchObject({
      exit: 2,
      message: expect.stringContaining(flag[0] ?? ""),
    })
    expect(await json(["networks"])).toMatchObject({
      networks: expect.arrayContaining([expect.objectContaining({ network: "eip155:31337", added: true })]),
    })
  })

  it("uses no state folder and no file that others can change", async () => {
    const { home, json, refusal } = makeMachine()
    await json(connect)
    const file = join(home, "wmodal", "session.json")
    chmodSync(file, 0o666)
    expect(await refusal(["accounts"])).toMatchObject({ exit: 3, hint: `chmod 600 ${file}` })
    chmodSync(file, 0o600)
    chmodSync(join(home, "wmodal"), 0o777)
    expect(await refusal(["accounts"])).toMatchObject({ exit: 3, hint: `chmod 700 ${join(home, "wmodal")}` })
    chmodSync(join(home, "wmodal"), 0o700)
    await json(["accounts"])
  })
})

describe("balances", () => {
  it("prints exact balances from the given node", async () => {
    const { json, play } = makeMachine()
    const node = await startTestNode({ eth_getBalance: `0x${(10n ** 21n + 1n).toString(16)}` })
    const session = [...connect, "--rpc", `eip155:1=${node.url}?key=secret`]
    await json(session)
    expect(node.asked()).toEqual([])
    expect(await json(["balances"])).toMatchObject({
      network: "eip155:1",
      balances: [
        { symbol: "ETH", decimals: 18, value: `${10n ** 21n + 1n}`, amount: "1000.000000000000000001" },
      ],
    })
    expect(node.asked()).toEqual(["eth_getBalance"])
    const { stderr, stdout } = await play(["balances", "--debug"])
    expect(stdout).toBe("1000.000000000000000001 ETH\n")
    const lines = stderr.split("\n").filter((line) => line.startsWith("debug: 127.0.0.1"))
    expect(lines).toEqual([
      expect.stringMatching(
        /^debug: 127\.0\.0\.1:\d+ asked as node, eth_getBalance: told key; address 0x[0-9a-fA-F]{40}$/,
      ),
      expect.stringMatching(/^debug: 127\.0\.0\.1:\d+ eth_getBalance: ok, \d+ ms$/),
    ])
    expect(stderr).not.toContain("secret")
  })
})
