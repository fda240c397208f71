import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { delegateAccount } from "../harness/delegation.ts"
import { firstAccount } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { CommandOutcome, Shell } from "../harness/terminal.ts"
import { getAllowance, getBalance, getTokenBalance, type TestWorld } from "../harness/testWorld.ts"

const exchange = "0x111111125421cA6dc452d289314280a0f8842A65"
/** A contract that accepts the calls of the exchange and pays nothing. */
const thief = "0x9e74901858F11a3410CA201D0b2D7C3c9aF927fF"
const usd = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const dai = "0x5F6BAaEB5b7c97725f84D1569c4abc85135f4716"
const eth = 10n ** 18n
const million = 10n ** 6n

const exactAmountSchema = z.object({ symbol: z.string(), value: z.string(), amount: z.string() })
const receiptSchema = z.object({
  status: z.string(),
  hash: z.string(),
  path: z.string(),
  approval: z.nullable(z.object({ hash: z.string() })),
  minimum: exactAmountSchema,
})
const reportSchema = z.object({ code: z.string(), message: z.string(), hint: z.nullable(z.string()) })

const parseDocument = ({ code, stderr, stdout }: CommandOutcome): unknown => {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  return JSON.parse(stdout)
}
const parseReport = ({ stderr }: CommandOutcome) => reportSchema.parse(JSON.parse(stderr))
const parseReceipt = (ended: CommandOutcome) => receiptSchema.parse(parseDocument(ended))

const connectShell = async (shell: Shell, ...words: readonly string[]) => {
  expect((await shell.run(["connect", "--wallet", "dev", "--yes", ...words])).code).toBe(0)
}
const runSwap = (shell: Shell, ...words: readonly string[]) => shell.run(["swap", ...words, "--yes"])

/** Returns the account's balances, from their contracts. */
const getHoldings = async (world: TestWorld) => ({
  usd: await getTokenBalance(world, 1, usd, firstAccount),
  dai: await getTokenBalance(world, 1, dai, firstAccount),
  eth: await getBalance(world, 1, firstAccount),
  allowed: await getAllowance(world, 1, usd, firstAccount),
})

/** Disables or enables automatic mining. */
const setMining = async ({ blockchain, projectId }: TestWorld, auto: boolean) => {
  const url = `${blockchain}/control/worlds/${projectId}/mining?chainId=eip155:1`
  expect((await fetch(url, { method: "POST", body: JSON.stringify({ auto }) })).ok).toBe(true)
}

/** Makes quotes that are lower by this amount, from the second on. */
const makeWorseQuotes = () => [
  {
    match: { path: "/v1/convert/quotes" },
    after: 1,
    fault: { kind: "edit" as const, replace: [{ text: '"toAmount":"99', with: '"toAmount":"97' }] },
  },
]

describe("swap in a pipe", () => {
  story("approves the exact amount, then swaps it on the chain", async ({ shell, world }) => {
    await connectShell(shell)
    const before = await getHoldings(world)
    const receipt = parseReceipt(await runSwap(shell, "100", "mUSDC", "mDAI", "--json"))
    expect(receipt).toMatchObject({ status: "confirmed", path: "twoSteps" })
    expect(receipt.approval?.hash).toMatch(/^0x[0-9a-f]{64}$/)
    const after = await getHoldings(world)
    expect(before.usd - after.usd).toBe(100n * million)
    expect(after.dai - before.dai).toBeGreaterThanOrEqual(BigInt(receipt.minimum.value))
    expect(after.allowed).toBe(0n)
  })

  story(
    "swaps the native currency, by contract or symbol, without an approval",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      const receipt = parseReceipt(await runSwap(shell, "0.5", "eth", usd, "--slippage", "0.5", "--json"))
      expect(receipt).toMatchObject({ status: "confirmed", path: "direct", approval: null })
      const after = await getHoldings(world)
      expect(after.usd - before.usd).toBeGreaterThanOrEqual(BigInt(receipt.minimum.value))
      expect(before.eth - after.eth).toBeGreaterThan(eth / 2n)
    },
  )

  story("prints its states line by line, for both steps", { tags: "full" }, async ({ shell }) => {
    await connectShell(shell)
    const { code, stdout } = await runSwap(shell, "10", "mUSDC", "mDAI", "--jsonl")
    const lines = stdout.trimEnd().split("\n")
    const State = z.object({ v: z.literal(1), state: z.string(), step: z.optional(z.string()) })
    const states = lines.map((line) => State.parse(JSON.parse(line)))
    const each = ["quote", "approval", "signed", "broadcast", "confirmed"]
    expect(code).toBe(0)
    expect(states.map(({ state, step }) => [state, step])).toEqual([
      ["connecting", undefined],
      ...each.map((state) => [state, "approve"]),
      ...each.map((state) => [state, "swap"]),
    ])
  })

  story("sends nothing with --dry-run", { tags: "full" }, async ({ shell, world }) => {
    await connectShell(shell)
    const before = await getHoldings(world)
    const dry = parseDocument(await shell.run(["swap", "100", "mUSDC", "mDAI", "--dry-run", "--json"]))
    expect(dry).toMatchObject({
      dryRun: true,
      router: exchange,
      path: "twoSteps",
      // The swap is estimated as it will run after its approval.
      steps: [
        { kind: "approve" },
        { kind: "swap", fee: { symbol: "ETH", most: expect.stringMatching(/^[1-9]/) } },
      ],
      trial: { status: "tried" },
      stops: [],
    })
    expect(await getHoldings(world)).toEqual(before)
  })

  story(
    "swaps a whole token balance, or the native balance except the fee",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      const amount = async (...words: readonly string[]) => {
        const ended = await shell.run(["swap", "max", ...words, "--dry-run", "--json"])
        return BigInt(z.object({ from: exactAmountSchema }).parse(parseDocument(ended)).from.value)
      }
      expect(await amount("mUSDC", "mDAI")).toBe(before.usd)
      const ether = await amount("ETH", "mUSDC")
      expect(ether).toBeLessThan(before.eth)
      expect(ether).toBeGreaterThan(before.eth - eth / 10n)
    },
  )

  story("sends one batch when the account supports batches", { tags: "full" }, async ({ shell, world }) => {
    await connectShell(shell, "--smart-account")
    const before = await getHoldings(world)
    await delegateAccount(world, 1, firstAccount)
    const receipt = parseReceipt(await runSwap(shell, "100", "mUSDC", "mDAI", "--json"))
    expect(receipt).toMatchObject({ status: "confirmed", path: "batch", approval: null })
    const after = await getHoldings(world)
    expect(before.usd - after.usd).toBe(100n * million)
    expect(after.dai - before.dai).toBeGreaterThanOrEqual(BigInt(receipt.minimum.value))
    expect(after.allowed).toBe(0n)
  })
})

describe("swap errors and warnings", () => {
  // Each command is a process, so a test with many of them exceeds its limit on a busy machine.
  const rejected = [
    {
      title: "exits with 2 for a swap that is incomplete or impossible",
      cases: [
        { words: ["1", "mUSDC"], code: 2, says: /<to>/ },
        { words: ["1", "mUSDC", "NOPE"], code: 2, says: /NOPE/ },
        { words: ["1", "mUSDC", "mUSDC"], code: 2, says: /itself/ },
      ],
    },
    {
      title: "exits with 2 or 5 for too many decimals, a network without swaps or a low balance",
      cases: [
        { words: ["0.0000001", "mUSDC", "mDAI"], code: 2, says: /6 decimals/ },
        { words: ["1", "ETH", "mUSDC", "--network", "eip155:11155111"], code: 2, says: /No swaps/ },
        { words: ["1000000", "mUSDC", "mDAI"], code: 5, says: /Insufficient balance/ },
      ],
    },
    {
      title: "exits with 2 or 6 for a missing or an exceeded limit",
      cases: [
        { words: ["max", "ETH", "mUSDC"], code: 2, says: /--max-usd/ },
        { words: ["max", "ETH", "mUSDC", "--max-usd", "100"], code: 6, says: /--max-usd/ },
        { words: ["1", "ETH", "mUSDC", "--max-usd", "2499.99"], code: 6, says: /--max-usd/ },
      ],
    },
  ]
  story.for(rejected)("$title", { tags: "full" }, async ({ cases }, { shell, world }) => {
    await connectShell(shell)
    const before = await getHoldings(world)
    for (const { words, code, says } of cases) {
      const ended = await runSwap(shell, ...words)
      expect({ words, code: ended.code, stdout: ended.stdout }).toEqual({ words, code, stdout: "" })
      expect(`${parseReport(ended).message} ${parseReport(ended).hint}`).toMatch(says)
    }
    expect(await getHoldings(world)).toEqual(before)
  })

  story("exits with 2 without an approval", { tags: "full" }, async ({ shell, world }) => {
    await connectShell(shell)
    const before = await getHoldings(world)
    expect((await shell.run(["swap", "1", "ETH", "mUSDC"])).code).toBe(2)
    expect(await getHoldings(world)).toEqual(before)
  })

  story("requires the confirmation of a high price impact", { tags: "full" }, async ({ shell, world }) => {
    await connectShell(shell)
    const before = await getHoldings(world)
    const stopped = await runSwap(shell, "2000", "ETH", "mUSDC")
    expect([stopped.code, stopped.stdout]).toEqual([6, ""])
    const value = /--confirm (\d+\.\d)$/.exec(parseReport(stopped).hint ?? "")?.[1] ?? ""
    expect(Number(value)).toBeGreaterThan(15)
    expect((await runSwap(shell, "2000", "ETH", "mUSDC", "--confirm", "15")).code).toBe(6)
    expect(await getHoldings(world)).toEqual(before)
    expect((await runSwap(shell, "2000", "ETH", "mUSDC", "--confirm", value)).code).toBe(0)
    expect((await getHoldings(world)).usd).toBeGreaterThan(before.usd)
  })

  story(
    "stops at a malicious router, for the native currency and for a token",
    { tags: "full" },
    async ({ plan, shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      const steals = { text: exchange, with: thief }
      const asHex = { text: exchange.slice(2).toLowerCase(), with: thief.slice(2).toLowerCase() }
      await plan([
        {
          match: { path: "/v1/convert/build-transaction" },
          fault: { kind: "edit", replace: [steals] },
        },
      ])
      const paths = [
        ["1", "ETH", "mUSDC"],
        ["10", "mUSDC", "mDAI"],
      ]
      for (const words of paths) {
        const refused = await runSwap(shell, ...words)
        expect([refused.code, parseReport(refused).code]).toEqual([6, "swapRefused"])
      }
      // Approval and swap use the same spender.
      await plan([{ match: { path: "/v1/convert/*" }, fault: { kind: "edit", replace: [steals, asHex] } }])
      expect((await runSwap(shell, "10", "mUSDC", "mDAI")).code).toBe(6)
      expect(await getHoldings(world)).toEqual(before)
    },
  )

  story(
    "stops when the quote is lower after the approval",
    { tags: "full" },
    async ({ plan, shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      await plan(makeWorseQuotes())
      const stopped = await runSwap(shell, "100", "mUSDC", "mDAI")
      expect([stopped.code, stopped.stdout]).toEqual([6, ""])
      const { hint, message } = parseReport(stopped)
      expect(message).toMatch(/^The minimum is now 96\.\d+ mDAI, not 98\.\d+ mDAI\.$/)
      expect(hint).toMatch(/^The approval is still active: 0x[0-9a-f]{64}; nothing was swapped\./)
      const after = await getHoldings(world)
      expect([after.usd, after.dai, after.allowed]).toEqual([before.usd, before.dai, 100n * million])
      // The existing allowance is used, without a new approval.
      await plan([])
      expect(parseReceipt(await runSwap(shell, "100", "mUSDC", "mDAI", "--json"))).toMatchObject({
        path: "direct",
        approval: null,
      })
      expect((await getHoldings(world)).allowed).toBe(0n)
    },
  )

  story("takes the approval of a stopped swap back", async ({ plan, shell, world }) => {
    await connectShell(shell)
    await plan(makeWorseQuotes())
    const { hint } = parseReport(await runSwap(shell, "100", "mUSDC", "mDAI"))
    const approval = /wmodal revoke (\S+)$/.exec(hint ?? "")?.[1] ?? ""
    await plan([])
    expect((await getHoldings(world)).allowed).toBe(100n * million)
    const revoked = await shell.run(["revoke", approval, "--yes", "--json"])
    expect(JSON.parse(revoked.stdout)).toMatchObject({ status: "confirmed", allowance: { value: "0" } })
    expect((await getHoldings(world)).allowed).toBe(0n)
    expect((await shell.run(["revoke", approval, "--yes"])).code).toBe(6)
  })

  story(
    "exits with 8 for an unmined approval, and does not repeat it",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      await setMining(world, false)
      const late = await runSwap(shell, "100", "mUSDC", "mDAI", "--timeout", "1")
      expect([late.code, late.stdout]).toEqual([8, ""])
      const hash = /0x[0-9a-f]{64}/.exec(parseReport(late).hint ?? "")?.[0] ?? ""
      expect(parseReport(late).hint).toBe(
        `The approval was sent: ${hash}; nothing was swapped. wmodal watch ${hash}`,
      )
      const twin = await runSwap(shell, "100", "mUSDC", "mDAI")
      expect([twin.code, parseReport(twin).code]).toEqual([6, "twin"])
      await setMining(world, true)
      expect((await shell.run(["watch", hash])).code).toBe(0)
      expect(parseReceipt(await runSwap(shell, "100", "mUSDC", "mDAI", "--json"))).toMatchObject({
        path: "direct",
      })
      const after = await getHoldings(world)
      expect([before.usd - after.usd, after.allowed]).toEqual([100n * million, 0n])
    },
  )

  story("prints one text per error of the exchange", { tags: "full" }, async ({ plan, shell, world }) => {
    await connectShell(shell)
    const before = await getHoldings(world)
    for (const [path, says] of [
      ["/v1/convert/tokens", "Failed to initialize swap"],
      ["/v1/convert/allowance", "Failed to check allowance"],
      ["/v1/convert/build-approve", "Failed to create approval transaction"],
      ["/v1/convert/build-transaction", "Failed to create transaction"],
    ] as const) {
      await plan([{ match: { path }, fault: { kind: "status", status: 503 } }])
      const failed = await runSwap(shell, "10", "mUSDC", "mDAI")
      expect([path, failed.code, failed.stdout, parseReport(failed).message]).toEqual([path, 7, "", says])
    }
    expect(await getHoldings(world)).toEqual(before)
  })

  story("exits with 7 when the exchange does not respond", { tags: "full" }, async ({ plan, shell }) => {
    await connectShell(shell)
    await plan([{ match: { path: "/v1/convert/quotes" }, fault: { kind: "status", status: 500 } }])
    const failed = await runSwap(shell, "1", "ETH", "mUSDC")
    expect([failed.code, parseReport(failed).message]).toEqual([7, "Failed to fetch a quote"])
  })
})

/** Joins lines that the screen wraps. */
const joinLines = (text: string) => text.replaceAll(/\s/g, "")

describe("swap at the terminal", () => {
  story(
    "shows the approval, and swaps nothing when it is rejected",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      const session = shell.sit(["swap", "100", "mUSDC", "mDAI"])
      await session.shows("› Decline")
      expect(session.screen()).toContain("Let the router spend exactly 100 mUSDC")
      expect(session.screen()).toContain("0x 1111 1112 5421 cA6d c452 d289 3142 80a0 f884 2A65")
      session.type("n")
      expect(await session.ended).toBe(4)
      expect(await getHoldings(world)).toEqual(before)
    },
  )

  story(
    "prompts for the second step, and swaps without an approval after its rejection",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      const rejecting = shell.sit(["swap", "100", "mUSDC", "mDAI"])
      await rejecting.shows("› Decline")
      rejecting.type("y")
      await rejecting.shows("step 2 of 2")
      await rejecting.shows("› Decline")
      rejecting.type("n")
      expect(await rejecting.ended).toBe(4)
      expect(joinLines(rejecting.screen())).toMatch(
        /Theapprovalisstillactive:0x[0-9a-f]{64};nothingwasswapped/,
      )
      expect(await getHoldings(world)).toMatchObject({
        usd: before.usd,
        dai: before.dai,
        allowed: 100n * million,
      })

      const again = shell.sit(["swap", "100", "mUSDC", "mDAI"])
      await again.shows("› Decline")
      expect(again.screen()).not.toContain("Let the router spend")
      again.type("y")
      expect(await again.ended).toBe(0)
      expect(again.screen()).toContain("Confirmed")
      expect(again.screen()).toContain("wmodal swap 100 mUSDC mDAI --network eip155:1 --yes")
      const after = await getHoldings(world)
      expect([before.usd - after.usd, after.allowed]).toEqual([100n * million, 0n])
    },
  )

  story("shows a lower quote, and prompts again", { tags: "full" }, async ({ plan, shell, world }) => {
    await connectShell(shell)
    const before = await getHoldings(world)
    await plan(makeWorseQuotes())
    const session = shell.sit(["swap", "100", "mUSDC", "mDAI"])
    await session.shows("› Decline")
    session.type("y")
    await session.shows(/! The minimum is now 96/)
    await session.shows("› Decline")
    session.type("\r")
    expect(await session.ended).toBe(4)
    expect((await getHoldings(world)).usd).toBe(before.usd)
  })

  // A quote is valid for 15 s of real time.
  story("reports an expired quote and rejects its swap", { tags: "full" }, async ({ plan, shell, world }) => {
    await connectShell(shell)
    const before = await getHoldings(world)
    const session = shell.sit(["swap", "0.5", "ETH", "mUSDC"])
    await session.shows("› Decline")
    await plan([{ match: { path: "/v1/convert/quotes" }, fault: { kind: "status", status: 500 } }])
    await expect.poll(session.screen).toContain("This quote has expired")
    session.type("y")
    expect(await session.ended).toBe(7)
    expect(session.screen()).toContain("Failed to fetch a quote")
    expect(await getHoldings(world)).toEqual(before)
  })

  story(
    "reports the sent approval when the user quits between the steps",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      const session = shell.sit(["swap", "100", "mUSDC", "mDAI"])
      await session.shows("› Decline")
      session.type("y")
      await session.shows("step 2 of 2")
      await session.shows("› Decline")
      session.type("\u0003")
      expect(await session.ended).toBe(130)
      expect(joinLines(session.screen())).toMatch(/Theapprovalwassent:0x[0-9a-f]{64};nothingwasswapped/)
      expect(await getHoldings(world)).toMatchObject({ usd: before.usd, dai: before.dai })
    },
  )

  story(
    "requires typed confirmation of a high price impact, also in 40 columns",
    { tags: "full" },
    async ({ shell, world }) => {
      await connectShell(shell)
      const before = await getHoldings(world)
      const session = shell.sit(["swap", "2000", "ETH", "mUSDC"], 40)
      await session.shows(/Type (\d+\.\d) to swap/)
      const value = /Type (\d+\.\d) to swap/.exec(session.screen())?.[1] ?? ""
      session.type("15\r")
      await session.shows("That does not match.")
      session.type("\u0015")
      session.type(`${value}\r`)
      await session.shows("› Decline")
      for (const line of session.screen().split("\n")) expect(line.length).toBeLessThanOrEqual(40)
      session.type("y")
      expect(await session.ended).toBe(0)
      expect((await getHoldings(world)).usd).toBeGreaterThan(before.usd)
    },
  )
})
