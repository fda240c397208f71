import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it, vi } from "vitest"
import * as z from "zod/mini"
import { parse } from "../plan/parse.ts"
import { run } from "../run.ts"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"

beforeAll(() => {
  vi.stubGlobal("__WMODAL_VERSION__", "1.2.3")
})

const play = async (story: string, words: readonly string[] = ["--mock"]) => {
  const home = makeTemporaryFolder()
  const junit = join(home, "report.xml")
  const parsed = parse(["run", "-", ...words, "--junit", junit])
  if (parsed._tag !== "Run") throw new Error(`not a command: ${words.join(" ")}`)
  const { facts, stderr, stdout } = makeRecordedFacts({ env: { XDG_STATE_HOME: home }, stdin: story })
  const code = await run(parsed.plan, parsed.shared, facts)
  return { code, stdout: stdout(), stderr: stderr(), junit: () => readFileSync(junit, "utf8") }
}

const steps = (...written: readonly string[]) =>
  `story: A <story> & "more"\npatience: 1\nsteps:\n${written.map((step) => `  - ${step}\n`).join("")}`

const connect = "connect: {}"
const pay = (more: string) => `send: { token: ETH, to: second, ${more} }`

const swap = (what: string) => `swap: { ${what} }`
const ask = (kind: "permit" | "approval", token: string, more = "") =>
  `ask: { ${kind}: { token: ${token}, spender: thief, amount: unlimited }${more} }`

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const bitcoin = "bip122:000000000019d6689c085ae165831e93"

const Document = z.object({ ok: z.boolean(), failed: z.nullable(z.unknown()), state: z.unknown() })

describe("wmodal run", { timeout: 60_000 }, () => {
  it("prints the same bytes for the same story and the final state of all accounts", {
    tags: ["full"],
  }, async () => {
    const story = steps(
      connect,
      pay('amount: "1.5", pass: true'),
      `look: true\n    note: 5 < 6 & "so on"\n    expect: { state: Confirmed }`,
    )
    const once = await play(story, ["--mock", "--json"])
    const again = await play(story, ["--mock", "--json"])
    expect(once).toMatchObject({ code: 0, stderr: "" })
    expect(again.stdout).toBe(once.stdout)
    expect(again.junit()).toBe(once.junit())
    expect(JSON.parse(once.stdout)).toMatchObject({
      story: 'A <story> & "more"',
      seed: 'A <story> & "more"',
      ok: true,
      steps: 3,
      failed: null,
      state: { chains: [{ chainId: "eip155:1", transactions: 1 }] },
    })
    expect(once.junit()).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<testsuite name="A &lt;story&gt; &amp; &quot;more&quot;" tests="3" failures="0" errors="0" skipped="0">',
        '  <testcase classname="A &lt;story&gt; &amp; &quot;more&quot;" name="1 connect, approve"/>',
        '  <testcase classname="A &lt;story&gt; &amp; &quot;more&quot;" name="2 send 1.5 ETH to second, approve"/>',
        '  <testcase classname="A &lt;story&gt; &amp; &quot;more&quot;" name="3 look (5 &lt; 6 &amp; &quot;so on&quot;)"/>',
        "</testsuite>",
        "",
      ].join("\n"),
    )
  })

  it("connects the phone of its world by the pairing link", { tags: ["full"] }, async () => {
    const story = `story: Phone\nwallet: phone\nsteps:\n  - ${connect}\n    expect: { connected: [eip155], prompts: 1 }\n`
    expect(await play(story)).toMatchObject({ code: 0, stderr: "" })
  })

  it("fails the step when the connection fails before there is a code to scan", {
    tags: ["full"],
  }, async () => {
    const story =
      "story: Refused\nwallet: phone\nsteps:\n  - faults: [{ match: { path: / }, fault: { kind: invalidKey } }]\n  - connect: {}\n"
    const { code, stdout } = await play(story)
    expect(code).toBe(3)
    expect(stdout).toContain("not ok 2 connect, approve\n  line 5: it failed: Invalid Project ID")
  })

  it("accepts a seed from the command line and a story in JSON", async () => {
    const story = JSON.stringify({ story: "J", seed: "own", steps: [{ look: true }] })
    const states = (await play(story, ["--mock", "--seed", "7", "--jsonl"])).stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(states).toMatchObject([
      { state: "step", step: 1, line: 1, is: "look", ok: true },
      { state: { chains: [{ chainId: "eip155:1" }] }, seed: "7", ok: true },
    ])
    const { stdout } = await play(story, ["--mock", "--json"])
    expect(JSON.parse(stdout)).toMatchObject({ seed: "own" })
  })

  it("stops at the first step with differences and prints its line and the actual state", async () => {
    const story = steps(
      connect,
      `${pay('amount: "1", pass: true')}\n    expect:\n      state: Reverted\n      payments: 2\n      prompts: 3`,
      "look: true",
    )
    const trace = [
      "the status should be Reverted, and is Confirmed",
      "there should be 2 payments, and there are 1",
      "the wallet should have prompted 3 times, and prompted 2 times",
    ]
    const { code, junit, stdout } = await play(story)
    expect(code).toBe(1)
    expect(stdout.split("\n")).toEqual([
      "ok 1 connect, approve",
      "not ok 2 send 1 ETH to second, approve",
      ...trace.map((text) => `  line 5: ${text}`),
      "",
    ])
    expect(junit()).toContain('tests="3" failures="1" errors="0" skipped="1"')
    expect(junit()).toContain(`<failure message="Step 2, line 5: ${trace.join("; ")}">${trace.join("\n")}`)
    expect(junit()).toContain('name="3 look">\n    <skipped/>')
    const document = Document.parse(JSON.parse((await play(story, ["--mock", "--json"])).stdout))
    expect(document).toMatchObject({ ok: false, failed: { step: 2, line: 5, trace } })
  })

  it.each([
    [4, "a connection that is declined", ["connect: { answer: decline }"]],
    [4, "a payment that is declined", [connect, pay('amount: "1", pass: true, answer: decline')]],
    [5, "a payment of more than the balance", [connect, pay('amount: "1000000", pass: true')]],
    [6, "a warning that was not acknowledged", [connect, pay('amount: "1"')]],
    [
      9,
      "a payment that fails in its block",
      [
        connect,
        "mining: held",
        'send: { amount: "1", token: mUSDC, to: second, pass: true }',
        'cheat: { method: anvil_setCode, params: ["0x8bBC3514477d75EC797BBe4e19d7961660Bb849c", "0x5f5ffd"] }',
        "mine: 1\n    expect: { state: Confirmed }",
      ],
    ],
    [
      4,
      "a payment that is cancelled",
      [
        connect,
        "mining: held",
        pay('amount: "1", pass: true'),
        "replace: cancel",
        "mine: 1\n    expect: { state: Confirmed }",
      ],
    ],
    [6, "a price impact that was not acknowledged", [connect, swap('amount: "1000", from: ETH, to: mUSDC')]],
    [4, "a swap that is declined", [connect, swap('amount: "1", from: ETH, to: mUSDC, answers: [decline]')]],
    [
      4,
      "a swap that is declined after its confirmed approval",
      [connect, swap('amount: "1", from: mUSDC, to: mDAI, answers: [approve, decline]')],
    ],
    [5, "a swap of more than the balance", [connect, swap('amount: "1000000", from: ETH, to: mUSDC')]],
    [1, "a swap to an unknown token", [connect, swap('amount: "1", from: ETH, to: NONE')]],
    [1, "a request for an unknown token", [connect, ask("permit", "NONE")]],
    [1, "a request without a connection", [ask("permit", "mUSDC")]],
    [
      1,
      "a payment of an unknown token",
      [connect, 'send: { amount: "1", token: NONE, to: second, pass: true }'],
    ],
    [1, "a response without an open prompt", [connect, "answer: approve"]],
    [1, "a status check without a payment", [connect, "checkAgain: true"]],
  ] as const)("exits with %i after %s", { tags: ["full"] }, async (code, _, written) => {
    // Some effects of the chain are visible only at a later poll.
    const { stdout, ...ended } = await play(steps(...written).replace("patience: 1", "patience: 6"))
    expect(ended).toMatchObject({ code, stderr: "" })
    expect(stdout).toContain(`not ok ${written.length} `)
  })

  it.each([
    ["balances: [{ of: first, token: ETH, change: '1' }]", "the balance of first changed by 0 ETH, not 1"],
    ["balances: [{ of: first, token: NONE, change: '1' }]", "unknown token NONE"],
    ["says: Boo", 'the user should see "Boo", and sees nothing'],
    ["stopped: true", "no warning stopped it"],
    ["state: Sent", "the status should be Sent, and is not there"],
  ])("fails when the step expects %s", { tags: ["full"] }, async (expected, text) => {
    const { code, stdout } = await play(steps(`look: true\n    expect:\n      ${expected}`))
    expect(code).toBe(1)
    expect(stdout).toContain(text)
  })

  it.each([
    ["heard: answer", "the dApp should have received answer, and received 4001"],
    ["prompts: 2", "the wallet should have prompted 2 times, and prompted 1 times"],
    [
      "allowances: [{ of: first, token: mUSDC, spender: thief, is: '1' }]",
      "thief may spend 0 mUSDC of first, not 1",
    ],
  ])(
    "rejects a request with a warning before the wallet when the story expects %s",
    { tags: ["full"] },
    async (expected, text) => {
      const { code, stdout } = await play(
        steps(connect, `${ask("approval", "mUSDC")}\n    expect:\n      stopped: true\n      ${expected}`),
      )
      expect(code).toBe(1)
      expect(stdout).toContain("not ok 2 the dApp requests an approval of unlimited mUSDC to thief, approve")
      expect(stdout).toContain(text)
      expect(stdout).not.toContain("no warning stopped it")
    },
  )

  it("forwards the request after the explicit act and returns the response of the wallet to the dApp", async () => {
    const { code, stdout } = await play(
      steps(
        connect,
        `${ask("approval", "mUSDC", ", pass: true")}\n    expect:\n      heard: answer\n      state: Confirmed\n      allowances: [{ of: first, token: mUSDC, spender: thief, is: unlimited }]`,
        `${ask("permit", "mUSDC", ", pass: true, answer: decline")}\n    expect: { heard: 4001, prompts: 3 }`,
      ),
    )
    expect({ code, stdout }).toMatchObject({ code: 0 })
  })

  it("waits for prompts and states that come later", async () => {
    const { code } = await play(
      steps(
        connect,
        "mining: held",
        `${pay('amount: "1", pass: true, answer: wait')}\n    expect: { state: Asked, payments: 1 }`,
        "answer: approve\n    expect: { state: Sent }",
        "tab: true\n    expect: { state: Sent }",
        "reload: true\n    expect: { state: Sent, payments: 1, prompts: 2 }",
        "disconnect: true",
      ),
    )
    expect(code).toBe(0)
  })

  const onSolana = (...written: readonly string[]) =>
    `network: ${solana}\nnetworks: [eip155:1, "${bitcoin}"]\n${steps(...written)}`

  it("plays several chains at once with a wallet and an account for each", { tags: ["full"] }, async () => {
    const { code, stdout } = await play(
      onSolana(
        `${connect}\n    expect: { connected: [solana] }`,
        "connect: { to: eip155 }",
        `switch: ${solana}`,
        'send: { amount: "1", token: SOL, to: second, pass: true }\n    expect:\n      balances: [{ of: second, token: SOL, change: "1" }, { of: second, on: eip155:1, token: ETH, change: "0" }]',
        "disconnect: { from: solana }\n    expect: { connected: [solana] }",
      ).replace("patience: 1", "patience: 6"),
    )
    expect(code).toBe(1)
    expect(stdout.split("\n")).toEqual([
      "ok 1 connect, approve",
      "ok 2 connect to eip155, approve",
      `ok 3 switch to ${solana}`,
      "ok 4 send 1 SOL to second, approve",
      "not ok 5 disconnect from solana",
      "  line 13: solana should be connected, and eip155 is",
      "",
    ])
  })

  it.each([
    [
      "not ok 2 raise the fee, approve",
      "no payment was sent yet",
      ["connect: { to: bip122 }", "raiseFee: {}"],
    ],
    [
      "not ok 3 enough blocks to expire pending transactions",
      "the status should be Expired, and is not there",
      [connect, "mining: held", "expire: true\n    expect: { state: Expired }"],
    ],
  ] as const)("stops with %s", async (line, text, written) => {
    const { code, stdout } = await play(onSolana(...written))
    expect(code).toBe(1)
    expect(stdout).toContain(line)
    expect(stdout).toContain(text)
  })

  it("plays no step on a network that is not configured", async () => {
    const { code, stderr } = await play(`network: eip155:424242\n${steps(connect)}`)
    expect(code).toBe(3)
    expect(stderr).toContain("The network eip155:424242 is not configured.")
    const among = await play(`networks: [eip155:424242]\n${steps(connect)}`)
    expect(among.code).toBe(3)
    expect(among.stderr).toContain("unknown EVM network eip155:424242")
  })

  it("names the line of a mistake and plays no step", async () => {
    const { code, junit, stderr, stdout } = await play(steps(connect, "sned: {}"))
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" })
    expect(JSON.parse(stderr)).toMatchObject({
      code: "config",
      message: "stdin is not a valid story. Line 5, steps.1.sned: unknown key.",
    })
    expect(junit).toThrow("ENOENT")
  })

  it("names the missing file", async () => {
    const parsed = parse(["run", "/nowhere/story.yaml"])
    if (parsed._tag !== "Run") throw new Error("not a command")
    const { facts, stderr } = makeRecordedFacts({ env: { XDG_STATE_HOME: makeTemporaryFolder() } })
    expect(await run(parsed.plan, parsed.shared, facts)).toBe(3)
    expect(stderr()).toContain("/nowhere/story.yaml could not be read.")
  })

  it("plays no step without a mock server when a step requires one and names that step", async () => {
    const nowhere = ["--rpc", "eip155:1=http://127.0.0.1:9"]
    const { code, stderr, stdout } = await play(steps(connect, "mine: 1"), nowhere)
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" })
    expect(JSON.parse(stderr)).toMatchObject({
      message: "Line 5 requires a mock server: 1 more block.",
      hint: "wmodal run <story.yaml> --mock",
    })
    expect((await play(steps(connect), nowhere)).code).toBe(0)
  })
})
